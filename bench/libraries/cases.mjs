// Damaged files: small ones with bytes changed, a part missing or a part twice, the same for every contender.

import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** @param {string} name a module of test/data */
async function fixtures(name) {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../test/data/${name}.ts`, import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

const CSV = ['id,text,labels\r\n1,"a ""b""\r\nc",x|y\n2,Köln,\n\n3,"d",?\n', 'text,label\na,x\n"b,c",y\n']
const LONG = 'wheat rose '.repeat(60)

/** @type {Record<string, () => Promise<Uint8Array[]>>} */
const WHOLE = {
  async parquet() {
    const { files } = await fixtures('parquet-files')
    return ['none', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4', 'pages2'].map((name) =>
      Buffer.from(files[name], 'base64'),
    )
  },
  async csv() {
    return CSV.map((text) => Buffer.from(text))
  },
  async tar() {
    const { tarOf, paxRecords } = await fixtures('archives')
    return [
      tarOf([
        { path: 'a', content: 'text' },
        { path: 'b', content: LONG },
      ]),
      tarOf([
        { path: 'pax', type: 'x', content: paxRecords({ path: 'a/b', size: '4' }) },
        { path: 'a', content: 'text' },
        { path: 'c', content: LONG },
      ]),
    ]
  },
  async zip() {
    const { zipOf } = await fixtures('archives')
    const entries = [
      { path: 'a', content: LONG },
      { path: 'b', content: 'x'.repeat(50), stored: true },
    ]
    return [zipOf(entries), zipOf(entries, { large: true })]
  },
  async zst() {
    return [(await fixtures('zst-file')).zstFile]
  },
}

/**
 * The damaged files of a format, by number.
 * @param {string} format
 * @returns {Promise<(number: number) => Uint8Array>}
 */
export async function damagedFiles(format) {
  const whole = await WHOLE[format]()
  return (number) => {
    const random = generator(number)
    const below = (/** @type {number} */ n) => Math.floor(random() * n)
    let bytes = Buffer.from(whole[below(whole.length)])
    const kind = below(8)
    if (kind === 0) return bytes.subarray(0, below(bytes.length))
    if (kind === 1) {
      const from = below(bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(below(bytes.length))])
    }
    const changes = 1 + below(4)
    for (let i = 0; i < changes && bytes.length > 0; i++) bytes[below(bytes.length)] = below(256)
    if (format === 'tar') for (let at = 0; at + 512 <= bytes.length; at += 512) mendSum(bytes, at)
    return bytes
  }
}

/** A header whose sum is right is looked at more closely. @param {Buffer} bytes @param {number} at */
function mendSum(bytes, at) {
  const header = bytes.subarray(at, at + 512)
  if (header.toString('latin1', 257, 262) !== 'ustar') return
  header.write('        ', 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
}

/** mulberry32. @param {number} seed */
function generator(seed) {
  let state = seed * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
