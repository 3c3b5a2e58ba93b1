// 95 % intervals of an evaluation's main figures: all of them from the same resamples of the judged documents.
//
// Means over documents and ratios of sums are taken anew in each resample. F1 of a label with two documents is far from
// linear in their weights, and the mean over thousands of such labels would be off in every resample in the same way;
// so macro-F1 moves by its linear part, the influence of each document (label-decisions.ts).
//
// Cost: resamples · 13 · documents.

import { Rng } from '../structures/rng.js'
import {
  type BootstrapOptions,
  checkedOptions,
  drawWeights,
  type Interval,
  intervalOf,
  weightedSum,
} from './bootstrap.js'
import type { OutcomeCollector } from './document-outcomes.js'
import type { LabelDecisions } from './label-decisions.js'

/** What the figures of a sample are made of. */
interface Population {
  readonly outcomes: OutcomeCollector
  readonly decisions: LabelDecisions
  /** Labels the model knows, and all labels met. */
  readonly labelCount: number
  readonly labels: number
  /** The F1 of each label with a true or assigned document. */
  readonly f1s: readonly number[]
}

/** By the names of the measures; one that is undefined for these documents has none. */
export function evaluationIntervals(
  population: Population,
  options: BootstrapOptions,
): Record<string, Interval> {
  const { outcomes, decisions, labelCount, labels, f1s } = population
  const { count } = outcomes
  if (count === 0) return {}
  const { seed, resamples } = checkedOptions(options, count)
  const samples: Record<string, Float64Array> = {}
  const put = (name: string, r: number, figure: number): void => {
    samples[name] ??= new Float64Array(resamples)
    samples[name][r] = figure
  }
  const ranking = rankingColumns(outcomes, labels)
  const { labelled, relevant, assigned, right, allRight } = decisionColumns(outcomes)
  const influence = decisions.influence(labelCount, count)
  const f1Sum = f1s.reduce((sum, f1) => sum + f1, 0)
  const rng = new Rng(seed)
  const weights = new Float64Array(count)
  for (let r = 0; r < resamples; r++) {
    const total = drawWeights(rng, weights)
    const withLabels = weightedSum(weights, labelled)
    for (const [name, column] of ranking) put(name, r, weightedSum(weights, column) / withLabels)
    put('R1', r, 1 - samples.oneError[r])
    const hits = weightedSum(weights, right)
    const made = weightedSum(weights, assigned)
    const wanted = weightedSum(weights, relevant)
    put('microF1', r, made + wanted > 0 ? (2 * hits) / (made + wanted) : 1)
    put('microPrecision', r, hits / made)
    put('microRecall', r, hits / wanted)
    put('hammingLoss', r, (made + wanted - 2 * hits) / (total * labels))
    put('subsetAccuracy', r, weightedSum(weights, allRight) / total)
    if (influence !== undefined) {
      const moved = f1Sum + (weightedSum(weights, influence) * count) / total
      put('macroF1', r, Math.min(1, Math.max(0, moved / f1s.length)))
    }
  }
  const out: Record<string, Interval> = {}
  for (const [name, figures] of Object.entries(samples)) {
    // What is no number in one resample is none in any: nothing assigned, no label at all.
    if (Number.isFinite(figures[0])) out[name] = intervalOf(figures)
  }
  return out
}

function decisionColumns({ count, columns }: OutcomeCollector) {
  const relevant = Float64Array.from(columns.labels.subarray(0, count))
  const assigned = Float64Array.from(columns.assigned.subarray(0, count))
  const right = Float64Array.from(columns.right.subarray(0, count))
  return {
    relevant,
    assigned,
    right,
    labelled: relevant.map((n) => (n > 0 ? 1 : 0)),
    allRight: right.map((n, i) => (n === relevant[i] && n === assigned[i] ? 1 : 0)),
  }
}

/** Of each measure that is a mean over documents with a label: its figures over all judged ones, 0 for the others. */
function rankingColumns(outcomes: OutcomeCollector, labels: number): [string, Float64Array][] {
  const { count, columns } = outcomes
  const found = outcomes.result(labels)
  const rows = outcomes.labelled()
  const spread = (figures: ArrayLike<number>): Float64Array => {
    const out = new Float64Array(count)
    for (let i = 0; i < rows.length; i++) out[rows[i]] = figures[i]
    return out
  }
  const inFive = Uint8Array.from(rows, (row) =>
    columns.bestRank[row] > 0 && columns.bestRank[row] <= 5 ? 1 : 0,
  )
  return [
    ['oneError', spread(found.oneError)],
    ['coverage', spread(found.coverage)],
    ['averagePrecision', spread(found.averagePrecision)],
    ['loss1', spread(found.loss1)],
    ['loss2', spread(found.loss2)],
    ['loss3', spread(found.loss3)],
    ['R5', spread(inFive)],
    ['MRR', spread(found.reciprocalRank)],
    ['documentMaxF1', spread(found.maxF1)],
  ]
}
