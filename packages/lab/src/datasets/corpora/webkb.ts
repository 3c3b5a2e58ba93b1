// WebKB: folders class/university/page, each page a MIME header and HTML.

import type { DatasetEntry } from '../entry.js'
import { readPage } from '../html-text.js'
import { jsonPiece, readText } from '../members.js'

const ARCHIVE = 'webkb-data.gtar.gz'

export const webkb: DatasetEntry = {
  name: 'webkb',
  title: 'WebKB, the 4 universities data set',
  what: 'pages of computer science departments of 1997, by kind',
  home: 'http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-20/www/data/',
  terms: 'none stated; for research',
  cite: 'Craven et al., Learning to Extract Symbolic Knowledge from the World Wide Web, AAAI 1998',
  labels: 7,
  files: [{ name: 'all.jsonl.gz', what: 'all pages', documents: 8282 }],
  originals: [
    { name: ARCHIVE, url: `http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-20/www/data/${ARCHIVE}` },
  ],
  note: 'no split: train on three universities and misc, test on the fourth (the field university), as its makers advise.',
  async *convert(open) {
    const pages: { id: string; text: string; labels: string[]; title: string; university: string }[] = []
    for await (const member of open(ARCHIVE)) {
      const names = member.path.split('/')
      if (names.length < 4) continue
      const [label, university, page] = names.slice(-3)
      const { text, title } = readPage(await readText(member))
      // Windows has no colons in names, so copies differ in them: ids do not.
      const id = `${label}/${university}/${page.replaceAll(':', '_')}`
      pages.push({ id, text, labels: [label], title, university })
    }
    pages.sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const page of pages) yield jsonPiece('all.jsonl.gz', page)
  },
}
