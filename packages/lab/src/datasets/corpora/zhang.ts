// The corpora of Zhang, Zhao & LeCun: CSV files without a header, the class's number from 1, then title and text, or
// text alone; a backslash and n stands for a line end.

import { DataError } from 'abound'
import { type DatasetEntry, hashedFiles, PINNED, partFiles } from '../entry.js'
import { documentsIn, jsonPiece } from '../members.js'

const CITE = 'Zhang, Zhao & LeCun, Character-level Convolutional Networks for Text Classification, NIPS 2015'
const AG_NEWS = 'https://raw.githubusercontent.com/mhjabreel/CharCnn_Keras/master/data/ag_news_csv'
const FAST_AI = 'https://s3.amazonaws.com/fast-ai-nlp'
const YELP = 'yelp_review_polarity_csv.tgz'

export const agNews: DatasetEntry = {
  name: 'ag-news',
  title: 'AG News',
  what: 'news, title and first lines, by section',
  home: 'http://groups.di.unipi.it/~gulli/AG_corpus_of_news_articles.html',
  terms: 'non-commercial use; credit the source',
  cite: CITE,
  labels: 4,
  files: partFiles({ train: 120_000, test: 7600 }),
  originals: hashedFiles(AG_NEWS, PINNED, [
    ['train.csv', '76a0a2d2f92b286371fe4d4044640910a04a803fdd2538e0f3f29a5c6f6b672e', 29_470_338],
    ['test.csv', '521465c2428ed7f02f8d6db6ffdd4b5447c1c701962353eb2c40d548c3c85699'],
  ]),
  convert: csvConverter((part) => `${part}.csv`, ['World', 'Sports', 'Business', 'Sci/Tech'], true),
}

export const dbpedia: DatasetEntry = {
  name: 'dbpedia',
  title: 'DBpedia, 14 classes',
  what: 'first lines of Wikipedia articles, by kind of thing',
  home: 'https://www.dbpedia.org/',
  terms: 'CC BY-SA 3.0 and GFDL',
  cite: CITE,
  labels: 14,
  files: partFiles({ train: 560_000, test: 70_000 }),
  originals: [{ name: 'dbpedia_csv.tgz', url: `${FAST_AI}/dbpedia_csv.tgz`, bytes: 68_000_000 }],
  convert: csvConverter(
    () => 'dbpedia_csv.tgz',
    (
      'Company EducationalInstitution Artist Athlete OfficeHolder MeanOfTransportation Building NaturalPlace Village ' +
      'Animal Plant Album Film WrittenWork'
    ).split(' '),
    true,
  ),
}

export const yelpPolarity: DatasetEntry = {
  name: 'yelp-polarity',
  title: 'Yelp reviews, polarity',
  what: 'reviews of shops and places, bad (1–2 stars) or good (3–4)',
  home: 'https://www.yelp.com/dataset',
  terms: 'academic use; see Yelp’s dataset terms',
  cite: CITE,
  labels: 2,
  files: partFiles({ train: 560_000, test: 38_000 }),
  originals: hashedFiles(FAST_AI, 'TensorFlow Datasets', [
    [YELP, '528f22e286cad085948acbc3bea7e58188416546b0e364d0ae4ca0ce666abe35', 166_373_201],
  ]),
  convert: csvConverter(() => YELP, ['negative', 'positive'], false),
}

/** Reads `train.csv` and `test.csv`, each in the original that is named. */
function csvConverter(
  originalOf: (part: string) => string,
  classes: readonly string[],
  titled: boolean,
): DatasetEntry['convert'] {
  const settings = titled ? { labelColumn: 'class', fields: ['title', 'text'] } : { labelColumn: 'class' }
  const header = titled ? 'class,title,text\n' : 'class,text\n'
  return async function* (open) {
    for (const part of ['train', 'test']) {
      let found = false
      for await (const member of open(originalOf(part))) {
        if (!member.path.endsWith(`${part}.csv`)) continue
        found = true
        let count = 0
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
        break
      }
      if (!found) throw new DataError(originalOf(part), 0, `expected ${part}.csv in it, found none`)
    }
  }
}
