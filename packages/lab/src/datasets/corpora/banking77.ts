// Banking77: CSV files with the columns text and category.

import { type DatasetEntry, sha256 } from '../entry.js'
import { documentsIn, jsonPiece, onlyMember } from '../members.js'

const ADDRESS = 'https://raw.githubusercontent.com/PolyAI-LDN/task-specific-datasets/master/banking_data'
const HASH_SOURCE = 'pinned by public projects that fetch the same address'

export const banking77: DatasetEntry = {
  name: 'banking77',
  title: 'Banking77',
  what: 'short questions to a bank, by intent',
  home: 'https://github.com/PolyAI-LDN/task-specific-datasets',
  terms: 'CC BY 4.0',
  cite: 'Casanueva et al., Efficient Intent Detection with Dual Sentence Encoders, 2020',
  labels: 77,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 10_003 },
    { name: 'test.jsonl.gz', what: 'test', documents: 3080 },
  ],
  originals: [
    {
      name: 'train.csv',
      url: `${ADDRESS}/train.csv`,
      hash: sha256('b06e26ac675513959a63135f11b94ea7786ed02da65db93a5650d8838cbc664b', HASH_SOURCE),
    },
    {
      name: 'test.csv',
      url: `${ADDRESS}/test.csv`,
      hash: sha256('d12d6e3bc4c3103966ae786dc435913c0c563dfa328f5a3646d0e62cfeeb474d', HASH_SOURCE),
    },
  ],
  async *convert(open) {
    for (const part of ['train', 'test']) {
      let count = 0
      const member = await onlyMember(open, `${part}.csv`)
      for await (const { text, labels } of documentsIn(member, 'csv', { labelColumn: 'category' }))
        yield jsonPiece(`${part}.jsonl.gz`, { id: `${part}-${count++}`, text, labels })
    }
  },
}
