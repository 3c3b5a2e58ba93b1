// What is compared: for each format, a reader of ours and those over a library, all doing what we need of one. A reader
// takes a path and answers how many documents (or files of an archive) and how many characters of text there were.
// `abound` is the build under test, `hand-written` the one that ABOUND_BEFORE names: packages/ of the time before.

import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createGunzip } from 'node:zlib'
import { DIST } from '../build.mjs'

/** @typedef {{ documents: number, characters: number }} Read */
/** @typedef {(path: string) => Promise<Read>} ReadFile */

const PACKAGES = new URL('../../', DIST)
const before = process.env.ABOUND_BEFORE
const BEFORE = before === undefined ? undefined : pathToFileURL(`${resolve(before)}/`)
const libraries = process.env.ABOUND_LIBRARIES

/** @param {string} name */
export async function library(name) {
  if (libraries === undefined) throw new Error('ABOUND_LIBRARIES names no folder')
  return import(pathToFileURL(createRequire(join(resolve(libraries), 'x.js')).resolve(name)).href)
}

/** @param {URL | undefined} packages @param {string} path */
async function ours(packages, path) {
  if (packages === undefined) throw new Error('ABOUND_BEFORE names no folder')
  return import(new URL(path, packages).href)
}

/** @param {AsyncIterable<{ path: string, chunks(): AsyncIterable<Uint8Array> }>} members @returns {Promise<Read>} */
async function readMembers(members) {
  let documents = 0
  let characters = 0
  for await (const { chunks } of members) {
    documents++
    for await (const chunk of chunks()) characters += chunk.length
  }
  return { documents, characters }
}

/** @typedef {{ byteLength: number, slice(start: number, end?: number): Promise<ArrayBuffer> }} Bytes */

/** @param {string} path @param {(bytes: Bytes) => Promise<Read>} read */
async function withBytes(path, read) {
  const file = await open(path)
  const { size } = await file.stat()
  /** @type {Bytes} */
  const bytes = {
    byteLength: size,
    async slice(start, end = size) {
      const part = new Uint8Array(end - start)
      const { bytesRead } = await file.read(part, 0, part.length, start)
      return part.buffer.slice(0, bytesRead)
    },
  }
  return read(bytes).finally(() => file.close())
}

/** @param {URL | undefined} packages @returns {ReadFile} */
const parquetOfOurs = (packages) => async (path) => {
  const { readParquet } = await ours(packages, 'abound/dist/data/parquet.js')
  return withBytes(path, async (file) => {
    const read = { documents: 0, characters: 0 }
    for await (const batch of readParquet(file, { file: path }))
      for (const { text } of batch) {
        read.documents++
        read.characters += text.length
      }
    return read
  })
}

/** @param {URL | undefined} packages @param {boolean} asBytes @returns {ReadFile} */
const csvOfOurs = (packages, asBytes) => async (path) => {
  const { createReader } = await ours(packages, 'abound/dist/data/index.js')
  const read = { documents: 0, characters: 0 }
  const reader = createReader('csv', { file: path, textBytes: asBytes, fleeting: asBytes })
  /** @param {{ text: { length: number } }} document */
  const emit = ({ text }) => {
    read.documents++
    read.characters += text.length
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) reader.push(chunk, emit)
  reader.end(emit)
  return read
}

/** @param {URL | undefined} packages @returns {ReadFile} */
const archiveOfOurs = (packages) => async (path) => {
  const { openOriginal } = await ours(packages, 'lab/dist/datasets/originals.js')
  return readMembers(openOriginal(path))
}

/** @param {string} path @returns {AsyncIterable<Uint8Array>} */
function unpacked(path) {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  return path.endsWith('gz') ? file.pipe(createGunzip({ chunkSize: 1 << 18 })) : file
}

/** @type {Record<string, Record<string, ReadFile>>} */
export const READERS = {
  parquet: {
    abound: parquetOfOurs(PACKAGES),
    async hyparquet(path) {
      const { parquetMetadataAsync, parquetReadObjects } = await library('hyparquet')
      const { compressors } = await library('hyparquet-compressors')
      return withBytes(path, async (file) => {
        const metadata = await parquetMetadataAsync(file)
        const read = { documents: 0, characters: 0 }
        let rowStart = 0
        for (const group of metadata.row_groups) {
          const rowEnd = rowStart + Number(group.num_rows)
          const columns = ['text', 'labels']
          const rows = await parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd })
          for (const { text } of rows) {
            read.documents++
            read.characters += text.length
          }
          rowStart = rowEnd
        }
        return read
      })
    },
  },
  csv: {
    'abound, text as bytes': csvOfOurs(PACKAGES, true),
    abound: csvOfOurs(PACKAGES, false),
    async papaparse(path) {
      const { default: Papa } = await library('papaparse')
      const read = { documents: 0, characters: 0 }
      await new Promise((done, failed) => {
        Papa.parse(createReadStream(path, { highWaterMark: 1 << 18 }), {
          header: true,
          delimiter: ',',
          skipEmptyLines: true,
          /** @param {{ data: { text: string }[], errors: Error[] }} rows */
          chunk({ data, errors }) {
            if (errors.length > 0) throw errors[0]
            for (const { text } of data) {
              read.documents++
              read.characters += text.length
            }
          },
          complete: done,
          error: failed,
        })
      })
      return read
    },
    async 'csv-parse'(path) {
      const { parse } = await library('csv-parse')
      const read = { documents: 0, characters: 0 }
      const rows = createReadStream(path, { highWaterMark: 1 << 18 }).pipe(
        parse({ columns: true, bom: true }),
      )
      for await (const { text } of rows) {
        read.documents++
        read.characters += text.length
      }
      return read
    },
  },
  tar: {
    abound: archiveOfOurs(PACKAGES),
    'hand-written': archiveOfOurs(BEFORE),
    async 'modern-tar'(path) {
      const { createTarDecoder } = await library('modern-tar')
      const { Readable } = await import('node:stream')
      const read = { documents: 0, characters: 0 }
      const entries = Readable.toWeb(Readable.from(unpacked(path))).pipeThrough(
        createTarDecoder({ strict: true }),
      )
      for await (const { header, body } of entries) {
        if (header.type === 'file') read.documents++
        for await (const chunk of body) read.characters += chunk.length
      }
      return read
    },
  },
  zip: {
    abound: archiveOfOurs(PACKAGES),
    'hand-written': archiveOfOurs(BEFORE),
    async 'yauzl alone'(path) {
      const { default: yauzl } = await library('yauzl')
      const read = { documents: 0, characters: 0 }
      const archive = await yauzl.openPromise(path, { autoClose: false })
      for await (const entry of archive.eachEntry()) {
        if (entry.fileName.endsWith('/')) continue
        read.documents++
        for await (const chunk of await archive.openReadStreamPromise(entry)) read.characters += chunk.length
      }
      archive.close()
      return read
    },
  },
  zst: {
    async abound(path) {
      const { ZstdDecoder } = await ours(PACKAGES, 'abound/dist/data/zstd.js')
      const decoder = new ZstdDecoder()
      let characters = 0
      for (const parts of [decoder.push(readFileSync(path)), decoder.end()])
        for (const part of parts) characters += part.length
      return { documents: 1, characters }
    },
    async 'fzstd alone'(path) {
      const { decompress } = await library('fzstd')
      return { documents: 1, characters: decompress(readFileSync(path)).length }
    },
  },
}
