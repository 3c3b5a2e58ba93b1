// TREC questions: lines `COARSE:fine question`.

import { DataError } from 'abound'
import { type DatasetEntry, hashedFiles, partFiles } from '../entry.js'
import { jsonPiece, linesIn } from '../members.js'

export const trecQuestions: DatasetEntry = {
  name: 'trec-questions',
  title: 'TREC questions',
  what: 'questions, by what is asked for: 6 kinds and 50 finer ones',
  home: 'https://cogcomp.seas.upenn.edu/Data/QA/QC/',
  terms: 'none stated; cite the paper',
  cite: 'Li & Roth, Learning Question Classifiers, COLING 2002',
  labels: 50,
  files: partFiles({ train: 5452, test: 500 }),
  originals: hashedFiles('http://cogcomp.org/Data/QA/QC', 'Hugging Face Datasets', [
    ['train_5500.label', '9e4c8bdcaffb96ed61041bd64b564183d52793a8e91d84fc3a8646885f466ec3', 335_858],
    ['TREC_10.label', '033f22c028c2bbba9ca682f68ffe204dc1aa6e1cf35dd6207f2d4ca67f0d0e8e', 23_354],
  ]),
  note: 'labels are the finer kinds (LOC:city); the field coarse has the others.',
  async *convert(open) {
    for (const [part, original] of Object.entries({ train: 'train_5500.label', test: 'TREC_10.label' })) {
      let count = 0
      for await (const line of linesIn(open, original)) {
        if (line.trim() === '') continue
        const found = /^(([A-Z]+):\S+) (.*)$/.exec(line)
        if (found === null) throw new DataError(original, count + 1, 'expected KIND:kind and a question')
        const [, label, coarse, text] = found
        const id = `${part}-${count++}`
        yield jsonPiece(`${part}.jsonl.gz`, { id, text: text.trim(), labels: [label], coarse })
      }
    }
  },
}
