// The entries of a zip whose contents are stored as they are, by its directory; checksums are checked.

import { crc32 } from 'node:zlib'

export function readZip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, size] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 24)]
    const [method, nameLength] = [file.readUInt16LE(at + 10), file.readUInt16LE(at + 28)]
    if (method !== 0) throw new Error('expected an entry stored as it is')
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const contents = file.subarray(from, from + size)
    if (crc32(contents) !== crc) throw new Error(`${name} fails its checksum`)
    entries.set(name, contents)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}
