// What an engine pipes data through: `map` takes descriptors and gives records, `reduce` takes a descriptor and sorted
// records and gives the name of what it wrote. Lines both ways.

import type { Readable } from 'node:stream'
import { mapTask } from '../../cluster/map.js'
import { descriptorFrom } from '../../cluster/plan.js'
import { reduceBucket } from '../../cluster/reduce.js'
import { InputError } from '../../errors.js'
import { lineOf, linesOf, recordOf } from './lines.js'
import { FolderStore } from './store.js'

/** Waits while the reader of its lines is slower. */
export type WriteLine = (line: string) => Promise<void>

/**
 * Does the task of every line. When it returns without an error all of them were done and everything was written.
 *
 * @example
 * await mapLines(process.stdin, async (line) => {
 *   process.stdout.write(line)
 * })
 */
export async function mapLines(
  input: Readable,
  write: WriteLine,
  log: (message: string) => void = () => {},
): Promise<void> {
  let tasks = 0
  for await (const line of linesOf(input)) {
    const descriptor = descriptorFrom(line)
    let records = 0
    await mapTask(descriptor, new FolderStore(descriptor.run), (record) => {
      records++
      return write(lineOf(record))
    })
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
 * await reduceLines(process.stdin, async (line) => {
 *   process.stdout.write(line)
 * })
 */
export async function reduceLines(
  input: Readable,
  write: WriteLine,
  log: (message: string) => void = () => {},
): Promise<void> {
  const lines = linesOf(input)
  const first = await lines.next()
  if (first.done === true) throw new InputError('expected a descriptor and sorted records, found nothing')
  const descriptor = descriptorFrom(first.value)
  const records = (async function* () {
    for await (const line of lines) yield recordOf(line)
  })()
  const { sha256, bytes } = await reduceBucket(descriptor, records, new FolderStore(descriptor.run))
  log(`reduce ${descriptor.stage} ${descriptor.bucket}: ${bytes} bytes`)
  await write(`${descriptor.bucket}\t${sha256}\t${bytes}\n`)
}
