// MCG09, appendix B (figures 21 and 22): what a feature of FF comes to believe of the classes in its stream, against the
// truth: documents of one feature and one class, under a margin that no document reaches, so that every one is an update
// and nothing but the update is at work.

import type { Document } from 'abound'
import { Rng } from 'abound/internal'
import { alike, every, higher, lower } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'

const DRAWS = 1000
const TRIALS = 200
const QUICK_TRIALS = 20
const LEAST_WEIGHTS = [0, 0.001, 0.01, 0.1]
const HIGHEST = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8]
/** More than any score. */
const ALWAYS = 1e6

const HUNDRED = 'highest share off by, 100 classes'
const FEW = 'highest share off by, as few classes as can be'
const RANDOM = 'distance to random distributions'
const DISTANCES = ['l1', 'l∞']
const rowName = (weight: number) => `w_min = ${weight}`
const ROWS = LEAST_WEIGHTS.map(rowName)
const column = (share: number) => `p* = ${share}`
const SHARES = HIGHEST.map(column)
const table = (name: string, place: string, measures: readonly string[]) =>
  publishedTable(name, `${place}; curves, no figures`, columns(measures, 3), ROWS)

export const mcg09Fsu: PaperItem = {
  id: 'mcg09-fsu',
  paper: MCG09,
  place: 'appendix B, figures 21 and 22',
  title: 'how well a feature estimates the shares of classes in its stream',
  corpora: [],
  data: 'same',
  differs: 'The paper has curves only.',
  protocol:
    'One feature, 1,000 draws of a class from a known distribution, 200 trials, the same draws for each w_min. p* is the ' +
    'highest true share, p the highest found; off by is the mean of |p − p*| / p*, where the other classes share the rest ' +
    'evenly. The pairs of the sign tests are the trials.',
  tables: [
    table(HUNDRED, 'figure 21 (a)', SHARES),
    table(FEW, 'figure 21 (b)', SHARES),
    table(RANDOM, 'figure 22', DISTANCES),
  ],
  headline: [
    [HUNDRED, rowName(0), 'p* = 0.05'],
    [HUNDRED, rowName(0.01), 'p* = 0.05'],
    [HUNDRED, rowName(0.1), 'p* = 0.05'],
  ],
  claims: {
    'hundredth-is-fine': 'From p* = 0.05 on, w_min = 0.01 is off by as little as w_min = 0.',
    'tenth-is-not': 'w_min = 0.1 loses shares of 0.05, and does well only for much higher ones (0.5).',
    distances: 'Of random distributions w_min = 0.01 is as near as 0 by l1 and l∞.',
    'tenth-is-far': 'w_min = 0.1 is farther than 0 by both.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  const trials = desk.quick ? QUICK_TRIALS : TRIALS
  for (const [i, weight] of LEAST_WEIGHTS.entries()) {
    const row = ROWS[i]
    // The same draws for each.
    const rng = new Rng(desk.seed)
    for (let trial = 0; trial < trials; trial++) {
      desk.progress((i + trial / trials) / LEAST_WEIGHTS.length, row)
      for (const share of HIGHEST) {
        const off = (classes: number) => offHighest(desk, rng, weight, share, classes)
        figures.add(HUNDRED, row, { [column(share)]: await off(100) })
        figures.add(FEW, row, { [column(share)]: await off(Math.ceil(1 / share)) })
      }
      figures.add(RANDOM, row, await offRandom(desk, rng, weight))
    }
  }
  const side = (table: string, weight: number, measure: string) =>
    figures.side(table, rowName(weight), measure, `${rowName(weight)} (${measure})`)
  const asGoodAs = (table: string, weight: number, measure: string, within: number) =>
    alike(side(table, weight, measure), side(table, 0, measure), within)
  const enough = HIGHEST.filter((share) => share >= 0.05).map(column)
  return {
    figures,
    facts: { trials },
    plots: [
      [HUNDRED, 'hundred'],
      [FEW, 'few'],
    ].map(([table, name]) => ({
      name,
      title: `The ${table}`,
      x: { label: 'p*' },
      y: { label: 'mean of |p − p*| / p*' },
      lines: ROWS.map((row) => ({
        name: row,
        points: HIGHEST.map((share) => [share, figures.mean(table, row, column(share))] as const),
      })),
    })),
    claims: {
      'hundredth-is-fine': every(
        [HUNDRED, FEW].flatMap((table) => enough.map((measure) => asGoodAs(table, 0.01, measure, 0.03))),
      ),
      'tenth-is-not': every([
        higher(side(HUNDRED, 0.1, 'p* = 0.05'), side(HUNDRED, 0, 'p* = 0.05')),
        asGoodAs(HUNDRED, 0.1, 'p* = 0.5', 0.03),
      ]),
      distances: every(DISTANCES.map((measure) => asGoodAs(RANDOM, 0.01, measure, 0.01))),
      'tenth-is-far': every(
        DISTANCES.map((measure) => lower(side(RANDOM, 0, measure), side(RANDOM, 0.1, measure))),
      ),
    },
  }
}

/** How far the highest share is off, as a share of the truth. */
async function offHighest(
  desk: Desk,
  rng: Rng,
  weight: number,
  highest: number,
  classes: number,
): Promise<number> {
  const rest = (1 - highest) / (classes - 1)
  const found = await sharesFound(desk, rng, weight, [highest, ...new Array<number>(classes - 1).fill(rest)])
  return Math.abs(Math.max(0, ...found) - highest) / highest
}

/** Shares drawn one after the other from [0, 1] until nothing is left, and how far they are found off. */
async function offRandom(desk: Desk, rng: Rng, weight: number): Promise<Record<string, number>> {
  const truth: number[] = []
  for (let left = 1; left > 0; left -= truth[truth.length - 1]) truth.push(Math.min(left, rng.float()))
  const found = await sharesFound(desk, rng, weight, truth)
  const off = truth.map((share, label) => Math.abs(share - found[label]))
  return { l1: off.reduce((sum, one) => sum + one, 0), 'l∞': Math.max(...off) }
}

/** What FF's feature says of a stream of draws, by class. */
async function sharesFound(
  desk: Desk,
  rng: Rng,
  minWeight: number,
  truth: readonly number[],
): Promise<number[]> {
  const vector = { features: Uint32Array.of(0), values: Float64Array.of(1) }
  const draw = (): Document => ({ vector, labels: [String(drawClass(rng, truth))] })
  const stream = Array.from({ length: DRAWS }, draw)
  const options = { learner: 'ff', minWeight, margin: ALWAYS, shuffle: false }
  const classifier = await trainContender(desk, stream, options)
  const found = new Array<number>(truth.length).fill(0)
  for (const { label, weight } of classifier.strongestLabels('0', truth.length)) found[Number(label)] = weight
  return found
}

function drawClass(rng: Rng, truth: readonly number[]): number {
  let left = rng.float()
  for (let label = 0; label < truth.length - 1; label++) {
    left -= truth[label]
    if (left < 0) return label
  }
  return truth.length - 1
}
