// Finna's records with subjects of the General Finnish Ontology YSO, as Annif's corpora have them: TSV lines
// `text<TAB><uri> <uri>`, and the subjects' names in another file.

import { type DatasetEntry, partFiles } from '../entry.js'
import { isHeldOut } from '../held-out.js'
import { jsonPiece, linesIn } from '../members.js'

const RECORDS = 'yso-finna-en.tsv.gz'
const SUBJECTS = 'yso-en.tsv'
const PINNED = '39ad4a89301d30710d348e79bb8bcfa30d14536d'

export const ysoFinna: DatasetEntry = {
  name: 'yso-finna',
  title: 'Finna, English records with YSO subjects',
  what: 'titles and abstracts of a library catalogue, by subject heading',
  home: 'https://github.com/NatLibFi/Annif-corpora',
  terms: 'CC0',
  cite: 'Suominen, Annif: DIY Automated Subject Indexing Using Multiple Algorithms, LIBER Quarterly 2019',
  labels: 25_371,
  changing: true,
  files: partFiles({ train: 585_033, test: 66_128 }),
  originals: [
    {
      name: RECORDS,
      where: `a clone of the home page's repository: training/${RECORDS} (or its parts joined)`,
    },
    {
      name: SUBJECTS,
      url: `https://raw.githubusercontent.com/NatLibFi/Annif-corpora/${PINNED}/vocab/${SUBJECTS}`,
    },
  ],
  note: 'counts are those of the copy that our published figures were measured on. A tenth, chosen by a hash of the id, is for testing.',
  async *convert(open) {
    const names = new Map<string, string>()
    for await (const line of linesIn(open, SUBJECTS)) {
      const [uri, name] = line.split('\t')
      if (name !== undefined) names.set(keyOf(uri), name.trim())
    }
    let count = 0
    for await (const line of linesIn(open, RECORDS)) {
      const tab = line.lastIndexOf('\t')
      if (tab < 0) continue
      const uris = line.slice(tab + 1).split(/\s+/)
      const keys = uris.filter((uri) => uri !== '').map(keyOf)
      const labels = keys.map((key) => (names.has(key) ? `${key} ${names.get(key)}` : key))
      const id = `en-${count++}`
      const part = isHeldOut(id) ? 'test' : 'train'
      const text = line.slice(0, tab)
      yield jsonPiece(`${part}.jsonl.gz`, { id, text, labels: [...new Set(labels)].sort() })
    }
  },
}

/** `<http://www.yso.fi/onto/yso/p12465>` → p12465 */
function keyOf(uri: string): string {
  return uri.replace(/[<>]/g, '').replace(/^.*\//, '')
}
