// Where `tune` looks: for each option the values worth trying, as data. A test holds them against the options' specs.

import type { Rng } from '../structures/rng.js'
import { TEXT_OPTIONS } from '../text/analyser.js'

/** The values of an option: one of some, or a number drawn evenly, or evenly in its logarithm. */
type Dimension =
  | { readonly kind: 'choice'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'integer'; readonly from: number; readonly to: number }
  | { readonly kind: 'log'; readonly from: number; readonly to: number }

type Space = Readonly<Record<string, Dimension>>

const choice = (...values: readonly (string | number | boolean)[]): Dimension => ({ kind: 'choice', values })
const integer = (from: number, to: number): Dimension => ({ kind: 'integer', from, to })
const log = (from: number, to: number): Dimension => ({ kind: 'log', from, to })

/** How texts become rows, whatever learns from them. */
export const TEXT_SPACE: Space = {
  weighting: choice('tf', 'log-tf', 'tfidf', 'tfidf-raw', 'binary'),
  norm: choice('l2'),
  ngrams: choice(2, 3),
  chars: choice('2-4', '2-5', '3-5'),
  stop: choice('english'),
  stem: choice('porter'),
  minDf: choice(2, 3, 5),
  tokens: choice('alpha'),
}

/** What each learner can be tuned by; those not named only by text. */
export const LEARNER_SPACE: Readonly<Record<string, Space>> = {
  ff: {
    margin: log(0.01, 1),
    passes: integer(2, 4),
    minWeight: log(0.001, 0.1),
    maxDegree: choice(10, 50, 100, 250),
    leaks: choice(false),
    rating: choice(false),
  },
  ind: { threshold: log(0.001, 0.2) },
  'unweighted-index': { tolerance: integer(1, 20), passes: integer(1, 10), classifiers: choice(true) },
  mmp: { loss: choice(2, 3), passes: integer(2, 10), average: choice(true) },
  perceptron: { passes: integer(2, 10), average: choice(true) },
  committee: { members: choice(5, 20), patience: choice(3, 10) },
  'sleeping-experts': { beta: log(0.05, 0.9), passes: integer(2, 4) },
  'naive-bayes': { complement: choice(true) },
  rocchio: { beta: log(1, 64), gamma: log(0.5, 32), clip: choice(false), unit: choice(false) },
  ripper: { absence: choice(false), revisions: integer(0, 4) },
  boost: {
    variant: choice('real-abstain-mh', 'discrete-mh'),
    rounds: choice(100, 300, 2000),
  },
  'widrow-hoff': { rate: log(0.05, 1), passes: integer(2, 8), average: choice(false) },
  eg: { rate: log(0.01, 2), passes: integer(2, 5) },
  svm: {
    loss: choice('squared-hinge', 'logistic'),
    cost: log(0.1, 30),
    positiveWeight: log(0.5, 8),
    nbWeights: choice(true),
  },
  tsvm: { cost: log(0.1, 30) },
  'top-down': { base: choice('perceptron'), cost: log(0.1, 30) },
}

/** An option stays at its default this often: what differs in a few options is easier to learn from. */
const LEFT_ALONE = 0.7
/** Digits that count of a number that is drawn. */
const DIGITS = 2

/** Options drawn from a space; those left alone are not in it. */
export function draw(space: Space, rng: Rng): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, dimension] of Object.entries(space)) {
    // Both are drawn every time: the value of one option does not depend on the others.
    const stays = rng.float() < LEFT_ALONE
    const value = valueIn(dimension, rng.float())
    if (!stays) options[name] = value
  }
  return options
}

/** Options to try, under those that were given. Beside a gap no other option makes terms. */
export function underGiven(
  tried: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hasGap = given.gap !== undefined && given.gap !== ''
  return { ...(hasGap ? omitTextOptions(tried) : tried), ...given }
}

function omitTextOptions(tried: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(tried).filter(([name]) => !Object.hasOwn(TEXT_OPTIONS, name)))
}

/** The value at a place from 0 to 1 of a dimension. */
function valueIn(dimension: Dimension, place: number): string | number | boolean {
  if (dimension.kind === 'choice') return dimension.values[Math.floor(place * dimension.values.length)]
  const { from, to } = dimension
  if (dimension.kind === 'integer') return from + Math.floor(place * (to - from + 1))
  return Number((from * (to / from) ** place).toPrecision(DIGITS))
}
