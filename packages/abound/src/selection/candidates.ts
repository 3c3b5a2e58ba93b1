// What `--learner auto` tries: the learners that win somewhere, with the options they win with, and where each is
// worth trying. The order is that of preference where scores are the same.

import type { CorpusSummary } from './search-result.js'

export interface Candidate {
  readonly learner: string
  readonly options: Readonly<Record<string, unknown>>
  /** Why one would take it, for the sentence that says so. */
  readonly strength: string
  worthTrying(look: CorpusSummary): boolean
}

/** Texts up to this long say more by their characters and pairs of words than by single words. */
const SHORT = 400
/** Up to this long, pairs of words still pay. */
const MIDDLING = 2000
/** From here on, a weight for each word and label is too much. */
const MANY_LABELS = 3000

const fewLabels = ({ labels }: CorpusSummary): boolean => labels <= MANY_LABELS
const isText = ({ vectors }: CorpusSummary): boolean => !vectors
const upTo =
  (characters: number) =>
  (look: CorpusSummary): boolean =>
    isText(look) && fewLabels(look) && look.characters <= characters

const pairsPay = (look: CorpusSummary): boolean => isText(look) && look.characters <= MIDDLING

export const CANDIDATES: readonly Candidate[] = [
  {
    learner: 'svm',
    options: {},
    strength: 'the strongest linear learner on words',
    worthTrying: fewLabels,
  },
  {
    learner: 'svm',
    options: { loss: 'squared-hinge' },
    strength: 'a softer margin suits many labels with few documents each',
    worthTrying: fewLabels,
  },
  {
    learner: 'svm',
    options: { loss: 'logistic', cost: 10 },
    strength: 'logistic regression suits many labels with few documents each',
    worthTrying: fewLabels,
  },
  {
    learner: 'svm',
    options: { ngrams: 2 },
    strength: 'pairs of words tell more than words',
    worthTrying: upTo(MIDDLING),
  },
  {
    learner: 'svm',
    options: { loss: 'squared-hinge', ngrams: 2, chars: '2-5' },
    strength: 'characters and pairs of words tell more than words in short texts',
    worthTrying: upTo(SHORT),
  },
  {
    learner: 'mmp',
    options: { passes: 5, average: true },
    strength: 'ranks all labels of a document together',
    worthTrying: fewLabels,
  },
  {
    learner: 'mmp',
    options: { passes: 5, average: true, ngrams: 2, chars: '2-5' },
    strength: 'ranks all labels together, by characters and pairs of words too',
    worthTrying: upTo(SHORT),
  },
  {
    learner: 'naive-bayes',
    options: { complement: true, weighting: 'tfidf', norm: 'l2' },
    strength: 'counting what other labels say is enough here',
    worthTrying: (look) => isText(look) && fewLabels(look),
  },
  {
    learner: 'naive-bayes',
    options: {},
    strength: 'counting is enough here',
    worthTrying: fewLabels,
  },
  {
    learner: 'widrow-hoff',
    options: { passes: 5, rate: 0.5 },
    strength: 'least squares suit these labels',
    worthTrying: (look) => isText(look) && fewLabels(look),
  },
  {
    learner: 'ff',
    options: {},
    strength: 'an index whose cost does not grow with the number of labels',
    worthTrying: () => true,
  },
  {
    learner: 'ff',
    options: { margin: 0.1 },
    strength: 'an index that learns from near misses too, whatever the number of labels',
    worthTrying: () => true,
  },
  {
    learner: 'ff',
    options: { margin: 0.5 },
    strength: 'an index that learns from near misses too, whatever the number of labels',
    worthTrying: () => true,
  },
  {
    learner: 'ff',
    options: { ngrams: 2 },
    strength: 'an index of words and pairs of words, whatever the number of labels',
    worthTrying: pairsPay,
  },
  {
    learner: 'ff',
    options: { margin: 0.5, ngrams: 2 },
    strength: 'an index of words and pairs of words, whatever the number of labels',
    worthTrying: pairsPay,
  },
]
