// What an engine pipes data through: `map` takes descriptors and gives records, `reduce` takes a descriptor and sorted
// records and gives the name of what it wrote. Lines both ways.

import type { Readable } from 'node:stream'
import { InputError } from 'abound'
import { mapTask } from '../cluster/map.js'
import { type Descriptor, descriptorFrom } from '../cluster/plan.js'
import { reduceBucket } from '../cluster/reduce.js'
import { FolderStore } from './folder-store.js'
import { lineOf, linesOf, recordOf } from './record-lines.js'
import { noteRefusal } from './run.js'

/** Waits while the reader of its lines is slower. */
type WriteLine = (line: string) => Promise<void>

/** Lines, or a stream of them. */
type Lines = AsyncIterable<Uint8Array> | Iterable<string>

async function* linesFrom(input: Lines): AsyncGenerator<string> {
  // The types of the package must stand without Node's: they speak of its streams as what can be read.
  yield* Symbol.asyncIterator in input ? linesOf(input as Readable) : input
}

/**
 * Does the task of every line. When it returns without an error all of them were done and everything was written.
 *
 * @example
 * const shards = await wholeShards(['news.jsonl.gz'], {})
 * const { folder, sha256 } = await beginRun('map.run', planTraining(shards, { learner: 'ff' }))
 * const task = JSON.stringify({ run: folder, plan: sha256, stage: 'look', task: 0, inputs: {} })
 * const records: string[] = []
 * await mapLines([task], async (line) => void records.push(line))
 * records.map((line) => line.split('\t')[1]) // ['facts', 'labels', 'terms', '~']
 */
export async function mapLines(
  input: Lines,
  write: WriteLine,
  log: (message: string) => void = () => {},
): Promise<void> {
  let tasks = 0
  for await (const line of linesFrom(input)) {
    const descriptor = descriptorFrom(line)
    let records = 0
    const work = mapTask(descriptor, new FolderStore(descriptor.run), (record) => {
      records++
      return write(lineOf(record))
    })
    await noting(descriptor, work)
    tasks++
    log(`map ${descriptor.stage} ${descriptor.task}: ${records} records`)
  }
  // An engine that gave nothing to do has lost something.
  if (tasks === 0) throw new InputError('expected a descriptor a line, found none')
}

/**
 * Merges one bucket: a descriptor first, then its records. Writes `bucket⇥sha256⇥bytes`.
 *
 * @example
 * const shards = await wholeShards(['news.jsonl.gz'], {})
 * const { folder, sha256 } = await beginRun('reduce.run', planTraining(shards, { learner: 'ff' }))
 * const told = { run: folder, plan: sha256, stage: 'look', inputs: {} }
 * const lines = [JSON.stringify({ ...told, bucket: 0 })]
 * await mapLines([JSON.stringify({ ...told, task: 0 })], async (line) => void lines.push(line.trimEnd()))
 * const written: string[] = []
 * await reduceLines(lines, async (line) => void written.push(line))
 * written[0].split('\t').length // 3
 */
export async function reduceLines(
  input: Lines,
  write: WriteLine,
  log: (message: string) => void = () => {},
): Promise<void> {
  const lines = linesFrom(input)
  const first = await lines.next()
  if (first.done === true) throw new InputError('expected a descriptor and sorted records, found nothing')
  const descriptor = descriptorFrom(first.value)
  const records = (async function* () {
    for await (const line of lines) yield recordOf(line)
  })()
  const work = reduceBucket(descriptor, records, new FolderStore(descriptor.run))
  const { sha256, bytes } = await noting(descriptor, work)
  log(`reduce ${descriptor.stage} ${descriptor.bucket}: ${bytes} bytes`)
  await write(`${descriptor.bucket}\t${sha256}\t${bytes}\n`)
}

/** What it refuses is also noted in the run's folder: engines tell that a command failed, and not why. */
async function noting<T>(descriptor: Descriptor, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InputError) await noteRefusal(descriptor, error.message)
    throw error
  }
}
