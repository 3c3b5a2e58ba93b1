// What a check finds, and in which order people should look at it.

/** The kinds of findings, worst first, with what they are in words. */
export const KINDS = {
  'same-text-other-labels': 'the same text with other labels',
  leak: 'test texts that are in the training data',
  'near-leak': 'test texts that are nearly in the training data',
  'wrong-label': 'labels that are probably wrong',
  'missing-label': 'labels that are probably missing',
  'near-text-other-labels': 'nearly the same text with other labels',
  'label-spelling': 'labels that are probably one',
  'label-blanks': 'labels with blanks at their ends',
  'unknown-label': 'labels of test texts that no training text has',
  empty: 'empty texts',
  unreadable: 'texts with unreadable characters',
  duplicate: 'texts that are there more than once',
  'near-duplicate': 'texts that are nearly the same',
  'other-script': 'texts in another script',
  'other-language': 'texts that are probably in another language',
  'few-letters': 'texts of digits and signs',
  markup: 'texts that are mostly markup',
  short: 'texts far shorter than the others',
  long: 'texts far longer than the others',
  'lone-label': 'labels with one training text',
} as const

export type FindingKind = keyof typeof KINDS

/** Where a document stands, and what is needed to find it. */
export interface DocumentExcerpt {
  readonly in: 'train' | 'test'
  /** Its position, from 1. */
  readonly document: number
  readonly id?: string
  readonly labels?: readonly string[]
  /** How its text begins; only of the first few documents of a finding. */
  readonly text?: string
  /** How much of its runs of three words it shares with the document that it is like: 0 to 1. */
  readonly similarity?: number
}

/** One thing to look at and perhaps to mend. */
export interface Finding {
  readonly kind: FindingKind
  /** What is suspected, in words. */
  readonly what: string
  /** The document to mend first, then those that it is held against; of a group of duplicates, all in order. */
  readonly documents: readonly DocumentExcerpt[]
  /** How many of the documents are to be mended. */
  readonly toMend: number
  /** The labels that it is about. */
  readonly labels?: readonly { readonly label: string; readonly documents: number }[]
  /** The labels that the first document should probably have. */
  readonly suggested?: readonly string[]
  /** The probability of the doubted label and of the suggested one. */
  readonly probability?: number
  readonly suggestedProbability?: number
}

/** The documents of one side, and how many have no known labels. */
export interface CheckedPart {
  readonly documents: number
  readonly labels: number
  readonly unlabelled: number
}

export interface CheckReport {
  readonly train: CheckedPart
  readonly test?: CheckedPart
  /** How labels were held against texts; absent if they were not. */
  readonly labelCheck?: { readonly learner: string; readonly documents: number }
  /** All findings, worst first: in the order of `KINDS`, and within a kind the worst. */
  readonly findings: readonly Finding[]
}
