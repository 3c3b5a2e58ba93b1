// Contenders beside each other on the same splits: means, who is best, and which differences may be luck.

import { figureOf } from '../measure/measure.js'
import { type ComparedMeasure, comparedMeasure, comparedMeasures } from '../measure/measures/index.js'
import { type MeanAndDeviation, meanAndDeviation, type SignTest, signTest } from '../measure/significance.js'
import type { CellResult, Contender } from './cell.js'

/** A difference that luck makes less often than this is one. */
const SIGNIFICANT = 0.05

/** How the documents were parted. */
export type SplitKind = 'test' | 'folds' | 'trials' | 'time' | 'group' | 'group-folds'

/** A contender over all splits. */
export interface ComparedContender extends Contender {
  /** Mean ± deviation over splits, under the names of `Measures`. */
  readonly measures: Readonly<Record<string, MeanAndDeviation>>
  readonly trainSeconds: MeanAndDeviation
  readonly trainCpuSeconds: MeanAndDeviation
  readonly documentsPerSecond: MeanAndDeviation
  readonly peakMemoryBytes: MeanAndDeviation
  readonly modelBytes: MeanAndDeviation
  /** Best by `CompareResult.measure`. */
  readonly best: boolean
  /** Not significantly worse than the best; the best itself is not. */
  readonly notWorse: boolean
  /** Why some of its cells are missing. */
  readonly failed?: string
}

/** Two contenders beside each other: wins are the first's. */
export interface ComparedPair {
  readonly first: string
  readonly second: string
  /** Over test documents that have a label, by `CompareResult.measure`. */
  readonly documents: SignTest
  /** Over splits, where there are several. */
  readonly splits?: SignTest
  /** Over the F1 of labels (means over splits) that some test document has. */
  readonly labels: SignTest
}

export interface CompareResult {
  readonly version: string
  readonly data: {
    readonly paths: readonly string[]
    /** The file that was tested on, if it was one. */
    readonly test?: string
    /** sha256 of the bytes that were read. */
    readonly fingerprint: string
  }
  readonly split: { readonly kind: SplitKind; readonly names: readonly string[] }
  /** What decides who is best, and what the tests over documents and splits look at. */
  readonly measure: ComparedMeasure
  /** In the order they were named. */
  readonly contenders: readonly ComparedContender[]
  /** Each pair once, in the order they were named. */
  readonly pairs: readonly ComparedPair[]
  readonly cells: readonly CellResult[]
}

/** What a result is put together from. */
export interface Comparison extends Pick<CompareResult, 'version' | 'data' | 'split' | 'measure'> {
  readonly contenders: readonly Contender[]
  /** In any order; some may be missing. */
  readonly cells: readonly CellResult[]
  /** By contender's name, why cells of it are missing. */
  readonly failures?: ReadonlyMap<string, string>
}

/**
 * Puts the cells of a comparison together. Best is who has the best mean over splits; who loses the sign test
 * against the best (two-tailed, 5 %) is worse. That test goes over documents, or over splits where documents are
 * tested more than once (trials).
 *
 * @example
 * const meters = { seconds: () => 0, cpuSeconds: () => 0, peakMemoryBytes: () => 0 }
 * const contenders = ['ff', 'frequency'].map((learner) => ({ name: learner, learner, options: {} }))
 * const cells = []
 * for (const contender of contenders) {
 *   const task = { contender, split: 'test', train: corpusOf(documents), test: corpusOf(documents) }
 *   cells.push(await runCell(task, meters))
 * }
 * const result = compareCells({
 *   version: '0',
 *   data: { paths: [], fingerprint: '' },
 *   split: { kind: 'test', names: ['test'] },
 *   measure: 'R1',
 *   contenders,
 *   cells,
 * })
 * result.contenders.map(({ best }) => best) // [true, false]
 */
export function compareCells(comparison: Comparison): CompareResult {
  const { version, data, split, measure, failures } = comparison
  const cells = comparison.contenders.flatMap(({ name }) =>
    split.names.flatMap(
      (one) => comparison.cells.find((cell) => cell.contender === name && cell.split === one) ?? [],
    ),
  )
  const cellsOf = (name: string): CellResult[] => cells.filter((cell) => cell.contender === name)
  const whole = comparison.contenders.filter(({ name }) => cellsOf(name).length === split.names.length)
  const pairs = whole.flatMap((first, i) =>
    whole
      .slice(i + 1)
      .map((second) => pairOf(first.name, second.name, cellsOf(first.name), cellsOf(second.name), measure)),
  )
  const means = new Map(whole.map(({ name }) => [name, meanOf(cellsOf(name), measure).mean]))
  const best = bestOf(whole, means, measure)
  const contenders = comparison.contenders.map((contender): ComparedContender => {
    const own = cellsOf(contender.name)
    const over = (figure: (cell: CellResult) => number): MeanAndDeviation => meanAndDeviation(own.map(figure))
    const failed = failures?.get(contender.name)
    return {
      ...contender,
      measures: Object.fromEntries(comparedMeasures().map(({ name }) => [name, meanOf(own, name)])),
      trainSeconds: over((cell) => cell.trainSeconds),
      trainCpuSeconds: over((cell) => cell.trainCpuSeconds),
      documentsPerSecond: over((cell) => cell.documentsPerSecond),
      peakMemoryBytes: over((cell) => cell.peakMemoryBytes),
      modelBytes: over((cell) => cell.modelBytes),
      best: contender.name === best,
      notWorse: best !== undefined && notWorse(contender.name, best, pairs, split.kind, means),
      ...(failed === undefined ? {} : { failed }),
    }
  })
  return { version, data, split, measure, contenders, pairs, cells }
}

function meanOf(cells: readonly CellResult[], measure: ComparedMeasure): MeanAndDeviation {
  return meanAndDeviation(
    cells.map((cell) => figureOf(cell.measures, measure)).filter((figure) => typeof figure === 'number'),
  )
}

function bestOf(
  contenders: readonly Contender[],
  means: ReadonlyMap<string, number | null>,
  measure: ComparedMeasure,
): string | undefined {
  const sign = comparedMeasure(measure).lowerIsBetter ? -1 : 1
  let best: string | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const { name } of contenders) {
    const mean = means.get(name)
    if (mean === null || mean === undefined || sign * mean <= most) continue
    best = name
    most = sign * mean
  }
  return best
}

function notWorse(
  name: string,
  best: string,
  pairs: readonly ComparedPair[],
  kind: SplitKind,
  means: ReadonlyMap<string, number | null>,
): boolean {
  if (name === best) return true
  if ((means.get(name) ?? null) === null) return false
  const pair = pairs.find(
    ({ first, second }) => (first === name && second === best) || (first === best && second === name),
  )
  if (pair === undefined) return false
  const test = kind === 'trials' ? (pair.splits ?? pair.documents) : pair.documents
  const bestWins = pair.first === best ? test.wins > test.losses : test.losses > test.wins
  return !(bestWins && test.twoTailed < SIGNIFICANT)
}

function pairOf(
  first: string,
  second: string,
  firstCells: readonly CellResult[],
  secondCells: readonly CellResult[],
  measure: ComparedMeasure,
): ComparedPair {
  const { lowerIsBetter, signTest: outcomesOf } = comparedMeasure(measure)
  const sign = lowerIsBetter ? -1 : 1
  const perDocument = (cells: readonly CellResult[]): number[] =>
    cells.flatMap((cell) => outcomesOf(cell.outcomes))
  const perSplit = (cells: readonly CellResult[]): number[] =>
    cells.map((cell) => sign * (figureOf(cell.measures, measure) ?? 0))
  const [firstLabels, secondLabels] = [labelMeans(firstCells), labelMeans(secondCells)]
  const labels = [...firstLabels.keys()].filter((label) => secondLabels.has(label))
  return {
    first,
    second,
    documents: signTest(perDocument(firstCells), perDocument(secondCells)),
    ...(firstCells.length > 1 ? { splits: signTest(perSplit(firstCells), perSplit(secondCells)) } : {}),
    labels: signTest(
      labels.map((label) => firstLabels.get(label) ?? 0),
      labels.map((label) => secondLabels.get(label) ?? 0),
    ),
  }
}

/** Mean F1 over the splits in which a test document has the label. */
function labelMeans(cells: readonly CellResult[]): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>()
  for (const { labels } of cells) {
    for (const [i, label] of labels.labels.entries()) {
      if (labels.documents[i] === 0) continue
      const { sum, count } = sums.get(label) ?? { sum: 0, count: 0 }
      sums.set(label, { sum: sum + labels.f1[i], count: count + 1 })
    }
  }
  return new Map(Array.from(sums, ([label, { sum, count }]) => [label, sum / count]))
}
