// TREC questions: lines `COARSE:fine question`.

import { DataError } from 'abound'
import { type DatasetEntry, sha256 } from '../entry.js'
import { jsonPiece, linesOf, onlyMember } from '../members.js'

const ADDRESS = 'https://cogcomp.seas.upenn.edu/Data/QA/QC'

export const trecQuestions: DatasetEntry = {
  name: 'trec-questions',
  title: 'TREC questions',
  what: 'questions, by what is asked for: 6 kinds and 50 finer ones',
  home: `${ADDRESS}/`,
  terms: 'none stated; cite the paper',
  cite: 'Li & Roth, Learning Question Classifiers, COLING 2002',
  labels: 50,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 5452 },
    { name: 'test.jsonl.gz', what: 'test', documents: 500 },
  ],
  originals: [
    {
      name: 'train_5500.label',
      url: 'http://cogcomp.org/Data/QA/QC/train_5500.label',
      bytes: 335_858,
      hash: sha256(
        '9e4c8bdcaffb96ed61041bd64b564183d52793a8e91d84fc3a8646885f466ec3',
        'Hugging Face Datasets',
      ),
    },
    {
      name: 'TREC_10.label',
      url: 'http://cogcomp.org/Data/QA/QC/TREC_10.label',
      bytes: 23_354,
      hash: sha256(
        '033f22c028c2bbba9ca682f68ffe204dc1aa6e1cf35dd6207f2d4ca67f0d0e8e',
        'Hugging Face Datasets',
      ),
    },
  ],
  note: 'labels are the finer kinds (LOC:city); the field coarse has the others.',
  async *convert(open) {
    for (const [original, part] of [
      ['train_5500.label', 'train'],
      ['TREC_10.label', 'test'],
    ]) {
      let count = 0
      for await (const lines of linesOf(await onlyMember(open, original))) {
        for (const line of lines) {
          if (line.trim() === '') continue
          const found = /^(([A-Z]+):\S+) (.*)$/.exec(line)
          if (found === null) throw new DataError(original, count + 1, 'expected KIND:kind and a question')
          const [, label, coarse, text] = found
          yield jsonPiece(`${part}.jsonl.gz`, {
            id: `${part}-${count++}`,
            text: text.trim(),
            labels: [label],
            coarse,
          })
        }
      }
    }
  },
}
