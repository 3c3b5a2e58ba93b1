// Banking77: CSV files with the columns text and category.

import { type DatasetEntry, hashedFiles, PINNED, partFiles } from '../entry.js'
import { documentsIn, jsonPiece, onlyMember } from '../members.js'

const ADDRESS = 'https://raw.githubusercontent.com/PolyAI-LDN/task-specific-datasets/master/banking_data'

export const banking77: DatasetEntry = {
  name: 'banking77',
  title: 'Banking77',
  what: 'short questions to a bank, by intent',
  home: 'https://github.com/PolyAI-LDN/task-specific-datasets',
  terms: 'CC BY 4.0',
  cite: 'Casanueva et al., Efficient Intent Detection with Dual Sentence Encoders, 2020',
  labels: 77,
  files: partFiles({ train: 10_003, test: 3080 }),
  originals: hashedFiles(ADDRESS, PINNED, [
    ['train.csv', 'b06e26ac675513959a63135f11b94ea7786ed02da65db93a5650d8838cbc664b'],
    ['test.csv', 'd12d6e3bc4c3103966ae786dc435913c0c563dfa328f5a3646d0e62cfeeb474d'],
  ]),
  async *convert(open) {
    for (const part of ['train', 'test']) {
      let count = 0
      const member = await onlyMember(open, `${part}.csv`)
      for await (const { text, labels } of documentsIn(member, 'csv', { labelColumn: 'category' }))
        yield jsonPiece(`${part}.jsonl.gz`, { id: `${part}-${count++}`, text, labels })
    }
  },
}
