// auto on a part of the records of libraries: thousands of subjects.

import { join } from 'node:path'
import { autoBench } from '../auto.mjs'
import { filtered } from '../parts.mjs'

const EVERY = 12

export default autoBench(
  (place) => {
    const folder = place.corpusFolder('yso-finna', 'YSO, library records')
    const part = (/** @type {string} */ name) => {
      let seen = 0
      return filtered(
        join(folder, `${name}.jsonl.gz`),
        place.file(`yso-${name}.jsonl`),
        () => seen++ % EVERY === 0,
      )
    }
    return { name: `YSO, every ${EVERY}th library record`, train: part('train'), test: part('test') }
  },
  { singles: ['ff', 'ff --margin 0.1', 'ff --margin 0.5', 'ind'] },
)
