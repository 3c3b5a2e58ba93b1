// Whether the model gets better: every example taught is ranked before it is learned (progressive validation).

import type { Classifier } from 'abound'
import type { LearnEvent, LoggedEvent } from '../log/events.js'
import type { LabelNames } from './label-renaming.js'

/** Figures run over this many examples. */
const WINDOW = 200
const MOST_POINTS = 400
const MOST_CONFUSIONS = 2000

interface ProgressPoint {
  readonly taught: number
  readonly R1: number
  readonly R5: number
  readonly loss: number
  readonly at: number
}

interface LabelTally {
  taught: number
  /** How often it was among as many first labels as the example has. */
  found: number
}

/** As JSON in a version's row. */
interface Saved {
  readonly seq: number
  readonly taught: number
  readonly recent: readonly (readonly [R1: number, R5: number, loss: number])[]
  readonly points: readonly ProgressPoint[]
  readonly every: number
  readonly days: readonly (readonly [day: string, taught: number])[]
  readonly confusions: readonly (readonly [pair: string, documents: number])[]
  readonly labels: readonly (readonly [label: string, taught: number, found: number])[]
  readonly random: { documents: number; right: number }
}

export class ProgressiveValidation {
  /** The last event that was looked at. */
  seq = 0
  taught = 0
  private recent: (readonly [number, number, number])[] = []
  private points: ProgressPoint[] = []
  private every = 1
  private readonly days = new Map<string, number>()
  private readonly confusions = new Map<string, number>()
  private readonly labels = new Map<string, LabelTally>()
  private random = { documents: 0, right: 0 }

  static from(json: string): ProgressiveValidation {
    const progress = new ProgressiveValidation()
    const saved = JSON.parse(json) as Saved
    progress.seq = saved.seq
    progress.taught = saved.taught
    progress.recent = saved.recent.slice()
    progress.points = saved.points.slice()
    progress.every = saved.every
    for (const [day, taught] of saved.days) progress.days.set(day, taught)
    for (const [pair, documents] of saved.confusions) progress.confusions.set(pair, documents)
    for (const [label, taught, found] of saved.labels) progress.labels.set(label, { taught, found })
    progress.random = { ...saved.random }
    return progress
  }

  toJson(): string {
    const saved: Saved = {
      seq: this.seq,
      taught: this.taught,
      recent: this.recent,
      points: this.points,
      every: this.every,
      days: [...this.days],
      confusions: [...this.confusions],
      labels: Array.from(this.labels, ([label, { taught, found }]) => [label, taught, found] as const),
      random: this.random,
    }
    return JSON.stringify(saved)
  }

  /** Ranks an example that the model has not learned from yet. */
  observe(classifier: Classifier, names: LabelNames, { seq, body }: LoggedEvent<LearnEvent>): void {
    if (seq <= this.seq) return
    this.seq = seq
    this.taught++
    const day = new Date(body.at).toISOString().slice(0, 10)
    this.days.set(day, (this.days.get(day) ?? 0) + 1)
    const truth = [...new Set(body.labels.map((label) => names.displayName(label)))]
    if (truth.length === 0) return
    const { first, found, R1, R5, loss } = rankTruth(classifier, names, body.text, truth)
    for (const label of truth) {
      const tally = this.labels.get(label) ?? { taught: 0, found: 0 }
      tally.taught++
      if (found.has(label)) tally.found++
      this.labels.set(label, tally)
    }
    if (R1 === 0 && first !== undefined && body.partial !== true) this.confuse(truth[0], first)
    if (body.why === 'random') {
      this.random.documents++
      this.random.right += R1
    }
    this.recent.push([R1, R5, loss])
    if (this.recent.length > WINDOW) this.recent.shift()
    if (this.taught % this.every === 0) this.addPoint(body.at)
  }

  /** How often a label was taught, and the share of these in which it was found before. */
  label(label: string): { readonly taught: number; readonly quality?: number } {
    const tally = this.labels.get(label)
    return tally === undefined ? { taught: 0 } : { taught: tally.taught, quality: tally.found / tally.taught }
  }

  report() {
    const confusions = Array.from(this.confusions, ([pair, documents]) => {
      const [truth, taken] = JSON.parse(pair) as [string, string]
      return { truth, taken, documents }
    })
    return {
      points: this.points.slice(),
      volume: Array.from(this.days, ([day, taught]) => ({ day, taught })),
      confusions: confusions.sort((a, b) => b.documents - a.documents).slice(0, 50),
      unbiased: wilson(this.random.right, this.random.documents),
    }
  }

  private addPoint(at: number): void {
    const mean = (i: 0 | 1 | 2): number =>
      this.recent.reduce((sum, figures) => sum + figures[i], 0) / this.recent.length
    this.points.push({ taught: this.taught, R1: mean(0), R5: mean(1), loss: mean(2), at })
    if (this.points.length <= MOST_POINTS) return
    this.every *= 2
    this.points = this.points.filter(({ taught }) => taught % this.every === 0)
  }

  private confuse(truth: string, taken: string): void {
    const pair = JSON.stringify([truth, taken])
    this.confusions.set(pair, (this.confusions.get(pair) ?? 0) + 1)
    if (this.confusions.size <= MOST_CONFUSIONS) return
    for (const [rare, documents] of this.confusions) if (documents === 1) this.confusions.delete(rare)
    if (this.confusions.size > MOST_CONFUSIONS) this.confusions.clear()
  }
}

/** How a model that has not learned an example ranks its labels. */
function rankTruth(classifier: Classifier, names: LabelNames, text: string, truth: readonly string[]) {
  const top = Math.max(5, truth.length)
  const ranked = names
    .renameRanking(classifier.rank(text, { top: top + names.count }), top)
    .map(({ label }) => label)
  const { touched, values, seen, count } = classifier.score(text)
  const wanted = new Set(truth)
  const isWanted = (label: string): boolean => wanted.has(label)
  const idsOf = truth.map((label) => names.modelIds(label, classifier))
  const right = new Set(idsOf.flat())
  const others = Math.max(1, classifier.labelCount - right.size)
  let errors = 0
  for (const ids of idsOf) {
    const own = Math.max(...ids.filter((id) => seen[id] === 1).map((id) => values[id]))
    if (own === Number.NEGATIVE_INFINITY) {
      errors += others
      continue
    }
    for (let i = 0; i < count; i++) if (values[touched[i]] > own && !right.has(touched[i])) errors++
  }
  return {
    first: ranked.at(0),
    /** The true labels among as many first ones as there are true. */
    found: new Set(ranked.slice(0, truth.length).filter(isWanted)),
    R1: ranked.slice(0, 1).some(isWanted) ? 1 : 0,
    R5: ranked.slice(0, 5).some(isWanted) ? 1 : 0,
    /** Wrongly ordered pairs of a true and another label, as a share of all. */
    loss: Math.min(1, errors / (truth.length * others)),
  }
}

/** A share with its 95 % interval (Wilson). */
export function wilson(right: number, documents: number) {
  if (documents === 0) return { documents, R1: null, low: null, high: null }
  const z = 1.959964
  const p = right / documents
  const d = 1 + (z * z) / documents
  const middle = (p + (z * z) / (2 * documents)) / d
  const half = (z / d) * Math.sqrt((p * (1 - p)) / documents + (z * z) / (4 * documents * documents))
  return { documents, R1: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
