// Naive Bayes, multinomial, Laplace 1 (as in Joachims 1999; Schapire & Singer 2000).
//
// Score: ln P(l) + Σ_j d_j · ln P(t_j | l), P(t_j | l) = (n_{jl} + 1) / (n_l + V),
//   n_{jl} the weight of term j in documents of l, n_l its sum over terms, V the number of features,
//   P(l) the share of (document, label) pairs; a document counts once for each of its labels.
// As a linear model: weight ln(n_{jl} + 1), which is 0 for pairs never seen, slope −ln(n_l + V), bias
// ln P(l). Reads a document's words, writes n_{jl} of its labels: O(labels · words of the document). The score is a joint
// log-likelihood, comparable within a document only.
//
// Complement (Rennie, Shih, Teevan & Karger 2003): the words of all documents *not* in l, which are more, so that
// rare labels suffer less. With N_j, N the same sums over all (document, label) pairs the score is
//   Σ_j d_j · ln(P(t_j) / P(t_j | not l)), P(t_j) = (N_j + 1) / (N + V),
//   P(t_j | not l) = (N_j − n_{jl} + 1) / (N − n_l + V):
// how much less likely the document is outside of l. P(t_j), the same for all labels, is there so that pairs never
// seen have weight 0; neither ranks nor log-odds see it. As a linear model: weight
// ln((N_j + 1) / (N_j − n_{jl} + 1)), slope −ln((N + V) / (N − n_l + V)). The prior is left out: against weights
// this small it decides too much (one-error on Reuters 18 % with it, 13 % without).

import type { OnlineLearner, OnlineTrainer, OptionSpecs } from '../../contract.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { CountingTrainer, LABEL_SUMS_LAYOUT, LabelSums } from '../../solvers/label-sums.js'
import { Postings } from '../../structures/postings.js'

type NaiveBayesOptions = {
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
  start: (shape, options) => countWith(new LabelSums(shape.features, shape.labels), options),
  resume: ({ arrays }, options) => countWith(LabelSums.from(arrays), options),
  sharding: { layout: LABEL_SUMS_LAYOUT, merge: 'counts' },
}

function countWith(sums: LabelSums, { complement }: NaiveBayesOptions): OnlineTrainer {
  return new CountingTrainer(sums, 'naive-bayes', false, (counts) => makeModel(counts, complement))
}

/** The model of n_{jl}, n_l and the documents of each label. */
function makeModel({ labelCount, documents, totals, lists }: LabelSums, complement: boolean): LinearModel {
  const { lengths, labels, values } = lists.packed()
  const vocabulary = Math.max(lists.count, 1)
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
  if (complement) complementWeights(lengths, values)
  else for (let i = 0; i < values.length; i++) values[i] = Math.log1p(values[i])
  return new LinearModel({
    labelCount,
    bias,
    slope,
    weights: WeightRows.over(Postings.over(lengths, labels, values), labelCount),
    scale: 'log-joint',
  })
}

/** n_{jl} → ln((N_j + 1) / (N_j − n_{jl} + 1)), lists end to end. */
function complementWeights(lengths: Uint32Array, values: Float64Array): void {
  for (let j = 0, from = 0; j < lengths.length; from += lengths[j++]) {
    let all = 0
    for (let i = from; i < from + lengths[j]; i++) all += values[i]
    for (let i = from; i < from + lengths[j]; i++) values[i] = Math.log1p(values[i] / (all - values[i] + 1))
  }
}
