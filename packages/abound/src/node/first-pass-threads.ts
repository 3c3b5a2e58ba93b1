// The first pass over a large file on several threads. The caller's thread cuts the file into blocks of whole lines and hands
// them to workers that have room; when all are busy it reads and counts a block itself. Answers are merged in the order of
// the file, so that the result, the warnings and the errors are those of one thread that reads from front to back.

import type { Document } from '../contract.js'
import {
  type CountedDocuments,
  type CounterTotals,
  type CountTask,
  DocumentCounter,
  type FirstPassReader,
} from '../pipeline/counting.js'
import type { Work } from '../threads/worker-protocol.js'
import { type BlockNews, type LineBlock, readBlock, type SentBlock } from './line-blocks.js'
import { OrderedBlocks } from './pool/ordered-blocks.js'
import type { WorkerPool } from './pool/worker-pool.js'
import type { Source } from './source.js'
import { FIRST_PASS } from './tasks.js'

/** Workers are used from this many bytes of unpacked data on: less is read before they have compiled their code. */
const LARGE = 96 << 20
/** Workers are used only if documents have this many bytes on average: the caller's thread must merge labels and rows. */
const LONG = 1000
/** Blocks that a worker may have in hand: this thread may be busy for longer than one block takes. */
const IN_HAND = 4
/** Blocks that may wait for those before them. */
const MOST_WAITING = 16
/** The number of this thread as a counter. */
const OWN = 0

/** The piece that asks a worker for the totals of all it has counted. */
export const TOTALS = 'totals'

/** What a worker is told at its start. */
export interface FirstPassSetup {
  readonly counter: number
  readonly task: CountTask
}

/** A block that was read and counted. */
export interface CountedBlock {
  readonly counted: CountedDocuments
  readonly news: BlockNews
}

type Blocks = NonNullable<Source['blocks']>
type Batch = readonly Document[] | CountedDocuments
type CountingBlocks = OrderedBlocks<
  LineBlock | typeof TOTALS,
  FirstPassSetup,
  SentBlock | typeof TOTALS,
  CountedBlock | CounterTotals
>

/**
 * Reads and counts a source with the workers of a pool when it is large; undefined where that cannot be or does not pay.
 *
 * @example
 * const source = openSource('news.jsonl.gz')
 * const corpus = { rereadable: true, batches: () => source.documents() }
 * const pool = new ForkJoinThreads(2)
 * const firstPassReader = firstPassOnThreads(source, pool.workers)
 * firstPassReader // undefined, as the file is small
 * const model = await trainCorpus(corpus, { learner: 'ff' }, {}, { pool, firstPassReader })
 * model.labelCount // 2
 */
export function firstPassOnThreads(
  source: Source,
  pool: WorkerPool | undefined,
  { large = LARGE, long = LONG } = {},
): FirstPassReader | undefined {
  const { blocks, unpackedBytes } = source
  if (pool === undefined || blocks === undefined) return undefined
  // The length of a pipe is not known: after half of `large`, as much again is expected to come.
  if (unpackedBytes === undefined)
    return (task) => readAndCount(blocks, pool, task, { startAfter: large / 2, long })
  return unpackedBytes < large
    ? undefined
    : (task) => readAndCount(blocks, pool, task, { startAfter: 0, long })
}

/** The batches of a source; workers are started after `startAfter` bytes, if documents have `long` on average. */
async function* readAndCount(
  blocks: Blocks,
  pool: WorkerPool,
  task: CountTask,
  { startAfter, long }: { startAfter: number; long: number },
): AsyncGenerator<Batch | CounterTotals> {
  const threads: CountingBlocks = new OrderedBlocks(pool, FIRST_PASS, IN_HAND)
  let own: DocumentCounter | undefined
  let started = false
  let bytes = 0
  /** Documents that were read before workers were started. */
  let documentsRead = 0
  // Documents before the unreadable place are handed on before the error.
  let unreadable: { readonly error: unknown } | undefined
  const readable = upToFailure(blocks(), (error) => {
    unreadable = { error }
  })
  for await (const block of readable) {
    const pays = bytes > 0 && bytes >= startAfter && bytes >= long * documentsRead
    if (pays && !started) {
      threads.setUp((i) => ({ counter: OWN + 1 + i, task }))
      started = true
    }
    bytes += block.bytes.length
    const { bytes: lines, reading } = block
    const handedOver = threads.handOver(block, (): SentBlock => ({ bytes: lines, reading }))
    if (!handedOver && threads.waiting === 0) {
      // No block before it is waiting, so its documents go straight on, uncounted.
      const { documents, news } = readBlock(lines, reading)
      documentsRead += documents.length
      yield* settleBlock(block, news, documents)
    } else if (!handedOver) {
      own ??= await DocumentCounter.load(OWN, task)
      threads.add(block, countBlock(block, own))
    }
    yield* takeAnswers(threads, MOST_WAITING)
  }
  threads.handToAll(TOTALS, TOTALS)
  if (own !== undefined) threads.add(TOTALS, own.totals())
  yield* takeAnswers(threads, 0)
  if (unreadable !== undefined) throw unreadable.error
}

async function* upToFailure<Piece>(
  pieces: AsyncIterable<Piece>,
  failed: (error: unknown) => void,
): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    failed(error)
  }
}

async function* takeAnswers(
  threads: CountingBlocks,
  most: number,
): AsyncGenerator<CountedDocuments | CounterTotals> {
  for await (const { block, answer } of threads.answers(most)) {
    if (block === TOTALS || 'df' in answer) yield answer as CounterTotals
    else yield* settleBlock(block, answer.news, answer.counted)
  }
}

/**
 * Reports the warnings and malformed records of a block, then hands its documents on, which are valid until the next are
 * asked for. An error that ended the reading is thrown after them.
 */
function* settleBlock<B extends Batch>(block: LineBlock, news: BlockNews, batch: B): Generator<B> {
  let end: { readonly error: unknown } | undefined
  try {
    block.settle(news)
  } catch (error) {
    end = { error }
  }
  yield batch
  block.giveBack()
  if (end !== undefined) throw end.error
}

/** Reads and counts blocks on a worker, with a vocabulary of its own. */
export async function countBlocks({
  counter: number,
  task,
}: FirstPassSetup): Promise<Work<SentBlock | typeof TOTALS, CountedBlock | CounterTotals>> {
  const counter = await DocumentCounter.load(number, task)
  return (piece) => (piece === TOTALS ? counter.totals() : countBlock(piece, counter))
}

function countBlock({ bytes, reading }: SentBlock, counter: DocumentCounter): CountedBlock {
  const { documents, news } = readBlock(bytes, reading)
  return { counted: counter.count(documents), news }
}
