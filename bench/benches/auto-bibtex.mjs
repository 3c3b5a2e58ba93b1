// auto on BibTeX, ready-made vectors.

import { join } from 'node:path'
import { autoBench } from '../auto.mjs'

export default autoBench((place) => {
  const folder = place.corpusFolder('bibtex', 'BibTeX')
  return { name: 'BibTeX', train: join(folder, 'train.svm.gz'), test: join(folder, 'test.svm.gz') }
})
