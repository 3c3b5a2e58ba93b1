// CLINC150: one JSON file, lists of [text, intent] by part; the out-of-scope ones stand in lists of their own.

import { DataError } from 'abound'
import { type DatasetEntry, hashedFiles, PINNED, partFiles } from '../entry.js'
import { jsonPiece, onlyMember, readJson } from '../members.js'

const ORIGINAL = 'data_full.json'

export const clinc150: DatasetEntry = {
  name: 'clinc150',
  title: 'CLINC150',
  what: 'short questions to an assistant, by intent, with out-of-scope ones (label oos)',
  home: 'https://github.com/clinc/oos-eval',
  terms: 'CC BY 3.0',
  cite: 'Larson et al., An Evaluation Dataset for Intent Classification and Out-of-Scope Prediction, EMNLP 2019',
  labels: 151,
  files: partFiles({ train: 15_100, val: 3100, test: 5500 }),
  originals: hashedFiles('https://raw.githubusercontent.com/clinc/oos-eval/master/data', PINNED, [
    [ORIGINAL, '36923c3705a59e08fe9c3883d8bc2dd966ef93e22cb78ac41171782a698d56e0'],
  ]),
  async *convert(open) {
    const lists = await readJson<Readonly<Record<string, unknown>>>(await onlyMember(open, ORIGINAL))
    for (const part of ['train', 'val', 'test']) {
      let count = 0
      for (const pair of [lists[part], lists[`oos_${part}`]].flat()) {
        if (!Array.isArray(pair) || typeof pair[0] !== 'string' || typeof pair[1] !== 'string')
          throw new DataError(ORIGINAL, 0, `expected [text, intent] pairs in "${part}" and "oos_${part}"`)
        yield jsonPiece(`${part}.jsonl.gz`, { id: `${part}-${count++}`, text: pair[0], labels: [pair[1]] })
      }
    }
  },
}
