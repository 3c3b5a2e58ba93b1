// What a paper says of its figures, held against ours: pairs of figures (over trials, folds, labels or documents) with a
// sign test.

import { meanAndDeviation, type SignTest, signTest } from 'abound/internal'

/**
 * `held`: ours say so, and luck would hardly (a chance of at most 1 in 20); `leans`: ours say so, but luck might;
 * `not held`: ours say otherwise.
 */
export type Verdict = 'held' | 'leans' | 'not held'

/** What became of a claim. */
export interface ClaimFound {
  readonly verdict: Verdict
  /** The figures it rests on, in words. */
  readonly numbers: string
  /** Over how many pairs the first was greater, smaller or the same; absent where nothing was paired. */
  readonly test?: SignTest
}

/** A chance that counts as luck no more. */
const UNLIKELY = 0.05

/** One side of a comparison: its name and its figures, paired with the other's. */
export interface Side {
  readonly name: string
  readonly figures: readonly number[]
}

/** The claim that the first has greater figures than the second. */
export function higher(first: Side, second: Side, digits = 3): ClaimFound {
  return judge(first, second, digits, signTest(first.figures, second.figures))
}

/** The claim that the first has smaller figures (of a loss) than the second. */
export function lower(first: Side, second: Side, digits = 3): ClaimFound {
  return judge(first, second, digits, signTest(second.figures, first.figures))
}

function judge(first: Side, second: Side, digits: number, test: SignTest): ClaimFound {
  const numbers = `${formatMean(first, digits)}, ${formatMean(second, digits)}`
  const holds = test.wins > test.losses
  return { verdict: !holds ? 'not held' : test.oneTailed <= UNLIKELY ? 'held' : 'leans', numbers, test }
}

/** The claim that two are alike: their means differ by no more than `within`. */
export function alike(first: Side, second: Side, within: number, digits = 3): ClaimFound {
  const holds = Math.abs(mean(first) - mean(second)) <= within
  const numbers = `${formatMean(first, digits)}, ${formatMean(second, digits)}, ${holds ? 'at most' : 'more than'} ${within} apart`
  return { ...checked(holds, numbers), test: signTest(first.figures, second.figures) }
}

/** A claim that takes no pairs: whether it holds, and the numbers that say so. */
export function checked(holds: boolean, numbers: string): ClaimFound {
  return { verdict: holds ? 'held' : 'not held', numbers }
}

/** The claim that the first has the greatest figures of all. */
export function highest(first: Side, others: readonly Side[], digits = 3): ClaimFound {
  return compareWithAll(first, others, digits, higher)
}

/** The claim that the first has the smallest figures of all. */
export function lowest(first: Side, others: readonly Side[], digits = 3): ClaimFound {
  return compareWithAll(first, others, digits, lower)
}

function compareWithAll(
  first: Side,
  others: readonly Side[],
  digits: number,
  compare: typeof higher,
): ClaimFound {
  if (others.length === 1) return compare(first, others[0], digits)
  const found = others.map((other) => compare(first, other, digits))
  const rivals = others.map((other, i) => `${formatMean(other, digits)}${formatTest(found[i].test)}`)
  return { verdict: weakest(found), numbers: `${formatMean(first, digits)}; ${rivals.join(', ')}` }
}

/** A claim that is made of several: the weakest of them decides. */
export function every(parts: readonly ClaimFound[]): ClaimFound {
  if (parts.length === 1) return parts[0]
  const numbers = parts.map((part) => `${part.numbers}${formatTest(part.test)}`).join('; ')
  return { verdict: weakest(parts), numbers }
}

const BY_STRENGTH: readonly Verdict[] = ['held', 'leans', 'not held']

function weakest(parts: readonly ClaimFound[]): Verdict {
  return BY_STRENGTH[Math.max(...parts.map(({ verdict }) => BY_STRENGTH.indexOf(verdict)))]
}

/** ` (9 : 1, p .011)`: pairs for and against, and the chance of that by luck. */
export function formatTest(test: SignTest | undefined): string {
  if (test === undefined) return ''
  const ties = test.ties > 0 ? `, ${test.ties} ties` : ''
  const p = test.oneTailed
  const chance = p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '')
  return ` (${test.wins} : ${test.losses}${ties}, p ${chance})`
}

function mean({ figures }: Side): number {
  return meanAndDeviation(figures).mean ?? Number.NaN
}

function formatMean(side: Side, digits: number): string {
  return `${side.name} ${mean(side).toFixed(digits)}`
}
