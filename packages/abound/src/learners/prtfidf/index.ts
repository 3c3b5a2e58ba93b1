// PrTFIDF (Joachims, ICML 1997; compared in Schapire & Singer 2000): the labels that a document's words come from.
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

import type { OnlineLearner, OnlineTrainer } from '../../contract.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { CountingTrainer, LABEL_SUMS_LAYOUT, LabelSums } from '../../solvers/label-sums.js'
import { Postings } from '../../structures/postings.js'

type PrtfidfOptions = Record<never, never>

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
  start: (shape) => countWith(new LabelSums(shape.features, shape.labels)),
  resume: ({ arrays }) => countWith(LabelSums.from(arrays)),
  sharding: { layout: LABEL_SUMS_LAYOUT, merge: 'counts' },
}

function countWith(sums: LabelSums): OnlineTrainer {
  return new CountingTrainer(sums, 'prtfidf', true, makeModel)
}

/** The model of S_{tl} and the documents of each label. */
function makeModel({ labelCount, documents, lists }: LabelSums): LinearModel {
  const { lengths, labels, values } = lists.packed()
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
