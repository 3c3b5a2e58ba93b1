// OHSUMED as Moschitti prepared it: a folder for each disease group, in which a document lies once for each of its
// groups; the first line of a file is the title.

import { type DatasetEntry, partFiles } from '../entry.js'
import { jsonPiece, readText } from '../members.js'

const ARCHIVE = 'ohsumed-first-20000-docs.tar.gz'

export const ohsumed: DatasetEntry = {
  name: 'ohsumed',
  title: 'OHSUMED, the first 20,000 abstracts of 1991',
  what: 'Medline abstracts, by group of cardiovascular and other diseases',
  home: 'http://disi.unitn.it/moschitti/corpora.htm',
  terms: 'research use; abstracts belong to their publishers',
  cite: 'Hersh et al., OHSUMED: An Interactive Retrieval Evaluation, SIGIR 1994',
  labels: 23,
  files: partFiles({ train: 6286, test: 7643 }),
  originals: [{ name: ARCHIVE, url: `http://disi.unitn.it/moschitti/corpora/${ARCHIVE}` }],
  async *convert(open) {
    const parts = { training: new Map<string, Abstract>(), test: new Map<string, Abstract>() }
    for await (const member of open(ARCHIVE)) {
      const found = /(training|test)\/(C\d\d)\/([^/]+)$/.exec(member.path)
      if (found === null) continue
      const [, part, label, id] = found
      const documents = parts[part as 'training' | 'test']
      const known = documents.get(id)
      if (known === undefined) documents.set(id, { ...abstractOf(await readText(member)), labels: [label] })
      else known.labels.push(label)
    }
    for (const [file, documents] of [
      ['train.jsonl.gz', parts.training],
      ['test.jsonl.gz', parts.test],
    ] as const) {
      for (const [id, { text, title, labels }] of [...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
        yield jsonPiece(file, { id, text, labels: labels.sort(), title })
    }
  },
}

interface Abstract {
  readonly text: string
  readonly title: string
  readonly labels: string[]
}

function abstractOf(file: string): { title: string; text: string } {
  const [title, ...lines] = file.split('\n').map((line) => line.trim())
  const abstract = lines.filter((line) => line !== '').join(' ')
  return { title, text: abstract === '' ? title : `${title}\n${abstract}` }
}
