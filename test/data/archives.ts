// Archives made by hand, with whatever slips a test wants in them.

import { deflateRawSync } from 'node:zlib'

export interface TarEntry {
  readonly path: string
  readonly content?: string | Uint8Array
  /** '0' a file, '5' a folder, '2' a link, 'L' a long name, 'x' a pax header. */
  readonly type?: string
  readonly link?: string
  /** Goes before the path, as ustar has it. */
  readonly prefix?: string
  /** What the header says, where that is not so. */
  readonly size?: number
}

export function tarOf(entries: readonly TarEntry[], end = true): Uint8Array {
  const blocks: Uint8Array[] = []
  for (const { path, content = '', type = '0', link = '', prefix = '', size } of entries) {
    const bytes = Buffer.from(content as string)
    const header = Buffer.alloc(512)
    header.write(path, 0, 100)
    header.write('0000644\0', 100)
    header.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        ', 148)
    header.write(type, 156)
    header.write(link, 157, 100)
    header.write('ustar\0' + '00', 257)
    header.write(prefix, 345, 155)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512))
  }
  if (end) blocks.push(Buffer.alloc(1024))
  return Buffer.concat(blocks)
}

/** A pax header's records. */
export function paxRecords(records: Readonly<Record<string, string>>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`
      const length = Buffer.byteLength(rest)
      let total = length + 1
      while (String(total).length + length !== total) total = String(total).length + length
      return `${total}${rest}`
    })
    .join('')
}

export interface ZipEntry {
  readonly path: string
  readonly content?: string | Uint8Array
  readonly stored?: boolean
  readonly encrypted?: boolean
  readonly method?: number
  /** What the list says, where that is not so. */
  readonly size?: number
  readonly crc?: number
}

export function zipOf(entries: readonly ZipEntry[], { comment = '', large = false } = {}): Uint8Array {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { path, content = '', stored = false, encrypted = false, method, size, crc } of entries) {
    const bytes = Buffer.from(content as string)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(encrypted ? 1 : 0, 8)
    entry.writeUInt16LE(method ?? (stored ? 0 : 8), 10)
    entry.writeUInt32LE(crc ?? checksum(bytes), 16)
    entry.writeUInt32LE(large ? 0xffffffff : packed.length, 20)
    entry.writeUInt32LE(large ? 0xffffffff : (size ?? bytes.length), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(large ? 28 : 0, 30)
    entry.writeUInt32LE(large ? 0xffffffff : at, 42)
    const extra = Buffer.alloc(large ? 28 : 0)
    if (large) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(size ?? bytes.length), 4)
      extra.writeBigUInt64LE(BigInt(packed.length), 12)
      extra.writeBigUInt64LE(BigInt(at), 20)
    }
    parts.push(local, name, packed)
    list.push(entry, name, extra)
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(large ? 0xffffffff : directory.length, 12)
  end.writeUInt32LE(large ? 0xffffffff : at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  const end64 = Buffer.alloc(large ? 76 : 0)
  if (large) {
    end64.writeUInt32LE(0x06064b50, 0)
    end64.writeBigUInt64LE(BigInt(entries.length), 24)
    end64.writeBigUInt64LE(BigInt(entries.length), 32)
    end64.writeBigUInt64LE(BigInt(directory.length), 40)
    end64.writeBigUInt64LE(BigInt(at), 48)
    end64.writeUInt32LE(0x07064b50, 56)
    end64.writeBigUInt64LE(BigInt(at + directory.length), 64)
  }
  return Buffer.concat([...parts, directory, end64, end, Buffer.from(comment)])
}

/** CRC-32, bit by bit. */
export function checksum(bytes: Uint8Array): number {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xedb88320
  }
  return (sum ^ -1) >>> 0
}
