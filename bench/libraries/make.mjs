// Makes a file of each format from a corpus, repeated: make.mjs FORMAT CORPUS.jsonl.gz OUT TIMES

import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { readDocuments } from '../contenders/documents.mjs'
import { library } from './readers.mjs'

const [format, corpus, out, times] = process.argv.slice(2)
const corpusOnce = readDocuments(corpus)
const documents = Array.from({ length: Number(times) }, () => corpusOnce).flat()

/** @type {Record<string, () => Promise<void>>} */
const MAKE = {
  async parquet() {
    const { parquetWriteBuffer } = await library('hyparquet-writer')
    const columnData = [
      { name: 'text', data: documents.map(({ text }) => text), type: 'STRING' },
      { name: 'labels', data: documents.map(({ labels }) => labels.join('|')), type: 'STRING' },
    ]
    writeFileSync(out, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 5000 })))
  },
  async csv() {
    const file = createWriteStream(out)
    file.write('text,labels\n')
    for (const { text, labels } of documents)
      if (!file.write(`"${text.replaceAll('"', '""')}",${labels.join('|')}\n`)) await once(file, 'drain')
    file.end()
    await once(file, 'close')
  },
  async tar() {
    const { packTar } = await library('modern-tar')
    const entries = documents.map(({ text }, i) => ({
      header: { name: `documents/${i}`, type: 'file', size: Buffer.byteLength(text) },
      body: text,
    }))
    writeFileSync(out, await packTar(entries))
  },
  async zip() {
    const { zipSync } = await library('fflate')
    const entries = documents.map(({ text }, i) => [`documents/${i}`, Buffer.from(text)])
    writeFileSync(out, zipSync(Object.fromEntries(entries)))
  },
}
await MAKE[format]()
