// GoEmotions: TSV lines `text<TAB>3,17<TAB>id`, emotions as numbers in the order of its list.

import { DataError } from 'abound'
import { type DatasetEntry, sha256 } from '../entry.js'
import { jsonPiece, linesOf, onlyMember } from '../members.js'

const ADDRESS = 'https://github.com/google-research/google-research/raw/master/goemotions/data'
const SOURCE = 'TensorFlow Datasets'
const EMOTIONS =
  'admiration amusement anger annoyance approval caring confusion curiosity desire disappointment disapproval ' +
  'disgust embarrassment excitement fear gratitude grief joy love nervousness optimism pride realization relief ' +
  'remorse sadness surprise neutral'

export const goemotions: DatasetEntry = {
  name: 'goemotions',
  title: 'GoEmotions',
  what: 'comments on Reddit, by emotion',
  home: 'https://github.com/google-research/google-research/tree/master/goemotions',
  terms: 'CC BY 4.0',
  cite: 'Demszky et al., GoEmotions: A Dataset of Fine-Grained Emotions, ACL 2020',
  labels: 28,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 43_410 },
    { name: 'val.jsonl.gz', what: 'validation', documents: 5426 },
    { name: 'test.jsonl.gz', what: 'test', documents: 5427 },
  ],
  originals: [
    {
      name: 'train.tsv',
      url: `${ADDRESS}/train.tsv`,
      bytes: 3_519_053,
      hash: sha256('1c254a142be5c00e80d819b9ae1bbd36d94b2eeb8f4b1271846508d57e57d9c5', SOURCE),
    },
    {
      name: 'dev.tsv',
      url: `${ADDRESS}/dev.tsv`,
      bytes: 439_059,
      hash: sha256('575489c079c9de1097062a01738f998590d6b7ead66dd1c9fd1d2ba01fd8bc62', SOURCE),
    },
    {
      name: 'test.tsv',
      url: `${ADDRESS}/test.tsv`,
      bytes: 436_706,
      hash: sha256('0587b2dd8b27b97352adbfc3fb083d46005c8946657fdc2b1ca8b1cc7f1f8be4', SOURCE),
    },
  ],
  async *convert(open) {
    const emotions = EMOTIONS.split(' ')
    for (const [original, part] of [
      ['train.tsv', 'train'],
      ['dev.tsv', 'val'],
      ['test.tsv', 'test'],
    ]) {
      let line = 0
      for await (const lines of linesOf(await onlyMember(open, original))) {
        for (const record of lines) {
          line++
          if (record === '') continue
          const [text, numbers = '', id] = record.split('\t')
          const labels = numbers.split(',').map((number) => emotions[Number(number)])
          if (id === undefined || labels.includes(undefined as unknown as string))
            throw new DataError(original, line, 'expected a text, numbers of emotions and an id between tabs')
          yield jsonPiece(`${part}.jsonl.gz`, { id, text, labels })
        }
      }
    }
  },
}
