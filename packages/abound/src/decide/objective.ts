// What thresholds are for (Lewis, Schapire, Callan & Papka 1996, section 3.4: "the desired effectiveness measure"). With a labels
// rightly given, b wrongly and c missed:
//
//   f1, f0.5, f2 …   F_β = (1 + β²)·a / ((1 + β²)·a + b + β²·c)
//   utility:A,B,C    A·a − B·b − C·c
//   precision:P      the greatest a with a/(a + b) ≥ P
//   recall:R         the least b with a/(a + c) ≥ R
//   labels:N         N labels a document on average: the best N by one threshold for all
//
// Each says of two numbers of hits and assignments, over the same documents, which is better.

import { InputError } from '../errors.js'
import { wrongOption } from '../wording.js'

/** What thresholds are for, as a user writes it. */
export type ObjectiveText =
  | `f${number}`
  | `utility:${number},${number},${number}`
  | `precision:${number}`
  | `recall:${number}`
  | `labels:${number}`

export type Objective =
  | { readonly kind: 'f'; readonly beta: number }
  | { readonly kind: 'utility'; readonly right: number; readonly wrong: number; readonly missed: number }
  | { readonly kind: 'precision' | 'recall'; readonly least: number }
  | { readonly kind: 'labels'; readonly perDocument: number }

/** What one cut can be better by than another; a number of labels is the same for each. */
export type CutObjective = Exclude<Objective, { readonly kind: 'labels' }>

export const F1: CutObjective = { kind: 'f', beta: 1 }

/** What `--optimise` takes besides `usual`. */
export const OBJECTIVES = 'f1 (or f0.5, f2 …), utility:A,B,C, precision:P, recall:R or labels:N'

const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Reads `f0.5`, `utility:1,2,0`, `precision:.9`, `recall:.9` or `labels:3`. */
export function parseObjective(text: string): Objective {
  const fail = (expected: string): never => {
    throw new InputError(wrongOption('optimise', text, expected))
  }
  const number = (part: string): number => (NUMBER.test(part) ? Number(part) : Number.NaN)
  if (text.startsWith('f')) {
    const beta = number(text.slice(1))
    return beta > 0 && beta <= 100
      ? { kind: 'f', beta }
      : fail('a number above 0, at most 100, after f, such as f0.5')
  }
  const colon = text.indexOf(':')
  const kind = text.slice(0, colon)
  const numbers = text
    .slice(colon + 1)
    .split(',')
    .map(number)
  if (kind === 'utility') {
    const [right, wrong, missed] = numbers
    return numbers.length === 3 && numbers.every((one) => one >= 0) && right + missed > 0
      ? { kind, right, wrong, missed }
      : fail('what a hit gains, a false alarm and a miss cost, such as utility:3,2,0')
  }
  const [one, ...more] = numbers
  if (kind === 'precision' || kind === 'recall')
    return more.length === 0 && one > 0 && one <= 1
      ? { kind, least: one }
      : fail(`a share above 0, at most 1, such as ${kind}:.9`)
  if (kind === 'labels')
    return more.length === 0 && one > 0
      ? { kind, perDocument: one }
      : fail('a number above 0, such as labels:3')
  return fail(OBJECTIVES)
}

/** How a cut does: labels rightly given, labels given, and labels there are to find. */
export interface CutCounts {
  readonly hits: number
  readonly assigned: number
  readonly relevant: number
}

/** Whether the first cut is better than the second; they are over the same labels and documents. */
export function isBetter(objective: CutObjective, one: CutCounts, other: CutCounts): boolean {
  switch (objective.kind) {
    case 'f': {
      // F = (1 + β²)·hits / (assigned + β²·relevant), compared without dividing: ties of F1 are exact.
      const weight = objective.beta * objective.beta
      return (
        one.hits * (other.assigned + weight * other.relevant) >
        other.hits * (one.assigned + weight * one.relevant)
      )
    }
    case 'utility':
      return utilityOf(objective, one) > utilityOf(objective, other)
    case 'precision':
      return isBetterAbove(
        one.hits - objective.least * one.assigned,
        other.hits - objective.least * other.assigned,
        one.hits - other.hits,
        other.assigned - one.assigned,
      )
    case 'recall':
      return isBetterAbove(
        one.hits - objective.least * one.relevant,
        other.hits - objective.least * other.relevant,
        other.assigned - other.hits - (one.assigned - one.hits),
        one.hits - other.hits,
      )
  }
}

function utilityOf(
  { right, wrong, missed }: Extract<Objective, { kind: 'utility' }>,
  { hits, assigned, relevant }: CutCounts,
): number {
  return right * hits - wrong * (assigned - hits) - missed * (relevant - hits)
}

/** Better by a floor first (how far above it, 0 and more being equal), then by `gain`, then by `other`. */
function isBetterAbove(floor: number, otherFloor: number, gain: number, other: number): boolean {
  const [above, otherAbove] = [floor >= 0, otherFloor >= 0]
  if (above !== otherAbove) return above
  if (!above && floor !== otherFloor) return floor > otherFloor
  return gain !== 0 ? gain > 0 : other > 0
}
