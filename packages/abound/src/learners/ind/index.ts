// IND (Madani, Connor & Greiner, JMLR 2009, figure 5): an index of independent conditional probabilities.
//
// Features are Boolean: there or not. n_f counts the documents with feature f, n_{f,c} those that have
// class c too, both exactly; w_{f,c} = n_{f,c} / n_f is an edge where it is ≥ p_ind; s_c = Σ_{f∈x} w_{f,c},
// and classes that no edge reaches are not returned. A feature with a negative value is another feature, as
// in FF. Partly judged documents count in n_f only for the classes they speak of.
//
// p_ind is given, or tuned: the one of {.01, .02, …, .09, .1, .15, …, .6} with the best R1 on a random 20 %
// of the documents, counts from the other 80 % (ties to the lower, which reaches more classes); then all
// documents are counted (tuned-threshold.ts).
//
// Reads and writes the counts of the document's features: O(features · classes of the document). When the model is asked
// for, only the lists of features seen since the last time are built again (counted-index.ts). Nothing depends on the number
// of classes.

import type { OnlineLearner, OptionSpecs, State } from '../../contract.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { IndTrainer } from './counted-index.js'
import { PairCounts } from './pair-counts.js'
import { bestThreshold, LEAST_THRESHOLD, tunedThreshold } from './tuned-threshold.js'

export type IndOptions = {
  threshold: number
}

const OPTIONS: OptionSpecs<IndOptions> = {
  threshold: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    help:
      'a word points to the labels that at least this share of its documents have; ' +
      '0: the best of .01 to .6 on a held-out fifth',
  },
}

export const ind: OnlineLearner<IndOptions> = {
  name: 'ind',
  online: true,
  summary: 'index of how often each word’s documents have a label, weak edges left out',
  goodFor:
    'many labels, learned by counting alone: the order of documents does not matter, and nothing depends on ' +
    'the number of labels. FF ranks better. Tuning needs all documents in memory; with a given threshold ' +
    'it streams.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'index',
  passes: () => 1,
  needsWhole: ({ threshold }) => threshold === 0,
  trainWhole: (data, _options, { seed }) => {
    const trainer = new IndTrainer(data.featureCount, data.labelCount, tunedThreshold(data, seed))
    for (let row = 0; row < data.count; row++) trainer.learn(data, row)
    return trainer
  },
  start: ({ features, labels }, { threshold }) =>
    new IndTrainer(features, labels, threshold || LEAST_THRESHOLD),
  resume: ({ numbers, arrays }) => {
    const labelCount = numberFrom(numbers, 'labelCount')
    const plus = PairCounts.from(arrays, 'plus', labelCount)
    const minus =
      'minus.documents' in arrays ? PairCounts.from(arrays, 'minus', labelCount) : new PairCounts(0)
    return new IndTrainer(0, labelCount, numberFrom(numbers, 'threshold'), plus, minus)
  },
  sharding: {
    layout: {
      lists: ['plus', 'minus'].flatMap((half) =>
        ['together', 'partly'].map((list) => ({
          lengths: `${half}.${list}.lengths`,
          labels: `${half}.${list}.labels`,
          values: `${half}.${list}.counts`,
        })),
      ),
      byFeature: ['plus.documents', 'minus.documents'],
      byLabel: [],
      numbers: [],
    },
    merge: 'counts',
    tune: (all, part, heldOut, options) => {
      if (options.threshold > 0) return { all, part }
      const trainer = ind.resume(structuredClone(part), options, { seed: 0 }) as IndTrainer
      const everyRow = Uint32Array.from({ length: heldOut.count }, (_, row) => row)
      const threshold = bestThreshold(trainer, heldOut, everyRow)
      const withThreshold = (state: State): State => ({ ...state, numbers: { ...state.numbers, threshold } })
      return { all: withThreshold(all), part: withThreshold(part) }
    },
  },
}
