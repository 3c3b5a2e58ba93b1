// 95 % intervals of an evaluation's main figures: all of them from the same resamples of the judged documents.
//
// Means over documents and ratios of sums are computed for each resample. F1 of a label with two documents is far from
// linear in their weights, and the mean over thousands of such labels would be off in every resample in the same way;
// so macro-F1 moves by its linear part, the influence of each document (label-decisions.ts).
//
// Cost: resamples · 13 · documents.

import { Rng } from '../structures/rng.js'
import {
  type BootstrapOptions,
  drawWeights,
  type Interval,
  intervalOf,
  resolveBootstrap,
  weightedSum,
} from './bootstrap.js'
import type { OutcomeCollector } from './document-outcomes.js'
import type { LabelDecisions } from './label-decisions.js'
import type { IntervalRule, Resample } from './measure.js'
import { MEASURES } from './measures/index.js'

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
  { outcomes, decisions, labelCount, labels, f1s }: Population,
  options: BootstrapOptions,
): Record<string, Interval> {
  const { count } = outcomes
  if (count === 0) return {}
  const { seed, resamples } = resolveBootstrap(options, count)
  const means = meanColumns(outcomes, labels)
  const ratios = measuresWith((rule) =>
    typeof rule === 'object' && 'ratio' in rule ? rule.ratio : undefined,
  )
  const meanF1 = measuresWith((rule) => (rule === 'mean F1' ? rule : undefined))
  const { labelled, relevant, assigned, right, allRight } = decisionColumns(outcomes)
  const influence = decisions.influence(labelCount, count)
  const f1Sum = f1s.reduce((sum, f1) => sum + f1, 0)
  const samples: Record<string, Float64Array> = {}
  const put = (name: string, r: number, figure: number): void => {
    samples[name] ??= new Float64Array(resamples)
    samples[name][r] = figure
  }
  const rng = new Rng(seed)
  const weights = new Float64Array(count)
  for (let r = 0; r < resamples; r++) {
    const total = drawWeights(rng, weights)
    const withLabels = weightedSum(weights, labelled)
    const resample: Resample = {
      documents: total,
      labels,
      assigned: weightedSum(weights, assigned),
      relevant: weightedSum(weights, relevant),
      right: weightedSum(weights, right),
      allRight: weightedSum(weights, allRight),
      means: Object.fromEntries(
        means.map(([name, column]) => [name, weightedSum(weights, column) / withLabels]),
      ),
    }
    for (const [name] of means) put(name, r, resample.means[name])
    for (const [name, ratio] of ratios) put(name, r, ratio(resample))
    if (influence === undefined) continue
    const moved = f1Sum + (weightedSum(weights, influence) * count) / total
    for (const [name] of meanF1) put(name, r, Math.min(1, Math.max(0, moved / f1s.length)))
  }
  const out: Record<string, Interval> = {}
  for (const [name, figures] of Object.entries(samples)) {
    // What is no number in one resample is none in any: nothing assigned, no label at all.
    if (Number.isFinite(figures[0])) out[name] = intervalOf(figures)
  }
  return out
}

/** The rules of one kind, with the names of their measures. */
function measuresWith<Found>(pick: (rule: IntervalRule) => Found | undefined): [string, Found][] {
  return MEASURES.flatMap(({ name, interval }): [string, Found][] => {
    const found = interval && pick(interval)
    return found === undefined ? [] : [[name, found]]
  })
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
function meanColumns(outcomes: OutcomeCollector, labels: number): [string, Float64Array][] {
  const found = outcomes.result(labels)
  const rows = outcomes.labelled()
  const means = measuresWith((rule) => (typeof rule === 'object' && 'mean' in rule ? rule.mean : undefined))
  return means.map(([name, mean]) => {
    const figures = mean(found)
    const column = new Float64Array(outcomes.count)
    for (let i = 0; i < rows.length; i++) column[rows[i]] = figures[i]
    return [name, column]
  })
}
