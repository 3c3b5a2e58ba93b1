// Thresholds of all labels from documents whose truth is known: held-out, cross-validated or training
// scores, added one document at a time.
//
// The threshold that is best for a label on few positives is best for these few. So there are three ways to set them:
//
//   own      each label its own; labels with fewer than 10 positives (rare) one together
//   shrunk   each label (n·own + 30·single)/(n + 30), n its positives
//   single   one for all labels
//
// Documents fall into two halves by turns. The way is taken whose thresholds, fitted to either half, do best on the other;
// then it is fitted to both.

import type { Judgement, Scores } from '../contract.js'
import { fMeasure } from '../measure/f-measure.js'
import { type GroupedScores, KEPT_LABELS, LabelScores } from '../measure/label-scores.js'
import { sortDescending, sortScratch } from '../measure/sorting.js'
import { type CutCounts, type CutObjective, F1, isBetter, type Objective } from './objective.js'
import { poolRare } from './pool-rare.js'
import { bestCount, shareCount, thresholdBelow } from './score-cuts.js'
import type { ThresholdRule } from './thresholds.js'

/** A label with fewer positives than this has too little to choose its own threshold from. */
export const ENOUGH_POSITIVES = 10
/** As many positives as a label needs for its own threshold to count as much as the single one. */
const SINGLE_WEIGHT = 30
const WAYS = ['own', 'shrunk', 'single'] as const
type Way = (typeof WAYS)[number]

type PerLabelRule = Extract<ThresholdRule, { kind: 'perLabel' }>

const NONE: readonly number[] = []

/** Collects scores and truth, then chooses a threshold for each label. */
export class ThresholdFitter {
  private readonly halves: readonly [LabelScores, LabelScores]
  private readonly labelCount: number
  private readonly keep: number
  private documents = 0

  /** `keep`: how many of a document's best labels are looked at, besides its true ones. */
  constructor(labelCount: number, keep = KEPT_LABELS) {
    this.halves = [new LabelScores(labelCount, keep), new LabelScores(labelCount, keep)]
    this.labelCount = labelCount
    this.keep = keep
  }

  /**
   * One document; unlabelled ones are passed over. `comparable` (by label) is what thresholds will be
   * held against. Of a partly judged document only the labels in `truth` and `wrong` count.
   */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    judged: Judgement,
    comparable: Float64Array = scores.values,
    wrong: ArrayLike<number> = NONE,
  ): void {
    if (judged === 0) return
    const half = this.halves[this.documents++ & 1]
    if (judged === 1) half.add(scores, comparable, truth)
    else half.addNamed(scores, comparable, truth, wrong)
  }

  /**
   * The thresholds that are best for what they are for. Rare labels, and labels learned later, take `natural` if the
   * learner has one, unless the thresholds are drawn towards a single one.
   */
  fit(objective: Objective = F1, natural?: number): PerLabelRule {
    const whole = this.whole()
    if (objective.kind === 'labels') {
      const pooled = new PooledCut(whole, whole.grouped(), Number.POSITIVE_INFINITY)
      const threshold = pooled.ofShare(Math.round(objective.perDocument * this.documents))
      return this.singleRule(threshold)
    }
    const way = this.bestWay(objective, natural)
    return this.fitsTo(whole, whole.grouped(), objective, natural)(way)
  }

  /** The same, each label its own: no other thresholds are better on these documents. */
  fitOwn(objective: CutObjective = F1, natural?: number): PerLabelRule {
    const whole = this.whole()
    return this.fitsTo(whole, whole.grouped(), objective, natural)('own')
  }

  /** Per label the threshold that assigns as many of these documents as have the label. */
  byShare(): PerLabelRule {
    const whole = this.whole()
    const { labelCount, positives } = whole
    const grouped = whole.grouped()
    const { offsets, scores } = grouped
    const thresholds = new Float64Array(labelCount)
    for (let l = 0; l < labelCount; l++) {
      const from = offsets[l]
      const to = offsets[l + 1]
      thresholds[l] = cutAt(whole, scores, from, to, shareCount(scores, from, to, positives[l]))
    }
    const otherwise = new PooledCut(whole, grouped, Number.POSITIVE_INFINITY).best(F1)
    return { kind: 'perLabel', thresholds, otherwise }
  }

  /** Micro-F1 of what these thresholds assign to the documents they were chosen by. */
  microF1(rule: PerLabelRule): number {
    const whole = this.whole()
    const { hits, assigned, relevant } = cutBy(rule, whole, whole.grouped())
    return fMeasure(hits, assigned - hits, relevant - hits)
  }

  private bestWay(objective: CutObjective, natural: number | undefined): Way {
    const grouped = this.halves.map((half) => half.grouped())
    const fits = this.halves.map((half, i) => this.fitsTo(half, grouped[i], objective, natural))
    let best: Way = 'own'
    let bestCut: CutCounts | undefined
    for (const way of WAYS) {
      const cut = sumOf([0, 1].map((i) => cutBy(fits[1 - i](way), this.halves[i], grouped[i])))
      if (bestCut !== undefined && !isBetter(objective, cut, bestCut)) continue
      best = way
      bestCut = cut
    }
    return best
  }

  /** The thresholds that are fitted to what was collected, in any of the ways. */
  private fitsTo(
    collected: LabelScores,
    grouped: GroupedScores,
    objective: CutObjective,
    natural: number | undefined,
  ): (way: Way) => PerLabelRule {
    const { positives } = collected
    const { offsets, scores, truth } = grouped
    const single = new PooledCut(collected, grouped, Number.POSITIVE_INFINITY).best(objective)
    const own = Float64Array.from(positives, (n, l) => {
      if (n === 0) return Number.POSITIVE_INFINITY
      const [from, to] = [offsets[l], offsets[l + 1]]
      return cutAt(collected, scores, from, to, bestCount(objective, scores, truth, from, to, n))
    })
    return (way) => {
      if (way === 'single') return this.singleRule(single)
      if (way === 'shrunk') {
        const thresholds = own.map((t, l) =>
          Number.isFinite(t)
            ? (positives[l] * t + SINGLE_WEIGHT * single) / (positives[l] + SINGLE_WEIGHT)
            : single,
        )
        return { kind: 'perLabel', thresholds, otherwise: single }
      }
      const rare = natural ?? new PooledCut(collected, grouped, ENOUGH_POSITIVES).best(objective)
      const thresholds = own.map((t, l) => (positives[l] < ENOUGH_POSITIVES ? rare : t))
      // Without rare positives the pooled threshold is +∞, from which a new label would never recover.
      const hasRare = positives.some((count) => count > 0 && count < ENOUGH_POSITIVES)
      return { kind: 'perLabel', thresholds, otherwise: natural ?? (hasRare ? rare : single) }
    }
  }

  private singleRule(threshold: number): PerLabelRule {
    const thresholds = new Float64Array(this.labelCount).fill(threshold)
    return { kind: 'perLabel', thresholds, otherwise: threshold }
  }

  /** Both halves as one. */
  private whole(): LabelScores {
    const whole = new LabelScores(this.labelCount, this.keep)
    for (const half of this.halves) {
      whole.append({ triples: half.triples(), truncated: half.truncated })
      for (let l = 0; l < this.labelCount; l++) whole.positives[l] += half.positives[l]
    }
    return whole
  }
}

/** The scores of all labels with fewer than `below` positives, as if they were one label's. */
class PooledCut {
  private readonly collected: LabelScores
  private readonly pooled: ReturnType<typeof poolRare>

  constructor(collected: LabelScores, grouped: GroupedScores, below: number) {
    this.collected = collected
    this.pooled = poolRare(grouped, collected.positives, below)
    const { scores, truth } = this.pooled
    sortDescending(scores, truth, 0, scores.length, sortScratch(scores.length))
  }

  /** The one threshold that is best over all these labels. */
  best(objective: CutObjective): number {
    const { scores, truth, positives } = this.pooled
    const { length } = scores
    return cutAt(this.collected, scores, 0, length, bestCount(objective, scores, truth, 0, length, positives))
  }

  /** The threshold that assigns `wanted` of them. */
  ofShare(wanted: number): number {
    const { scores } = this.pooled
    return cutAt(this.collected, scores, 0, scores.length, shareCount(scores, 0, scores.length, wanted))
  }
}

/** What thresholds come to on collected scores. */
function cutBy(
  { thresholds }: PerLabelRule,
  { labelCount, positives }: LabelScores,
  grouped: GroupedScores,
): CutCounts {
  const { offsets, scores, truth } = grouped
  const cut = { hits: 0, assigned: 0, relevant: 0 }
  for (let l = 0; l < labelCount; l++) {
    cut.relevant += positives[l]
    for (let i = offsets[l]; i < offsets[l + 1] && scores[i] > thresholds[l]; i++) {
      cut.assigned++
      cut.hits += truth[i]
    }
  }
  return cut
}

function sumOf(cuts: readonly CutCounts[]): CutCounts {
  const sum = { hits: 0, assigned: 0, relevant: 0 }
  for (const { hits, assigned, relevant } of cuts) {
    sum.hits += hits
    sum.assigned += assigned
    sum.relevant += relevant
  }
  return sum
}

/**
 * The threshold of a cut. −∞ would be wrong where scores were left out of the list: it would assign the label to every
 * document that has it far down. Just below the least score kept is as low as the evidence goes.
 */
function cutAt(
  { truncated }: LabelScores,
  scores: Float64Array,
  from: number,
  to: number,
  count: number,
): number {
  const threshold = thresholdBelow(scores, from, to, count)
  return threshold === Number.NEGATIVE_INFINITY && truncated ? justBelow(scores[to - 1]) : threshold
}

/** A number just below x. */
function justBelow(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return Number.MAX_VALUE
  return x - Math.abs(x) * Number.EPSILON - Number.MIN_VALUE
}
