// The measures, in the order of `--json`. Adding one is its declaration in one of these files, or in a file of its own
// and a line here (and its import).

import { Declarations } from '../../declarations.js'
import { InputError } from '../../errors.js'
import type { Measure } from '../measure.js'
import type { Figure } from '../ranking-sums.js'
import { assignments } from './assignments.js'
import { labelRankings } from './label-rankings.js'
import { probabilities } from './probabilities.js'
import { rejection } from './rejection.js'

const FIGURES = [...labelRankings, ...assignments]
type Ours = (typeof FIGURES)[number]

export const declaredMeasures = new Declarations<Measure>('measure', [
  ...FIGURES,
  ...probabilities,
  ...rejection,
])

/** Ours, and those added at start-up. */
export const MEASURES: readonly Measure[] = declaredMeasures.all

/** The name of a measure that a comparison can be read by: one of ours, or one that was added. */
export type ComparedMeasure = Extract<Ours, { signTest: unknown }>['name'] | (string & {})

/**
 * Those that `compare` and `tune` take.
 *
 * @example
 * comparedMeasures().some(({ name }) => name === 'microF1') // true
 */
export function comparedMeasures(): readonly (Measure & Required<Pick<Measure, 'signTest'>>)[] {
  return MEASURES.filter((measure) => measure.signTest !== undefined) as ReturnType<typeof comparedMeasures>
}

/**
 * The measure of that name which comparisons can be read by; an error that lists the names if there is none.
 *
 * @example
 * comparedMeasure('oneError').lowerIsBetter // true
 */
export function comparedMeasure(name: ComparedMeasure): ReturnType<typeof comparedMeasures>[number] {
  const all = comparedMeasures()
  const found = all.find((one) => one.name === name)
  if (found === undefined) {
    const names = all.map((one) => one.name).join(', ')
    throw new InputError(`no measure is called "${name}": expected one of ${names}`)
  }
  return found
}

type Optional = Extract<Ours, { needs: 'training' | 'beta' }>['name']

/** The figures of our measures as objects: `P@1` is `precisionAt['1']`. */
export type MeasureValues = Nested<Exclude<Ours['name'], Optional>> & Partial<Nested<Optional>>

type Nested<Names extends string> = {
  [Head in HeadOf<Names>]: Head extends Names ? Figure : { [Tail in TailOf<Names, Head>]: Figure }
}
type HeadOf<Name> = Name extends `${infer Head}.${string}` ? Head : Name
type TailOf<Name, Head extends string> = Name extends `${Head}.${infer Tail}` ? Tail : never
