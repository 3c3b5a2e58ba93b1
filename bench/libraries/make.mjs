// Makes a file of each format from a corpus, repeated: make.mjs FORMAT CORPUS.jsonl.gz OUT TIMES

import { createWriteStream, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { readDocuments } from '../contenders/documents.mjs'
import { library } from './readers.mjs'

const [format, corpus, out, times] = process.argv.slice(2)
const once_ = readDocuments(corpus)
const documents = Array.from({ length: Number(times) }, () => once_).flat()

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
}
await MAKE[format]()
