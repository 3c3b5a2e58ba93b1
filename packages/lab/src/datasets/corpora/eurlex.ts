// EU laws with EuroVoc concepts: EURLEX57K as texts, and the older EURLex-4K as vectors in the format of the extreme
// classification repository.

import { DataError } from 'abound'
import { type DatasetEntry, partFiles } from '../entry.js'
import { jsonPiece, onlyMember, readJson } from '../members.js'
import { sparsePieces } from '../sparse-format.js'

const ADDRESS = 'http://nlp.cs.aueb.gr/software_and_datasets/EURLEX57K'
const PARTS: Readonly<Record<string, string>> = { train: 'train', dev: 'val', test: 'test' }

export const eurlex57k: DatasetEntry = {
  name: 'eurlex57k',
  title: 'EURLEX57K',
  what: 'EU laws, by EuroVoc concept',
  home: 'https://github.com/iliaschalkidis/lmtc-eurlex57k',
  terms: 'reuse with source named: EUR-Lex, © European Union, 1998–2019',
  cite: 'Chalkidis et al., Large-Scale Multi-Label Text Classification on EU Legislation, ACL 2019',
  labels: 4271,
  files: partFiles({ train: 45_000, val: 6000, test: 6000 }),
  originals: [
    { name: 'datasets.zip', url: `${ADDRESS}/datasets.zip` },
    { name: 'eurovoc_en.json', url: `${ADDRESS}/eurovoc_en.json` },
  ],
  async *convert(open) {
    const names = await readJson<Readonly<Record<string, { readonly label?: unknown } | undefined>>>(
      await onlyMember(open, 'eurovoc_en.json'),
    )
    for await (const member of open('datasets.zip')) {
      const [folder, file] = member.path.split('/').slice(-2)
      const part = PARTS[folder]
      if (part === undefined || !file.endsWith('.json') || member.path.includes('__MACOSX')) continue
      const law = await readJson<Law>(member)
      if (!Array.isArray(law.concepts)) throw new DataError(member.path, 0, 'expected a law with concepts')
      const paragraphs = [law.title, law.header, law.recitals, law.main_body, law.attachments].flat()
      const text = paragraphs.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n')
      const labels = law.concepts.map((id) => {
        const label = names[id]?.label
        return typeof label === 'string' ? `${id} ${label}` : String(id)
      })
      yield jsonPiece(`${part}.jsonl.gz`, {
        id: law.celex_id ?? file.slice(0, -5),
        text,
        labels,
        title: law.title,
      })
    }
  },
}

interface Law {
  readonly celex_id?: string
  readonly title?: string
  readonly header?: string
  readonly recitals?: string
  readonly main_body?: readonly string[]
  readonly attachments?: string
  readonly concepts?: readonly (string | number)[]
}

export const eurlex4k: DatasetEntry = {
  name: 'eurlex-4k',
  title: 'EURLex-4K',
  what: 'EU laws as vectors, by EuroVoc concept',
  home: 'http://manikvarma.org/downloads/XC/XMLRepository.html',
  terms: 'for research; cite the repository and the paper',
  cite: 'Loza Mencía & Fürnkranz, Efficient Pairwise Multilabel Classification for Large-Scale Problems, ECML 2008',
  labels: 3993,
  files: partFiles({ train: 15_539, test: 3809 }, 'svm'),
  originals: ['train.txt', 'test.txt'].map((name) => ({
    name,
    where: `the archive of bag-of-words features that the home page links to (a shared drive): ${name} in it`,
  })),
  async *convert(open) {
    for (const part of ['train', 'test'])
      yield* sparsePieces(await onlyMember(open, `${part}.txt`), `${part}.svm.gz`)
  },
}
