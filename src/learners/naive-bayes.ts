// Naive Bayes, multinomial, Laplace 1 (as in Joachims 1999; Schapire & Singer 2000).
//
// Score: ln P(l) + Σ_j d_j · ln P(t_j | l), P(t_j | l) = (n_{jl} + 1) / (n_l + V),
//   n_{jl} the weight of term j in documents of l, n_l its sum over terms, V the number of features,
//   P(l) the share of (document, label) pairs; a document counts once for each of its labels.
// As a linear model: weight ln(n_{jl} + 1), which is 0 for pairs never seen, slope −ln(n_l + V), bias
// ln P(l). Learning counts: O(labels · words of the document). The score is a joint log-likelihood,
// comparable within a document only.
//
// Complement (Rennie, Shih, Teevan & Karger 2003): the words of all documents *not* in l, which are more, so that
// rare labels suffer less. With N_j, N the same sums over all (document, label) pairs the score is
//   Σ_j d_j · ln(P(t_j) / P(t_j | not l)), P(t_j) = (N_j + 1) / (N + V),
//   P(t_j | not l) = (N_j − n_{jl} + 1) / (N − n_l + V):
// how much less likely the document is outside of l. P(t_j), the same for all labels, is there so that pairs never
// seen have weight 0; neither ranks nor log-odds see it. As a linear model: weight
// ln((N_j + 1) / (N_j − n_{jl} + 1)), slope −ln((N + V) / (N − n_l + V)). The prior is left out: against weights
// this small it decides too much (one-error on Reuters 18 % with it, 13 % without).

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, State } from '../contract.js'
import { InputError } from '../errors.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import { floatsFrom, idsFrom, lengthsFrom, packNumbers } from '../kernels/pack.js'
import { PairIndex } from '../kernels/pair-index.js'
import { Postings } from '../kernels/postings.js'
import { WeightRows } from '../kernels/weight-rows.js'
import { LinearModel } from '../models/linear.js'

export type NaiveBayesOptions = {
  complement: boolean
}

const OPTIONS: OptionSpecs<NaiveBayesOptions> = {
  complement: {
    kind: 'boolean',
    default: false,
    help:
      'learn each label from the words of all other labels: mostly better on longer texts, ' +
      'best with --weighting tfidf --norm l2',
  },
}

export const naiveBayes: OnlineLearner<NaiveBayesOptions> = {
  name: 'naive-bayes',
  online: true,
  summary: 'multinomial naive Bayes with Laplace smoothing',
  goodFor:
    'a quick, sturdy baseline with few options; learns by counting, so order does not matter. ' +
    'Its scores are over-confident, and it treats rare labels poorly.',
  source: 'multinomial form as compared in Joachims 1999 and Schapire & Singer 2000',
  options: OPTIONS,
  text: { weighting: 'tf', norm: 'none' },
  modelKind: 'linear',
  naturalThreshold: 0,
  passes: () => 1,
  start: (shape, options) =>
    new NaiveBayesTrainer(new Postings(shape.features), shape.features, shape.labels, options),
  resume: ({ arrays }, options) => {
    const documents = arrays.documents
    const labelCount = documents?.length ?? 0
    const labels = idsFrom(arrays.labels, labelCount, 'count labels')
    const lengths = lengthsFrom(arrays.lengths, labels.length, 'count lists')
    const counts = floatsFrom(arrays.counts, labels.length, 'counts')
    const lists = Postings.over(lengths, labels, counts)
    const trainer = new NaiveBayesTrainer(lists, lengths.length, labelCount, options)
    trainer.documents.set(floatsFrom(documents, labelCount, 'label counts'))
    trainer.totals.set(floatsFrom(arrays.totals, labelCount, 'label totals'))
    for (const numbers of [counts, trainer.documents, trainer.totals]) {
      if (numbers.some((x) => x < 0)) throw new InputError("the model's counts: expected none below 0")
    }
    return trainer
  },
}

class NaiveBayesTrainer implements OnlineTrainer {
  /** n_{jl} by feature. */
  private readonly counts: Postings
  private pairs: PairIndex | undefined
  private labelCount: number
  /** Documents of each label, and n_l. */
  documents: Float64Array
  totals: Float64Array
  private readonly complement: boolean
  private built: LinearModel | undefined

  constructor(counts: Postings, features: number, labels: number, { complement }: NaiveBayesOptions) {
    this.complement = complement
    this.counts = counts
    if (features > 0) counts.ensure(features - 1)
    this.labelCount = labels
    this.documents = new Float64Array(labels)
    this.totals = new Float64Array(labels)
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values, labels, labelOffsets } = chunk
    const r = row & CHUNK_MASK
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    let length = 0
    for (let e = from; e < to; e++) {
      if (values[e] < 0) throw new InputError('naive-bayes counts words: expected values of at least 0')
      length += values[e]
    }
    for (let e = from; e < to; e++) this.counts.ensure(columns[e])
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 2]; t++) this.ensure(labels[t])
    const pairs = (this.pairs ??= new PairIndex(this.counts))
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) {
      const label = labels[t]
      this.documents[label]++
      this.totals[label] += length
      for (let e = from; e < to; e++) {
        const at = pairs.locate(columns[e], label)
        this.counts.values[at] += values[e]
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
    const { lengths, labels, values } = this.counts.packed()
    return {
      numbers: {},
      arrays: {
        lengths: packNumbers(lengths),
        labels: packNumbers(labels),
        counts: packNumbers(values),
        documents: packNumbers(this.documents.subarray(0, this.labelCount)),
        totals: packNumbers(this.totals.subarray(0, this.labelCount)),
      },
    }
  }

  private build(): LinearModel {
    const { labelCount, documents, totals, complement } = this
    const { lengths, labels, values } = this.counts.packed()
    const vocabulary = Math.max(this.counts.count, 1)
    let pairs = 0
    let all = 0
    for (let l = 0; l < labelCount; l++) {
      pairs += documents[l]
      all += totals[l]
    }
    const bias = new Float64Array(labelCount)
    const slope = new Float64Array(labelCount)
    for (let l = 0; l < labelCount; l++) {
      // A label known only from what is not it counts as half a document: its prior must be finite.
      if (!complement || documents[l] === 0)
        bias[l] = Math.log(Math.max(documents[l], 0.5) / Math.max(pairs, 1))
      slope[l] = complement
        ? -Math.log1p(totals[l] / (all - totals[l] + vocabulary))
        : -Math.log(totals[l] + vocabulary)
    }
    if (complement) turnToOthers(lengths, values)
    else for (let i = 0; i < values.length; i++) values[i] = Math.log1p(values[i])
    return new LinearModel({
      labelCount,
      bias,
      slope,
      weights: WeightRows.over(Postings.over(lengths, labels, values), labelCount),
      scale: 'log-joint',
    })
  }

  private ensure(label: number): void {
    if (label < this.labelCount) return
    if (label >= this.documents.length) {
      const size = Math.max(label + 1, this.documents.length * 2)
      const documents = new Float64Array(size)
      documents.set(this.documents)
      this.documents = documents
      const totals = new Float64Array(size)
      totals.set(this.totals)
      this.totals = totals
    }
    this.labelCount = label + 1
  }
}

/** n_{jl} → ln((N_j + 1) / (N_j − n_{jl} + 1)), lists end to end. */
function turnToOthers(lengths: Uint32Array, values: Float64Array): void {
  for (let j = 0, from = 0; j < lengths.length; from += lengths[j++]) {
    let all = 0
    for (let i = from; i < from + lengths[j]; i++) all += values[i]
    for (let i = from; i < from + lengths[j]; i++) values[i] = Math.log1p(values[i] / (all - values[i] + 1))
  }
}
