// The corpora of Zhang, Zhao & LeCun: CSV files without a header, the class's number from 1, then title and text, or
// text alone; a backslash and n stands for a line end.

import { DataError } from 'abound'
import { type DatasetEntry, type OpenOriginal, type Piece, sha256 } from '../entry.js'
import { documentsIn, jsonPiece } from '../members.js'

const CITE = 'Zhang, Zhao & LeCun, Character-level Convolutional Networks for Text Classification, NIPS 2015'
const AG_NEWS = 'https://raw.githubusercontent.com/mhjabreel/CharCnn_Keras/master/data/ag_news_csv'
const FAST_AI = 'https://s3.amazonaws.com/fast-ai-nlp'
const PINNED = 'pinned by public projects that fetch the same address'

export const agNews: DatasetEntry = {
  name: 'ag-news',
  title: 'AG News',
  what: 'news, title and first lines, by section',
  home: 'http://groups.di.unipi.it/~gulli/AG_corpus_of_news_articles.html',
  terms: 'non-commercial use; credit the source',
  cite: CITE,
  labels: 4,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 120_000 },
    { name: 'test.jsonl.gz', what: 'test', documents: 7600 },
  ],
  originals: [
    {
      name: 'train.csv',
      url: `${AG_NEWS}/train.csv`,
      bytes: 29_470_338,
      hash: sha256('76a0a2d2f92b286371fe4d4044640910a04a803fdd2538e0f3f29a5c6f6b672e', PINNED),
    },
    {
      name: 'test.csv',
      url: `${AG_NEWS}/test.csv`,
      hash: sha256('521465c2428ed7f02f8d6db6ffdd4b5447c1c701962353eb2c40d548c3c85699', PINNED),
    },
  ],
  async *convert(open) {
    const classes = ['World', 'Sports', 'Business', 'Sci/Tech']
    for (const part of ['train', 'test']) yield* zhangPieces(open, `${part}.csv`, part, classes, true)
  },
}

export const dbpedia: DatasetEntry = {
  name: 'dbpedia',
  title: 'DBpedia, 14 classes',
  what: 'first lines of Wikipedia articles, by kind of thing',
  home: 'https://www.dbpedia.org/',
  terms: 'CC BY-SA 3.0 and GFDL',
  cite: CITE,
  labels: 14,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 560_000 },
    { name: 'test.jsonl.gz', what: 'test', documents: 70_000 },
  ],
  originals: [{ name: 'dbpedia_csv.tgz', url: `${FAST_AI}/dbpedia_csv.tgz`, bytes: 68_000_000 }],
  async *convert(open) {
    const classes =
      'Company EducationalInstitution Artist Athlete OfficeHolder MeanOfTransportation Building NaturalPlace Village ' +
      'Animal Plant Album Film WrittenWork'
    for (const part of ['train', 'test'])
      yield* zhangPieces(open, 'dbpedia_csv.tgz', part, classes.split(' '), true)
  },
}

export const yelpPolarity: DatasetEntry = {
  name: 'yelp-polarity',
  title: 'Yelp reviews, polarity',
  what: 'reviews of shops and places, bad (1–2 stars) or good (3–4)',
  home: 'https://www.yelp.com/dataset',
  terms: 'academic use; see Yelp’s dataset terms',
  cite: CITE,
  labels: 2,
  files: [
    { name: 'train.jsonl.gz', what: 'training', documents: 560_000 },
    { name: 'test.jsonl.gz', what: 'test', documents: 38_000 },
  ],
  originals: [
    {
      name: 'yelp_review_polarity_csv.tgz',
      url: `${FAST_AI}/yelp_review_polarity_csv.tgz`,
      bytes: 166_373_201,
      hash: sha256('528f22e286cad085948acbc3bea7e58188416546b0e364d0ae4ca0ce666abe35', 'TensorFlow Datasets'),
    },
  ],
  async *convert(open) {
    for (const part of ['train', 'test'])
      yield* zhangPieces(open, 'yelp_review_polarity_csv.tgz', part, ['negative', 'positive'], false)
  },
}

async function* zhangPieces(
  open: OpenOriginal,
  original: string,
  part: string,
  classes: readonly string[],
  titled: boolean,
): AsyncGenerator<Piece> {
  const settings = titled ? { labelColumn: 'class', fields: ['title', 'text'] } : { labelColumn: 'class' }
  const header = titled ? 'class,title,text\n' : 'class,text\n'
  let count = 0
  for await (const member of open(original)) {
    if (!member.path.endsWith(`${part}.csv`)) continue
    for await (const { text, labels = [] } of documentsIn(member, 'csv', settings, header)) {
      const label = classes[Number(labels[0]) - 1]
      if (label === undefined)
        throw new DataError(
          member.path,
          count + 1,
          `expected a class from 1 to ${classes.length}, found: ${labels[0]}`,
        )
      const lines = String(text).replaceAll('\\n', '\n').trim()
      yield jsonPiece(`${part}.jsonl.gz`, { id: `${part}-${count++}`, text: lines, labels: [label] })
    }
    return
  }
  throw new DataError(original, 0, `expected ${part}.csv in it, found none`)
}
