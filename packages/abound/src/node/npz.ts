// SciPy's sparse matrices in files (`scipy.sparse.save_npz`): a zip of NumPy arrays, the entries stored as they are. Rows are
// written as they come: what of them grows with their entries waits in files beside the result, whose places in the zip
// come one after the other.

import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { writeFileSafely } from './write-file.js'

/** A zip of the old kind has places and sizes of 32 bits. */
const MOST_BYTES = 2 ** 32 - 1
const BUFFER = 1 << 16
/** Sizes and checksum of an entry follow it; its name is UTF-8. */
const FLAGS = 0x0808
/** 1 January 1980, the first that a zip knows: the same rows, the same bytes. */
const DATE = 0x21

type Kind = '<i4' | '<f4' | '|u1'

/** A matrix by rows of which `add` takes one after the other. */
export class CsrFile {
  private readonly path: string
  private readonly columns: number
  private readonly kind: Kind
  private readonly indices: Spool
  private readonly data: Spool
  private starts = new Int32Array(1024)
  private rows = 0
  private entries = 0

  constructor(path: string, columns: number, kind: '<f4' | '|u1') {
    this.path = path
    this.columns = columns
    this.kind = kind
    this.indices = new Spool(`${path}.indices.tmp`)
    this.data = new Spool(`${path}.data.tmp`)
  }

  /** Adds a row of ascending columns. */
  async add(columns: Uint32Array, values: Float32Array | Uint8Array): Promise<void> {
    this.entries += columns.length
    if (4 * this.entries > MOST_BYTES - 2 ** 20)
      throw new InputError(
        `${this.path}: an .npz holds at most ${(MOST_BYTES - 2 ** 20) / 4} entries; write .svm`,
      )
    if (this.rows + 1 === this.starts.length) this.starts = grow(this.starts, 2 * this.starts.length)
    this.starts[++this.rows] = this.entries
    await this.indices.add(columns)
    await this.data.add(values)
  }

  /** Writes the file. */
  async end(): Promise<void> {
    const { rows, columns, entries, kind, starts, indices, data } = this
    await Promise.all([indices.end(), data.end()])
    const shape = BigInt64Array.of(BigInt(rows), BigInt(columns))
    await writeFileSafely(
      this.path,
      zip([
        ['indices', header('<i4', `(${entries},)`), () => indices.read()],
        ['indptr', header('<i4', `(${rows + 1},)`), () => [bytesOf(starts.subarray(0, rows + 1))]],
        ['format', header('|S3', '()'), () => [new TextEncoder().encode('csr')]],
        ['shape', header('<i8', '(2,)'), () => [bytesOf(shape)]],
        ['data', header(kind, `(${entries},)`), () => data.read()],
      ]),
    )
    this.remove()
  }

  /** Removes what waited beside the file. */
  remove(): void {
    this.indices.remove()
    this.data.remove()
  }
}

/** Numbers in a file until they are wanted. */
class Spool {
  private readonly path: string
  private readonly stream: WriteStream
  private readonly atExit = (): void => rmSync(this.path, { force: true })
  private buffer = new Uint8Array(BUFFER)
  private used = 0
  private failure: Error | undefined

  constructor(path: string) {
    this.path = path
    this.stream = createWriteStream(path)
    this.stream.on('error', (error) => {
      this.failure = error
    })
    process.once('exit', this.atExit)
  }

  async add(numbers: Uint32Array | Float32Array | Uint8Array): Promise<void> {
    const bytes = bytesOf(numbers)
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BUFFER - this.used)
      this.buffer.set(part, this.used)
      this.used += part.length
      at += part.length
      if (this.used === BUFFER) await this.flush()
    }
  }

  async end(): Promise<void> {
    await this.flush()
    this.stream.end()
    if (!this.stream.closed) await once(this.stream, 'close')
    if (this.failure !== undefined) throw this.failure
  }

  read(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path, { highWaterMark: 1 << 20 })
  }

  remove(): void {
    this.stream.destroy()
    this.atExit()
    process.removeListener('exit', this.atExit)
  }

  private async flush(): Promise<void> {
    if (this.failure !== undefined) throw this.failure
    const { buffer, used } = this
    this.buffer = new Uint8Array(BUFFER)
    this.used = 0
    if (used > 0 && !this.stream.write(buffer.subarray(0, used))) await once(this.stream, 'drain')
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** What stands before the numbers of an array: version 1.0 of NumPy's format. */
function header(kind: Kind | '|S3' | '<i8', shape: string): Uint8Array {
  const text = `{'descr': '${kind}', 'fortran_order': False, 'shape': ${shape}, }`
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10
  return Buffer.concat([
    Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, length & 0xff, length >> 8]),
    Buffer.from(`${text.padEnd(length - 1)}\n`),
  ])
}

type Member = readonly [
  name: string,
  header: Uint8Array,
  body: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
]

/** A zip of these arrays. */
async function* zip(members: readonly Member[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for (const [member, head, body] of members) {
    const name = Buffer.from(`${member}.npy`)
    const fixed = (crc: number, size: number): number[][] => [
      [20, 2],
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [crc, 4],
      [size, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
    ]
    const start = at
    const local = Buffer.concat([numbers([[0x04034b50, 4], ...fixed(0, 0)]), name])
    yield local
    at += local.length
    let crc = 0
    let size = 0
    const take = (part: Uint8Array): Uint8Array => {
      crc = crc32(part, crc)
      size += part.length
      return part
    }
    yield take(head)
    for await (const part of body()) yield take(part)
    const after = numbers([
      [0x08074b50, 4],
      [crc, 4],
      [size, 4],
      [size, 4],
    ])
    yield after
    at += size + after.length
    if (at > MOST_BYTES) throw new InputError('an .npz of more than 4 GB: write .svm')
    const rest = [0, 0, 0].map((zero) => [zero, 2])
    directory.push(
      numbers([[0x02014b50, 4], [20, 2], ...fixed(crc, size), ...rest, [0, 4], [start, 4]]),
      name,
    )
  }
  const list = Buffer.concat(directory)
  yield list
  const count = members.length
  yield numbers([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [list.length, 4],
    [at, 4],
    [0, 2],
  ])
}

/** Numbers with the bytes that each takes, little-endian. */
function numbers(list: readonly (readonly number[])[]): Buffer {
  return Buffer.concat(
    list.map(([value, width]) => {
      const bytes = Buffer.alloc(width)
      bytes.writeUIntLE(value, 0, width)
      return bytes
    }),
  )
}
