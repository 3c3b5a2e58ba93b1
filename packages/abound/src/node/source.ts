// Where documents come from: a file of any format (gz and zst read through), a folder, standard input, or
// several of these in a row. Files stream: memory is bounded by the longest record (Parquet: the largest row
// group), whatever the file's size.

import { accessSync, constants, createReadStream, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Document } from '../contract.js'
import { createReader } from '../data/create-reader.js'
import type { Format, RandomAccess, RandomAccessFormat, StreamedFormat } from '../data/format.js'
import { type FileFormat, formatNamed, formatOf } from '../data/format-by-extension.js'
import { formats } from '../data/formats/index.js'
import type { ReadSettings } from '../data/reading.js'
import { InputError } from '../errors.js'
import { joinParts } from '../structures/bytes.js'
import { fileError } from './file-errors.js'
import { folder } from './folder.js'
import { cutBlocks, type LineBlock } from './line-blocks.js'
import { lineChunks, SpareMemory } from './line-chunks.js'
import { unpack } from './unpack.js'

const CHUNK = 1 << 18
const BLOCKS = 256
const MOST_BLOCK = 1 << 20
/** The most that is read into memory whole: formats that need random access, compressed or through a pipe. */
const MAX_WHOLE = 1 << 30
/** Compressed text has about this share of its size. */
const PACKED = 1 / 4
const STANDARD_INPUT = 'standard input'

/** How to read, as for a reader; `from` names the format where the file's name does not tell. */
export interface SourceSettings extends Omit<ReadSettings, 'file'> {
  readonly from?: string
}

/** Documents that can be read in batches, and how many bytes have been read. */
export interface Source {
  /** The name for messages. */
  readonly path: string
  /** Whether `documents` may be called again; standard input and pipes are gone once read. */
  readonly rereadable: boolean
  /** Size on disk, where that is known before reading. */
  readonly bytes: number | undefined
  /** Size unpacked; an estimate where it is compressed. */
  readonly unpackedBytes: number | undefined
  /** Bytes (as on disk) that the current reading has taken so far. */
  bytesRead(): number
  /** Reads from the start. */
  documents(): AsyncGenerator<Document[]>
  /** The data in blocks that any thread can read (`readBlock`); undefined where records are not lines. */
  readonly blocks?: (() => AsyncGenerator<LineBlock>) | undefined
}

/**
 * Opens a file, a folder whose sub-folders are labels, or `-` for standard input.
 *
 * @example
 * let count = 0
 * for await (const batch of openSource('news.jsonl.gz').documents()) count += batch.length
 * count // 4
 */
export function openSource(path: string, settings: SourceSettings = {}): Source {
  if (path === '-') return fileSource(STANDARD_INPUT, formatFor(path, settings), settings, undefined)
  const stats = look(path)
  if (!stats.isDirectory()) return fileSource(path, formatFor(path, settings), settings, stats)
  try {
    folder.check(path, settings)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
  let read = 0
  return {
    path,
    rereadable: true,
    bytes: undefined,
    unpackedBytes: undefined,
    bytesRead: () => read,
    documents() {
      read = 0
      return folder.read(path, { ...settings, file: path }, (bytes) => {
        read += bytes
      })
    },
  }
}

/**
 * Several sources as one, in the order given.
 *
 * @example
 * openSources(['january.jsonl', 'february.csv']).path // 'january.jsonl, february.csv'
 */
export function openSources(paths: readonly string[], settings: SourceSettings = {}): Source {
  if (paths.length === 0) throw new InputError('expected data to read: a file, a folder or -')
  if (paths.filter((path) => path === '-').length > 1) {
    throw new InputError(`${STANDARD_INPUT} can be read only once`)
  }
  const sources = paths.map((path) => openSource(path, settings))
  if (sources.length === 1) return sources[0]
  let done = 0
  let current: Source | undefined
  const oneByOne = async function* <Piece>(read: (source: Source) => AsyncGenerator<Piece>) {
    done = 0
    for (const source of sources) {
      current = source
      yield* read(source)
      done += source.bytesRead()
      current = undefined
    }
  }
  return {
    path: sources.map((source) => source.path).join(', '),
    rereadable: sources.every((source) => source.rereadable),
    bytes: sumOf(sources.map(({ bytes }) => bytes)),
    unpackedBytes: sumOf(sources.map(({ unpackedBytes }) => unpackedBytes)),
    bytesRead: () => done + (current?.bytesRead() ?? 0),
    documents: () => oneByOne((source) => source.documents()),
    blocks: sources.every(({ blocks }) => blocks !== undefined)
      ? () => oneByOne((source) => source.blocks?.() ?? none())
      : undefined,
  }
}

/** The sum; undefined where one of the sizes is. */
function sumOf(sizes: readonly (number | undefined)[]): number | undefined {
  return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0)
}

async function* none(): AsyncGenerator<never> {}

function formatFor(path: string, { from }: SourceSettings): FileFormat {
  return from === undefined ? formatOf(path) : formatNamed(from)
}

function look(path: string): Stats {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}

function fileSource(
  name: string,
  { format: formatName, compression }: FileFormat,
  settings: SourceSettings,
  stats: Stats | undefined,
): Source {
  const format: Format = formats.named(formatName)
  const rereadable = stats?.isFile() ?? false
  let read = 0
  let begun = false
  const readSettings: ReadSettings = { ...settings, file: name }
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    const stream = stats === undefined ? process.stdin : createReadStream(name, { highWaterMark: CHUNK })
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        read += chunk.length
        yield chunk
      }
    } catch (error) {
      throw fileError(name, 'read', error)
    }
  }
  const begin = (): void => {
    if (begun && !rereadable) throw new InputError(`${name} can be read only once`)
    begun = true
    read = 0
  }
  const bytesOf = (): AsyncIterable<Uint8Array> => {
    begin()
    return unpack(chunks(), compression, name)
  }
  const blocks = (format: StreamedFormat): AsyncGenerator<LineBlock> => {
    if (!rereadable || compression !== 'none') return cutBlocks(bytesOf(), format, readSettings)
    begin()
    const memory = new SpareMemory(blockBytes(stats?.size ?? 0))
    const chunks = lineChunks(name, memory, (count) => {
      read += count
    })
    return cutBlocks(chunks, format, readSettings, memory)
  }
  const documents = async function* (): AsyncGenerator<Document[]> {
    const bytes = bytesOf()
    if (format.needs === 'bytes') {
      yield* readStream(bytes, format, readSettings)
    } else if (rereadable && compression === 'none') {
      yield* readAnywhere(name, format, readSettings, (count) => {
        read += count
      })
    } else {
      yield* format.read(await readWhole(bytes, name, format.title), readSettings)
    }
  }
  const bytes = rereadable ? stats?.size : undefined
  return {
    path: name,
    rereadable,
    bytes,
    unpackedBytes: bytes === undefined || compression === 'none' ? bytes : bytes / PACKED,
    bytesRead: () => read,
    documents,
    blocks:
      format.needs === 'bytes' && format.lineByLine && formats.isOurs(format)
        ? () => blocks(format)
        : undefined,
  }
}

/** Bytes of a block: some hundred blocks share the work out evenly, and more would each add to the cost. */
function blockBytes(fileBytes: number): number {
  return Math.min(Math.max(CHUNK, Math.ceil(fileBytes / BLOCKS)), MOST_BLOCK)
}

async function* readStream(
  chunks: AsyncIterable<Uint8Array>,
  format: StreamedFormat,
  settings: ReadSettings,
): AsyncGenerator<Document[]> {
  const reader = createReader(format, settings)
  let batch: Document[] = []
  const emit = (document: Document): void => {
    batch.push(document)
  }
  // What stands before a malformed record is handed over before the error, however the bytes were cut.
  let failure: { error: unknown } | undefined
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      failure = { error }
    }
  }
  for await (const chunk of chunks) {
    attempt(() => reader.push(chunk, emit))
    if (batch.length > 0) yield batch
    if (failure !== undefined) throw failure.error
    batch = []
  }
  attempt(() => reader.end(emit))
  if (batch.length > 0) yield batch
  if (failure !== undefined) throw failure.error
}

async function* readAnywhere(
  path: string,
  format: RandomAccessFormat,
  settings: ReadSettings,
  onRead: (bytes: number) => void,
): AsyncGenerator<Document[]> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const access: RandomAccess = {
        byteLength: size,
        async slice(start, end) {
          const bytes = new Uint8Array(end - start)
          for (let at = 0; at < bytes.length; ) {
            const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
            if (bytesRead === 0) throw new InputError(`${path}: became shorter while it was read`)
            at += bytesRead
          }
          onRead(bytes.length)
          return bytes.buffer
        },
      }
      yield* format.read(access, settings)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}

async function readWhole(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  title: string,
): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of chunks) {
    length += part.length
    if (length > MAX_WHOLE) {
      throw new InputError(`${name}: ${title} must be a plain file to be read beyond ${MAX_WHOLE} bytes`)
    }
    parts.push(part)
  }
  return joinParts(parts).buffer
}
