// PrTFIDF (Joachims 1997, as compared in Schapire & Singer 2000): the labels that a document's words come from.
//
//   P(l | x) = Σ_t P(l | t) · P(t | x),  P(t | x) = d_t / len, len over known terms only
//   P(l | t) = P(t | l) · P(l) / Σ_l' P(t | l') · P(l')
//   P(t | l) = mean over the documents of l of d_t / len;  P(l) = share of (document, label) pairs
//
// With S_{tl} the sum over the documents of l of d_t / len, P(t | l) · P(l) = S_{tl} / pairs: the number of
// documents of l cancels out, and P(l | t) = S_{tl} / Σ_l' S_{tl'}. So learning adds up S, O(labels · words of the
// document), and the model is linear with weights P(l | t). A word's add up to 1, so that dividing the scores by
// their sum divides by len. A term is known once a document with a label had it; a text without any has the
// prior P(l). Scores are probabilities, which a document's labels share: two right ones have half each at best.

import type { Dataset, OnlineLearner, OnlineTrainer, State } from '../contract.js'
import { InputError } from '../errors.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../kernels/pack.js'
import { PairIndex } from '../kernels/pair-index.js'
import { Postings } from '../kernels/postings.js'
import { WeightRows } from '../kernels/weight-rows.js'
import { LinearModel } from '../models/linear.js'

export type PrtfidfOptions = Record<never, never>

export const prtfidf: OnlineLearner<PrtfidfOptions> = {
  name: 'prtfidf',
  online: true,
  summary: 'each word votes for the labels whose documents it is from, by its share of the text',
  goodFor:
    'a baseline that learns by counting, in any order, and whose scores are probabilities that add up to 1; ' +
    'strong where labels are of a size. Where they are not, frequent labels win too often. Every word has its ' +
    'vote, also those that say little: a stop-list (--stop) helps.',
  source: 'Joachims, A Probabilistic Analysis of the Rocchio Algorithm with TFIDF, ICML 1997',
  options: {},
  text: { weighting: 'tf', norm: 'none' },
  modelKind: 'linear',
  passes: () => 1,
  start: (shape) => new PrtfidfTrainer(new Postings(shape.features), shape.features, shape.labels),
  resume: ({ arrays }) => {
    const documents = arrays.documents
    const labelCount = documents?.length ?? 0
    const labels = idsFrom(arrays.labels, labelCount, 'sum labels')
    const lengths = lengthsFrom(arrays.lengths, labels.length, 'sum lists')
    const sums = floatsFrom(arrays.sums, labels.length, 'sums')
    const trainer = new PrtfidfTrainer(Postings.over(lengths, labels, sums), lengths.length, labelCount)
    trainer.documents.set(floatsFrom(documents, labelCount, 'label counts'))
    for (const numbers of [sums, trainer.documents]) {
      if (numbers.some((x) => x < 0)) throw new InputError("the model's sums: expected none below 0")
    }
    return trainer
  },
}

class PrtfidfTrainer implements OnlineTrainer {
  /** S_{tl} by term. */
  private readonly sums: Postings
  private pairs: PairIndex | undefined
  private labelCount: number
  /** Documents of each label. */
  documents: Float64Array
  private built: LinearModel | undefined

  constructor(sums: Postings, features: number, labels: number) {
    this.sums = sums
    if (features > 0) sums.ensure(features - 1)
    this.labelCount = labels
    this.documents = new Float64Array(labels)
  }

  learn(data: Dataset, row: number): void {
    const { offsets, columns, values, labels, labelOffsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const to = offsets[r + 1]
    let length = 0
    for (let e = offsets[r]; e < to; e++) {
      if (values[e] < 0) throw new InputError('prtfidf counts words: expected values of at least 0')
      length += values[e]
    }
    for (let e = offsets[r]; e < to; e++) this.sums.ensure(columns[e])
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 2]; t++) this.ensure(labels[t])
    const pairs = (this.pairs ??= new PairIndex(this.sums))
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) {
      this.documents[labels[t]]++
      for (let e = offsets[r]; e < to; e++) {
        const at = pairs.locate(columns[e], labels[t])
        this.sums.values[at] += values[e] / length
      }
    }
    this.built = undefined
  }

  endPass(): void {}

  model(): LinearModel {
    this.built ??= this.build()
    return this.built
  }

  state(): State {
    const { lengths, labels, values } = this.sums.packed()
    return {
      numbers: {},
      arrays: {
        lengths: packNumbers(lengths),
        labels: packNumbers(labels),
        sums: packNumbers(values),
        documents: packNumbers(this.documents.subarray(0, this.labelCount)),
      },
    }
  }

  private build(): LinearModel {
    const { labelCount, documents } = this
    const { lengths, labels, values } = this.sums.packed()
    for (let f = 0, from = 0; f < lengths.length; from += lengths[f++]) {
      let sum = 0
      for (let i = from; i < from + lengths[f]; i++) sum += values[i]
      if (sum > 0) for (let i = from; i < from + lengths[f]; i++) values[i] /= sum
    }
    let pairs = 0
    for (let l = 0; l < labelCount; l++) pairs += documents[l]
    const prior = documents.slice(0, labelCount)
    for (let l = 0; l < labelCount; l++) prior[l] /= Math.max(pairs, 1)
    return new LinearModel({
      labelCount,
      bias: prior,
      slope: new Float64Array(labelCount),
      weights: WeightRows.over(Postings.over(lengths, labels, values), labelCount),
      scale: 'comparable',
      shares: true,
    })
  }

  private ensure(label: number): void {
    if (label < this.labelCount) return
    if (label >= this.documents.length) {
      const documents = new Float64Array(Math.max(label + 1, this.documents.length * 2))
      documents.set(this.documents)
      this.documents = documents
    }
    this.labelCount = label + 1
  }
}
