// Zstandard frames → bytes, streamed. The decoding is fzstd's; this file walks the frames first, because fzstd
// trusts its input: a window of 2 GiB is allocated as told, and one kind of damaged Huffman table makes it
// loop for ever. Each block is looked at before fzstd sees it. Memory: the window (at most 128 MiB, as the
// zstd program allows) and one block. Checksums of content are not verified.

import { Decompress } from 'fzstd'

const FRAME = 0xfd2fb528
const SKIPPABLE = 0x184d2a50
const MAX_WINDOW = 128 * 1024 * 1024
const MAX_BLOCK = 131_072
const COMPRESSED = 2
const RESERVED = 3
const RUN = 1

/** Unpacks Zstandard frames one after another; throws an Error for damaged ones. */
export class ZstdDecoder {
  private readonly inner: Decompress
  private unpacked: Uint8Array[] = []
  /** Bytes of a part that is not complete yet. */
  private kept = new Uint8Array(0)
  private expecting: 'frame' | 'block' | 'checksum' | 'skipped' = 'frame'
  private toSkip = 0
  private hasChecksum = false
  private any = false

  constructor() {
    this.inner = new Decompress((bytes) => {
      if (bytes.length > 0) this.unpacked.push(bytes)
    })
  }

  /** Unpacks a chunk block by block, so that highly compressed data does not fill the memory. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    const bytes = new Uint8Array(this.kept.length + chunk.length)
    bytes.set(this.kept)
    bytes.set(chunk, this.kept.length)
    let at = 0
    for (;;) {
      const length = this.partLength(bytes.subarray(at))
      if (length === undefined) break
      this.inner.push(bytes.subarray(at, at + length))
      at += length
      yield* this.unpacked
      this.unpacked = []
    }
    this.kept = bytes.slice(at)
  }

  /** Unpacks the rest: fzstd holds back the last few bytes it was given. */
  *end(): Generator<Uint8Array> {
    if (!this.any || this.expecting !== 'frame' || this.kept.length > 0) throw new Error('it ends too early')
    this.inner.push(new Uint8Array(0), true)
    yield* this.unpacked
  }

  /** The length of the next part, once all of it is there; moves on to the part behind it. */
  private partLength(bytes: Uint8Array): number | undefined {
    switch (this.expecting) {
      case 'frame':
        return this.frameHeader(bytes)
      case 'block':
        return this.block(bytes)
      case 'checksum':
        if (bytes.length < 4) return undefined
        this.expecting = 'frame'
        return 4
      case 'skipped': {
        const length = Math.min(this.toSkip, bytes.length)
        this.toSkip -= length
        if (this.toSkip > 0) return length > 0 ? length : undefined
        this.expecting = 'frame'
        return length
      }
    }
  }

  private frameHeader(bytes: Uint8Array): number | undefined {
    if (bytes.length < 8) return undefined
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const magic = view.getUint32(0, true)
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      this.any = true
      this.expecting = 'skipped'
      this.toSkip = view.getUint32(4, true)
      return 8
    }
    if (magic !== FRAME) throw new Error('no Zstandard frame where one should start')
    const flags = bytes[4]
    const single = (flags & 32) !== 0
    const dictionary = [0, 1, 2, 4][flags & 3]
    const contentBytes = flags >> 6 === 0 ? (single ? 1 : 0) : 1 << (flags >> 6)
    const length = 5 + (single ? 0 : 1) + dictionary + contentBytes
    if (bytes.length < length) return undefined
    if (dictionary > 0) throw new Error('it needs a dictionary')
    let window = 0
    if (single) {
      // In a frame of one segment the content is the window.
      for (let i = length - 1; i >= length - contentBytes; i--) window = window * 256 + bytes[i]
    } else {
      const base = 2 ** (10 + (bytes[5] >> 3))
      window = base + (base / 8) * (bytes[5] & 7)
    }
    if (window > MAX_WINDOW) throw new Error(`it needs ${window} bytes of memory, more than ${MAX_WINDOW}`)
    this.any = true
    this.hasChecksum = (flags & 4) !== 0
    this.expecting = 'block'
    return length
  }

  private block(bytes: Uint8Array): number | undefined {
    if (bytes.length < 3) return undefined
    const header = bytes[0] | (bytes[1] << 8) | (bytes[2] << 16)
    const kind = (header >> 1) & 3
    const size = header >> 3
    if (kind === RESERVED || size > MAX_BLOCK) throw new Error('a block is damaged')
    const length = 3 + (kind === RUN ? 1 : size)
    if (bytes.length < length) return undefined
    if (kind === COMPRESSED) checkHuffmanTable(bytes.subarray(3, length))
    if ((header & 1) !== 0) this.expecting = this.hasChecksum ? 'checksum' : 'frame'
    return length
  }
}

/** Unpacks bytes whose unpacked length is known. */
export function unzstd(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length)
  let at = 0
  const decoder = new ZstdDecoder()
  for (const parts of [decoder.push(bytes), decoder.end()]) {
    for (const part of parts) {
      if (at + part.length > length) throw new Error('it unpacks to more than it should')
      out.set(part, at)
      at += part.length
    }
  }
  if (at !== length) throw new Error('it unpacks to less than it should')
  return out
}

/**
 * The weights of a Huffman table may be coded by a distribution. If one weight has all of it, reading a
 * weight takes no bits, and fzstd reads weights without end. The format does not allow it either.
 */
function checkHuffmanTable(block: Uint8Array): void {
  const withTable = (block[0] & 3) === 2
  if (!withTable) return
  const table = [3, 3, 4, 5][(block[0] >> 2) & 3]
  if (!(block[table] < 128)) return
  let bit = (table + 1) * 8
  const read = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++, bit++) value |= (((block[bit >> 3] ?? 0) >> (bit & 7)) & 1) << i
    return value
  }
  const whole = 1 << (read(4) + 5)
  let left = whole
  // Symbols that take no share stand before the one that takes all: skip them as the format codes them.
  for (let symbol = 0; symbol < 256 && left > 0; symbol++) {
    const width = 32 - Math.clz32(left + 1)
    const start = bit
    let value = read(width)
    const short = value & ((1 << (width - 1)) - 1)
    const threshold = (1 << width) - 1 - (left + 1)
    if (short < threshold) {
      value = short
      bit = start + width - 1
    } else if (value >= 1 << (width - 1)) {
      value -= threshold
    }
    const share = value - 1
    if (share === whole) throw new Error('a Huffman table is damaged')
    left -= Math.abs(share)
    if (share === 0) {
      let repeat = 3
      while (repeat === 3 && bit < block.length * 8) symbol += repeat = read(2)
    }
  }
}
