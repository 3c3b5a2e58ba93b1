// IMDB reviews: folders train and test, in them pos and neg, in train also unsup; a file for each review, its name the
// number and the rating.

import { type DatasetEntry, hashedFiles, partFiles } from '../entry.js'
import { htmlText } from '../html-text.js'
import { jsonPiece, readText } from '../members.js'

const ARCHIVE = 'aclImdb_v1.tar.gz'

export const imdb: DatasetEntry = {
  name: 'imdb',
  title: 'IMDB reviews',
  what: 'reviews of films, good or bad, and as many unlabelled',
  home: 'https://ai.stanford.edu/~amaas/data/sentiment/',
  terms: 'none stated; cite the paper',
  cite: 'Maas et al., Learning Word Vectors for Sentiment Analysis, ACL 2011',
  labels: 2,
  files: [
    ...partFiles({ train: 25_000, test: 25_000 }),
    { name: 'unlabelled.jsonl.gz', what: 'without labels', documents: 50_000 },
  ],
  originals: hashedFiles('http://ai.stanford.edu/~amaas/data/sentiment', 'TensorFlow Datasets', [
    [ARCHIVE, 'c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe', 84_125_825],
  ]),
  note: 'reviews come in the order of the archive: good and bad ones in rows. Learners shuffle.',
  async *convert(open) {
    for await (const member of open(ARCHIVE)) {
      const found = /(train|test)\/(pos|neg|unsup)\/(\d+_(\d+))\.txt$/.exec(member.path)
      if (found === null) continue
      const [, part, kind, name, rating] = found
      const text = htmlText(await readText(member))
      const id = `${part}/${kind}/${name}`
      yield kind === 'unsup'
        ? jsonPiece('unlabelled.jsonl.gz', { id, text })
        : jsonPiece(`${part}.jsonl.gz`, { id, text, labels: [kind], rating: Number(rating) })
    }
  },
}
