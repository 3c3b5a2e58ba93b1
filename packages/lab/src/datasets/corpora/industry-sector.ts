// Industry Sector: web pages of companies in folders, which are a hierarchy of sectors.

import type { DatasetEntry } from '../entry.js'
import { readPage } from '../html-text.js'
import { jsonPiece, readText } from '../members.js'

const ARCHIVE = 'sector.tar.gz'

export const industrySector: DatasetEntry = {
  name: 'industry-sector',
  title: 'Industry Sector',
  what: 'web pages of companies, by branch of industry',
  home: 'https://people.cs.umass.edu/~mccallum/data.html',
  terms: 'none stated; for research',
  cite: 'McCallum et al., Improving Text Classification by Shrinkage in a Hierarchy of Classes, ICML 1998',
  files: [{ name: 'all.jsonl.gz', what: 'all pages' }],
  originals: [
    { name: ARCHIVE, where: 'the home page: its archive of the sector hierarchy, packed as tar.gz' },
  ],
  note: 'some 9,600 pages and 105 sectors, in other copies 6,440 and 71; labels are paths of folders.',
  async *convert(open) {
    for await (const member of open(ARCHIVE)) {
      const names = member.path.split('/')
      // The first folder holds them all, the last name is the page.
      const label = names.slice(1, -1).join('/')
      if (label === '') continue
      const { text, title } = readPage(await readText(member))
      const id = names.slice(1).join('/')
      yield jsonPiece('all.jsonl.gz', { id, text, labels: [label], title })
    }
  },
}
