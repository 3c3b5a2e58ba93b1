// GoEmotions: TSV lines `text<TAB>3,17<TAB>id`, emotions as numbers in the order of its list.

import { DataError } from 'abound'
import { type DatasetEntry, hashedFiles, partFiles } from '../entry.js'
import { jsonPiece, linesIn } from '../members.js'

const ADDRESS = 'https://github.com/google-research/google-research/raw/master/goemotions/data'
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
  files: partFiles({ train: 43_410, val: 5426, test: 5427 }),
  originals: hashedFiles(ADDRESS, 'TensorFlow Datasets', [
    ['train.tsv', '1c254a142be5c00e80d819b9ae1bbd36d94b2eeb8f4b1271846508d57e57d9c5', 3_519_053],
    ['dev.tsv', '575489c079c9de1097062a01738f998590d6b7ead66dd1c9fd1d2ba01fd8bc62', 439_059],
    ['test.tsv', '0587b2dd8b27b97352adbfc3fb083d46005c8946657fdc2b1ca8b1cc7f1f8be4', 436_706],
  ]),
  async *convert(open) {
    const emotions = EMOTIONS.split(' ')
    for (const [part, original] of Object.entries({ train: 'train.tsv', val: 'dev.tsv', test: 'test.tsv' })) {
      let line = 0
      for await (const record of linesIn(open, original)) {
        line++
        if (record === '') continue
        const [text, numbers = '', id] = record.split('\t')
        const labels = numbers.split(',').map((number): string | undefined => emotions[Number(number)])
        if (id === undefined || labels.includes(undefined))
          throw new DataError(original, line, 'expected a text, numbers of emotions and an id between tabs')
        yield jsonPiece(`${part}.jsonl.gz`, { id, text, labels })
      }
    }
  },
}
