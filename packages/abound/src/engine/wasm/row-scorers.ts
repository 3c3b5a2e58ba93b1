// Scoring rows by compiled code, from scores.as.ts: a model's weights are copied to where the code can read them, once, and
// every row after that. That takes as long as some hundred rows, so the first rows are left to the model.

import type { RowScorer, Scores, ScoringThread } from '../../contract.js'
import type { ScoredLists, ScoredMatrix } from '../contract.js'
import { clearScores, createScores, touchAll } from '../scores.js'
import { type WasmMemory, wasmExports, wasmMemory, wholeLines } from './webassembly.js'

/** Rows that a model scores itself before its weights are copied. */
const ROWS_BEFORE_COPY = 64
/** Weights that take more than this stay where they are. */
const MOST_BYTES = 2 ** 26 + 2 ** 20
/** Entries of a row that there is room for; longer rows are scored by the model. */
const ROW = 1 << 14
const HEAD_BYTES = 24
/** Up to this many labels, lists are written out as rows with a weight for each: one bit a label says which speak. */
const FEW_LABELS = 32

type Numbers = (...numbers: number[]) => number

/** The code on memory with the parts that it works on, each thread's own and shared ones. */
interface Layout {
  readonly memory: WasmMemory
  readonly code: Record<string, Numbers>
  /** Where the parts begin: the row's columns and values, the other own ones, the shared ones. */
  readonly at: readonly number[]
  /** Whether another thread has written the weights. */
  readonly written: boolean
}

/** Undefined where nothing may be compiled, or there is not enough memory for parts of these sizes. */
function layOut(
  { threads, own, memory: given }: ScoringThread,
  sizes: readonly number[],
  shared: readonly number[],
): Layout | undefined {
  const ownSizes = [4 * ROW, 4 * ROW, ...sizes]
  const starts: number[] = []
  let bytes = 0
  for (const size of [...Array.from({ length: threads }, () => ownSizes).flat(), ...shared]) {
    starts.push(bytes)
    bytes += wholeLines(size)
  }
  if (bytes > MOST_BYTES) return undefined
  const memory = (given as WasmMemory | undefined) ?? wasmMemory(bytes)
  const code = memory && wasmExports<Record<string, Numbers>>('scores', memory)
  const first = own * ownSizes.length
  const at = [...starts.slice(first, first + ownSizes.length), ...starts.slice(threads * ownSizes.length)]
  return code && { memory, code, at, written: given !== undefined }
}

const ALONE: ScoringThread = { threads: 1, own: 0 }

/** What puts a row where the code reads it and has it scored; rows that are too long are left to the model. */
function makeScorer(
  { memory, at: [columnsAt, valuesAt] }: Layout,
  score: (size: number) => Scores,
): RowScorer {
  const ownColumns = new Uint32Array(memory.buffer, columnsAt, ROW)
  const ownValues = new Float32Array(memory.buffer, valuesAt, ROW)
  const scorer = (columns: Uint32Array, values: Float64Array, size: number): Scores | undefined => {
    if (size > ROW) return undefined
    for (let i = 0; i < size; i++) {
      ownColumns[i] = columns[i]
      ownValues[i] = values[i]
    }
    return score(size)
  }
  return Object.assign(scorer, { memory })
}

/** For one of several threads, a scorer is made at once; else when some rows have been asked for. */
function afterSome(
  thread: ScoringThread | undefined,
  make: (thread: ScoringThread) => RowScorer | undefined,
): RowScorer | undefined {
  if (thread !== undefined) return make(thread)
  let rows = 0
  let scorer: RowScorer | undefined
  return (columns, values, size) => {
    if (rows++ === ROWS_BEFORE_COPY) scorer = make(ALONE)
    return scorer?.(columns, values, size)
  }
}

/** Scores rows by a matrix of weights. */
export function wasmDenseScorer(matrix: ScoredMatrix, thread?: ScoringThread): RowScorer | undefined {
  return afterSome(thread, (given) => denseScorer(matrix, given))
}

/** Scores rows by lists of weights. */
export function wasmListScorer(lists: ScoredLists, thread?: ScoringThread): RowScorer | undefined {
  return afterSome(thread, (given) =>
    lists.labelCount <= FEW_LABELS ? fewLabelsScorer(lists, given) : manyLabelsScorer(lists, given),
  )
}

/** s_l = bias_l + Σ_j w_{j,l} · x_j. */
function denseScorer(
  { features, bias, labelCount, weights }: ScoredMatrix,
  thread: ScoringThread,
): RowScorer | undefined {
  const stride = labelCount + (labelCount & 1)
  // Whoever comes later finds how wide they are where they are.
  const width = thread.memory !== undefined || weights.isSingle() ? 4 : 8
  const laid = layOut(thread, [8 * ROW, 4 * ROW, 8 * stride], [4, 8 * stride, width * stride * features])
  if (laid === undefined || labelCount === 0) return undefined
  const { code } = laid
  const { buffer } = laid.memory
  const [columnsAt, valuesAt, factorsAt, rowsAt, scoresAt, widthAt, biasAt, weightsAt] = laid.at
  const widths = new Uint32Array(buffer, widthAt, 1)
  if (!laid.written) {
    widths[0] = width
    new Float64Array(buffer, biasAt, labelCount).set(bias.subarray(0, labelCount))
    const count = stride * features
    weights.writeDense(
      width === 4 ? new Float32Array(buffer, weightsAt, count) : new Float64Array(buffer, weightsAt, count),
      stride,
    )
  }
  const single = widths[0] === 4 ? 1 : 0
  const scores = { ...createScores(labelCount), values: new Float64Array(buffer, scoresAt, labelCount) }
  touchAll(scores, labelCount)
  const { dense } = code
  return makeScorer(laid, (size) => {
    dense(size, columnsAt, valuesAt, features, weightsAt, biasAt, stride, scoresAt, factorsAt, rowsAt, single)
    return scores
  })
}

function fewLabelsScorer(given: ScoredLists, thread: ScoringThread): RowScorer | undefined {
  const { features, labels, weights, labelCount } = given
  const presence = given.presence ? 1 : 0
  const stride = labelCount + (labelCount & 1)
  const headBytes = wholeLines(HEAD_BYTES + 8 * stride)
  const laid = layOut(thread, [8 * ROW, 4 * ROW, 4 * FEW_LABELS, 8 * stride], [headBytes * features])
  if (laid === undefined) return undefined
  const { code } = laid
  const { buffer } = laid.memory
  const [columnsAt, valuesAt, factorsAt, rowsAt, firstAt, scoresAt, headsAt] = laid.at
  const sums = new Float64Array(buffer, scoresAt, labelCount)
  const scores = createScores(labelCount)
  const numbers = new Float64Array(buffer, headsAt, (headBytes / 8) * features)
  const heads = new Uint32Array(buffer, headsAt, (headBytes / 4) * features)
  const first = new Uint32Array(buffer, firstAt, FEW_LABELS)
  for (let f = laid.written ? features : 0; f < features; f++) {
    const { rate, total, start, end } = given.head(f)
    const at = (f * headBytes) / 8
    numbers[at] = rate
    numbers[at + 1] = total
    heads[2 * at + 5] = start
    for (let i = start; i < end; i++) {
      numbers[at + 3 + labels[i]] = weights[i]
      heads[2 * at + 4] |= 1 << labels[i]
    }
  }
  const { denseLists } = code
  return makeScorer(laid, (size) => {
    const noted = denseLists(
      size,
      columnsAt,
      valuesAt,
      features,
      headsAt,
      headBytes,
      stride,
      scoresAt,
      factorsAt,
      rowsAt,
      firstAt,
      presence,
    )
    clearScores(scores)
    const { values: sumOf, seen, touched } = scores
    let count = 0
    // Labels are touched in the order in which lists would have met them: others add up in it.
    for (let k = 0; k < noted; k++) {
      const at = (headBytes / 4) * first[k]
      let left = heads[at + 4]
      for (let i = heads[at + 5]; left !== 0; i++) {
        const label = labels[i]
        left &= ~(1 << label)
        if (seen[label] === 1) continue
        seen[label] = 1
        touched[count++] = label
        sumOf[label] = sums[label]
      }
    }
    scores.count = count
    return scores
  })
}

function manyLabelsScorer(given: ScoredLists, thread: ScoringThread): RowScorer | undefined {
  const { features, labels, weights, labelCount } = given
  const presence = given.presence ? 1 : 0
  const laid = layOut(
    thread,
    [8 * labelCount, labelCount, 4 * labelCount],
    [HEAD_BYTES * features, 4 * labels.length, 8 * weights.length],
  )
  if (laid === undefined) return undefined
  const { code } = laid
  const { buffer } = laid.memory
  const [columnsAt, valuesAt, scoresAt, seenAt, touchedAt, headsAt, labelsAt, weightsAt] = laid.at
  const scores: Scores = {
    values: new Float64Array(buffer, scoresAt, labelCount),
    touched: new Uint32Array(buffer, touchedAt, labelCount),
    seen: new Uint8Array(buffer, seenAt, labelCount),
    count: 0,
  }
  if (!laid.written) {
    new Uint32Array(buffer, labelsAt, labels.length).set(labels)
    new Float64Array(buffer, weightsAt, weights.length).set(weights)
  }
  const numbers = new Float64Array(buffer, headsAt, 3 * features)
  const ends = new Uint32Array(buffer, headsAt, 6 * features)
  for (let f = laid.written ? features : 0; f < features; f++) {
    const { rate, total, start, end } = given.head(f)
    numbers[3 * f] = rate
    numbers[3 * f + 1] = total
    ends[6 * f + 4] = start
    ends[6 * f + 5] = end
  }
  const { lists } = code
  return makeScorer(laid, (size) => {
    scores.count = lists(
      size,
      columnsAt,
      valuesAt,
      features,
      headsAt,
      labelsAt,
      weightsAt,
      scoresAt,
      seenAt,
      touchedAt,
      scores.count,
      presence,
    )
    return scores
  })
}
