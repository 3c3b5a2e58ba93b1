// Results by how often a label was seen in training: frequent labels are easy and rule the micro averages, rare ones
// rule the macro averages (LSCP96 reports them apart: 75 documents or more, 15 to 74, fewer).

import { InputError } from '../errors.js'
import { fMeasure } from './f-measure.js'
import { type LabelMeasures, meanOver } from './per-label.js'
import type { TrainingCounts } from './propensity.js'
import type { Figure } from './ranking-sums.js'

/** Labels with `from` to `to` training documents, taken together. */
export interface LabelBand {
  readonly name: string
  readonly from: number
  /** null: no upper bound. */
  readonly to: number | null
  /** Labels in it with a true or assigned document: what `macroF1` is the mean of. */
  readonly labels: number
  /** Documents with a true label in it. */
  readonly documents: number
  readonly microF1: Figure
  readonly macroF1: Figure
  /** Means over the labels that some document has. */
  readonly breakeven: Figure
  readonly averagePrecision: Figure
  /** Of all assignments in the band. */
  readonly recall: Figure
  readonly precision: Figure
}

/** The least training documents of each band, most first; what has fewer than the last is one more band. */
const USUAL_BANDS: readonly number[] = [75, 15, 1]

const MOST_BANDS = 31

/** Knows the band of each label, and counts the documents of each band. */
export class Bands {
  private readonly bounds: readonly number[]
  private readonly bandOf: Uint8Array
  private readonly documents: Float64Array

  /** Labels that training never saw, known to the model or not, are in the last band, whose bound is 0. */
  constructor(training: TrainingCounts, labelCount: number, bounds: readonly number[] = USUAL_BANDS) {
    checkBounds(bounds)
    this.bounds = [...bounds, 0]
    this.documents = new Float64Array(this.bounds.length)
    this.bandOf = new Uint8Array(labelCount)
    for (let l = 0; l < labelCount; l++) {
      const seen = training.positives[l] ?? 0
      this.bandOf[l] = this.bounds.findIndex((bound) => seen >= bound)
    }
  }

  /** A document's true labels: those that the model knows, and how many others. */
  add(known: ArrayLike<number>, knownCount: number, unknownCount: number): void {
    const { bandOf, documents } = this
    let met = unknownCount > 0 ? 1 << (documents.length - 1) : 0
    for (let i = 0; i < knownCount; i++) met |= 1 << bandOf[known[i]]
    for (let band = 0; met !== 0; band++, met >>>= 1) documents[band] += met & 1
  }

  /** `perLabel`: known labels first, whose ids are `present`; the others are unknown to the model. */
  result(perLabel: readonly LabelMeasures[], present: Uint32Array): LabelBand[] {
    const { bounds, bandOf, documents } = this
    const last = bounds.length - 1
    const members: LabelMeasures[][] = bounds.map(() => [])
    perLabel.forEach((label, i) => {
      members[i < present.length ? bandOf[present[i]] : last].push(label)
    })
    return members.map((labels, band) => {
      const from = bounds[band]
      const to = band === 0 ? null : bounds[band - 1] - 1
      return { name: bandName(from, to), from, to, ...measureBand(labels, documents[band]) }
    })
  }
}

function measureBand(
  labels: readonly LabelMeasures[],
  documents: number,
): Omit<LabelBand, 'name' | 'from' | 'to'> {
  const withDocuments = labels.filter((label) => label.documents > 0)
  const sum = (figure: 'right' | 'assigned' | 'documents'): number =>
    labels.reduce((total, label) => total + label[figure], 0)
  const right = sum('right')
  const assigned = sum('assigned')
  const relevant = sum('documents')
  return {
    labels: labels.length,
    documents,
    microF1: labels.length > 0 ? fMeasure(right, assigned - right, relevant - right) : null,
    macroF1: meanOver(labels, (label) => label.f1),
    breakeven: meanOver(withDocuments, (label) => label.breakeven),
    averagePrecision: meanOver(withDocuments, (label) => label.averagePrecision),
    recall: relevant > 0 ? right / relevant : null,
    precision: assigned > 0 ? right / assigned : null,
  }
}

function bandName(from: number, to: number | null): string {
  if (to === null) return `${from} or more`
  return from === to ? String(from) : `${from}–${to}`
}

function checkBounds(bounds: readonly number[]): void {
  const falling = bounds.every((bound, i) => i === 0 || bound < bounds[i - 1])
  const whole = bounds.every((bound) => Number.isInteger(bound) && bound >= 1)
  if (bounds.length === 0 || bounds.length > MOST_BANDS || !falling || !whole)
    throw new InputError(
      `bands ${bounds.join(', ')}: expected up to ${MOST_BANDS} falling whole numbers from 1`,
    )
}
