// What maps hand to reduces: records of a bucket, a key, a task and a chunk, in that order, each with at most 1 MiB of
// base64 behind it. A task combines first: it has one payload for a bucket and key, cut into chunks. Whatever it had to
// say, it ends every bucket with a trailer: how many records there were, and a checksum over them. So a reduce knows
// what is missing, whoever lost it and however well that ended.

import { InputError } from 'abound'
import { joinParts, xxh32 } from 'abound/internal'

/** One record: its head sorts as it should, as text. */
export interface ClusterRecord {
  /** bucket⇥key⇥task⇥chunk, numbers of one width. */
  readonly head: string
  readonly bytes: Uint8Array
}

/** Base64 makes 1 MiB of this. */
export const CHUNK_BYTES = 3 * 2 ** 18

/** The key of trailers: after all others. */
const TRAILER = '~'

const BUCKET_DIGITS = 5
const TASK_DIGITS = 6
const CHUNK_DIGITS = 6
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The head of a record. */
function headOf(bucket: number, key: string, task: number, chunk: number): string {
  const digits = (n: number, width: number): string => String(n).padStart(width, '0')
  return `${digits(bucket, BUCKET_DIGITS)}\t${key}\t${digits(task, TASK_DIGITS)}\t${digits(chunk, CHUNK_DIGITS)}`
}

/** The name under which a reduce keeps what a task said under a key. */
export function itemName(key: string, task: number): string {
  return `${key}.${String(task).padStart(TASK_DIGITS, '0')}`
}

interface Head {
  readonly bucket: number
  readonly key: string
  readonly task: number
  readonly chunk: number
}

const HEAD = /^(\d{5})\t([a-z-]+|~)\t(\d{6})\t(\d{6})$/

function parseHead(head: string): Head {
  const found = HEAD.exec(head)
  if (found === null) {
    throw new InputError(`expected bucket⇥key⇥shard⇥chunk before the payload, found ${JSON.stringify(head)}`)
  }
  return { bucket: Number(found[1]), key: found[2], task: Number(found[3]), chunk: Number(found[4]) }
}

interface Trailer {
  readonly records: number
  readonly checksum: number
}

/** Cuts the payloads of a task into records; `end` adds the trailers. */
export class RecordWriter {
  private readonly task: number
  private readonly trailers: Trailer[]
  private readonly lastKeys: string[]
  private readonly write: (record: ClusterRecord) => Promise<void> | void

  constructor(task: number, buckets: number, write: (record: ClusterRecord) => Promise<void> | void) {
    this.task = task
    this.write = write
    this.trailers = Array.from({ length: buckets }, () => ({ records: 0, checksum: 0 }))
    this.lastKeys = Array.from({ length: buckets }, () => '')
  }

  /** One payload; a bucket's keys come in their order, each once. */
  async put(bucket: number, key: string, payload: Uint8Array): Promise<void> {
    if (!(key > this.lastKeys[bucket]))
      throw new Error(`a task wrote ${key} after ${this.lastKeys[bucket]} into a bucket`)
    this.lastKeys[bucket] = key
    for (let at = 0, chunk = 0; at < payload.length || chunk === 0; at += CHUNK_BYTES, chunk++) {
      const bytes = payload.subarray(at, at + CHUNK_BYTES)
      const { records, checksum } = this.trailers[bucket]
      this.trailers[bucket] = { records: records + 1, checksum: addToChecksum(checksum, key, chunk, bytes) }
      await this.write({ head: headOf(bucket, key, this.task, chunk), bytes })
    }
  }

  async end(): Promise<void> {
    for (const [bucket, trailer] of this.trailers.entries()) {
      await this.write({
        head: headOf(bucket, TRAILER, this.task, 0),
        bytes: encoder.encode(JSON.stringify(trailer)),
      })
    }
  }
}

/** A payload put together again. */
export interface Payload {
  readonly key: string
  readonly task: number
  readonly bytes: Uint8Array
}

/**
 * The payloads of a bucket from its sorted records, by key and then by task. None may be used for good
 * before the last was given: only then all trailers were there, and right.
 */
export async function* payloadsOf(
  records: AsyncIterable<ClusterRecord> | Iterable<ClusterRecord>,
  bucket: number,
  tasks: number,
): AsyncGenerator<Payload> {
  const found: Trailer[] = Array.from({ length: tasks }, () => ({ records: 0, checksum: 0 }))
  let trailers = 0
  let last = ''
  let open: { readonly key: string; readonly task: number; readonly chunks: Uint8Array[] } | undefined
  for await (const { head, bytes } of records) {
    if (!(head > last))
      throw new InputError(`records are not sorted, or are there twice: ${head} after ${last}`)
    last = head
    const { bucket: own, key, task, chunk } = parseHead(head)
    if (own !== bucket) throw new InputError(`a record of bucket ${own} came to bucket ${bucket}`)
    if (task >= tasks) throw new InputError(`a record of task ${task}: there are only ${tasks}`)
    if (open !== undefined && (open.key !== key || open.task !== task)) {
      yield joinChunks(open)
      open = undefined
    }
    if (key === TRAILER) {
      checkTrailer(bytes, found[task], bucket, task)
      trailers++
      continue
    }
    open ??= { key, task, chunks: [] }
    if (chunk !== open.chunks.length) {
      throw new InputError(
        `chunk ${open.chunks.length} of ${key} from task ${task} is missing in bucket ${bucket}`,
      )
    }
    open.chunks.push(bytes)
    const { records: count, checksum } = found[task]
    found[task] = { records: count + 1, checksum: addToChecksum(checksum, key, chunk, bytes) }
  }
  // Trailers sort last, so without them a payload may be cut off, too.
  if (trailers !== tasks) {
    throw new InputError(
      `bucket ${bucket}: ${tasks - trailers} of ${tasks} trailers are missing: a task ended too early`,
    )
  }
}

function checkTrailer(bytes: Uint8Array, found: Trailer, bucket: number, task: number): void {
  let told: Trailer | undefined
  try {
    told = JSON.parse(decoder.decode(bytes)) as Trailer
  } catch {
    told = undefined
  }
  if (told?.records !== found.records || told.checksum !== found.checksum) {
    throw new InputError(
      `bucket ${bucket}: task ${task} wrote ${told?.records ?? 'an unknown number of'} records, and ${found.records} ` +
        'came, or they were changed on the way',
    )
  }
}

function addToChecksum(checksum: number, key: string, chunk: number, bytes: Uint8Array): number {
  const name = encoder.encode(`${key}:${chunk}`)
  return xxh32(bytes, 0, bytes.length, xxh32(name, 0, name.length, checksum))
}

function joinChunks({ key, task, chunks }: { key: string; task: number; chunks: Uint8Array[] }): Payload {
  return { key, task, bytes: chunks.length === 1 ? chunks[0] : joinParts(chunks) }
}
