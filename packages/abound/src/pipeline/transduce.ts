// Labels for unlabelled documents, learned from them and from labelled ones together.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import { option, worded } from '../wording.js'
import type { Classifier } from './classifier.js'
import { type Corpus, corpusOf, type Documents } from './corpus.js'
import type { RankedLabel } from './label-ranker.js'
import { trainOnCorpus } from './train.js'
import type { GivenOptions, NamedOptions } from './train-options.js'
import { partControl, readInSlices, type TrainingControl, withControl } from './training-control.js'
import type { TrainingHooks } from './training-hooks.js'

const LEARNER = 'tsvm'

/** The labels found for unlabelled documents. */
export interface Transduced {
  /** Can label new texts, too. */
  readonly model: Classifier
  /** For each unlabelled document, in order: its labels, best first. */
  readonly labels: readonly (readonly RankedLabel[])[]
  /** Documents of the labelled part that had no labels and were left out. */
  readonly leftOut: number
}

/**
 * Options of the transductive learner, of the texts and of the run; `top`: the best K labels of each document instead
 * of those that it was found to have.
 */
export type TransduceOptions = Omit<Extract<NamedOptions, { learner: typeof LEARNER }>, 'learner'> &
  TrainingControl & { readonly top?: number }

/**
 * Labels unlabelled documents by a transductive support vector machine. Labels that they may have are not looked at.
 *
 * @example
 * const few = [{ text: 'wheat exports', labels: ['grain'] }, { text: 'gold mine', labels: ['metal'] }]
 * const many = [{ text: 'wheat corn' }, { text: 'wheat harvest' }, { text: 'gold silver' }, { text: 'gold coins' }]
 * const { labels, model } = await transduce(few, many, { positives: '0.5' })
 * labels.map(([best]) => best.label) // ['grain', 'grain', 'metal', 'metal']
 * model.rank('more silver')[0].label // 'metal'
 */
export async function transduce(
  labelled: Documents,
  unlabelled: Documents,
  options: TransduceOptions = {},
  hooks: TrainingHooks = {},
): Promise<Transduced> {
  const { control, given } = partControl(options)
  const read = (documents: Documents): Corpus => readInSlices(corpusOf(documents), control.signal)
  return transduceCorpora(read(labelled), read(unlabelled), given, withControl(hooks, control))
}

/**
 * The same on corpora.
 *
 * @example
 * const few = corpusOf([{ text: 'gold', labels: ['metal'] }, { text: 'corn', labels: ['grain'] }])
 * const { labels } = await transduceCorpora(few, corpusOf([{ text: 'gold mine' }, { text: 'corn crop' }]), { top: 1 })
 * labels[0][0].label // 'metal'
 */
export async function transduceCorpora(
  labelled: Corpus,
  unlabelled: Corpus,
  { top, ...given }: Omit<GivenOptions, 'learner'> & { readonly top?: number },
  hooks: TrainingHooks = {},
): Promise<Transduced> {
  let leftOut = 0
  let labelledDocuments = 0
  let documents = 0
  const both: Corpus = {
    ...(labelled.name === undefined ? {} : { name: labelled.name }),
    rereadable: false,
    async *batches() {
      for await (const batch of labelled.batches()) {
        const known = batch.filter(({ labels, notLabels }) => labels !== undefined || notLabels !== undefined)
        leftOut += batch.length - known.length
        labelledDocuments += known.length
        yield known
      }
      if (labelledDocuments === 0) throw noLabelsError(labelled.name, leftOut)
      for await (const batch of unlabelled.batches()) {
        documents += batch.length
        yield batch.map(withoutLabels)
      }
      if (documents === 0) {
        const of = unlabelled.name === undefined ? '' : `${unlabelled.name}: `
        throw new InputError(`${of}there are no unlabelled documents: expected some to label`)
      }
    },
  }
  const found: Found[][] = []
  const model = await trainOnCorpus(
    both,
    // Probabilities would take a second training, so they are fitted only when asked for.
    { probabilities: 'none', ...given, learner: LEARNER },
    {
      ...hooks,
      decided(label, rows, signs, scores) {
        hooks.decided?.(label, rows, signs, scores)
        for (let i = 0; i < rows.length; i++) {
          found[i] ??= []
          if (top !== undefined) keepBest(found[i], { label, score: scores[i] }, top)
          else if (signs[i] > 0) keepBest(found[i], { label, score: scores[i] }, Number.POSITIVE_INFINITY)
        }
      },
    },
  )
  checkBothSides(model, labelledDocuments)
  const labels = found.map((list) =>
    list.map(({ label, score }) => ({ label: model.labelName(label), score })),
  )
  return { model, labels, leftOut }
}

function checkBothSides(model: Classifier, documents: number): void {
  for (let label = 0; label < model.labelCount; label++) {
    const having = model.documentsOf(label)
    if (having > 0 && having < documents) return
  }
  throw new InputError(
    documents === 1
      ? 'there is 1 labelled document: expected some with a label and some without it'
      : `all ${documents} labelled documents have the same labels: expected some with a label and some without it`,
  )
}

function noLabelsError(name: string | undefined, without: number): InputError {
  const of = name === undefined ? '' : `${name}: `
  const found =
    without === 0 ? 'there are no labelled documents' : `none of the ${without} documents has labels`
  return new InputError(
    worded`${of}${found}: expected some to learn from (is there a ${option('labelColumn')}?)`,
  )
}

interface Found {
  readonly label: number
  readonly score: number
}

/** Inserts a label by its score, best first. Labels come in ascending order, so the lower one stays before its equals. */
function keepBest(list: Found[], one: Found, most: number): void {
  let at = list.length
  while (at > 0 && list[at - 1].score < one.score) at--
  list.splice(at, 0, one)
  if (list.length > most) list.pop()
}

function withoutLabels({ labels, notLabels, partial, ...rest }: Document): Document {
  return rest
}
