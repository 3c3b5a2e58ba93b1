// CLINC150: one JSON file, lists of [text, intent] by part; the out-of-scope ones stand in lists of their own.

import { DataError } from 'abound'
import { type DatasetEntry, sha256 } from '../entry.js'
import { jsonOf, jsonPiece, onlyMember } from '../members.js'

const ORIGINAL = 'data_full.json'

export const clinc150: DatasetEntry = {
  name: 'clinc150',
  title: 'CLINC150',
  what: 'short questions to an assistant, by intent, with out-of-scope ones (label oos)',
  home: 'https://github.com/clinc/oos-eval',
  terms: 'CC BY 3.0',
  cite: 'Larson et al., An Evaluation Dataset for Intent Classification and Out-of-Scope Prediction, EMNLP 2019',
  labels: 151,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 15_100 },
    { name: 'val.jsonl.gz', what: 'validation', documents: 3100 },
    { name: 'test.jsonl.gz', what: 'test', documents: 5500 },
  ],
  originals: [
    {
      name: ORIGINAL,
      url: `https://raw.githubusercontent.com/clinc/oos-eval/master/data/${ORIGINAL}`,
      hash: sha256(
        '36923c3705a59e08fe9c3883d8bc2dd966ef93e22cb78ac41171782a698d56e0',
        'pinned by public projects that fetch the same address',
      ),
    },
  ],
  async *convert(open) {
    const lists = (await jsonOf(await onlyMember(open, ORIGINAL))) as Readonly<Record<string, unknown>>
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
