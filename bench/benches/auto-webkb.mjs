// auto on WebKB: the four classes of the papers, every fourth page tested.

import { join } from 'node:path'
import { autoBench } from '../auto.mjs'
import { filtered } from '../parts.mjs'

const CLASSES = ['course', 'faculty', 'project', 'student']

export default autoBench((place) => {
  const all = join(place.corpusFolder('webkb', 'WebKB'), 'all.jsonl.gz')
  const part = (/** @type {boolean} */ tested) => {
    let seen = 0
    return (/** @type {{ labels: string[] }} */ { labels }) =>
      CLASSES.includes(labels[0]) && (seen++ % 4 === 3) === tested
  }
  return {
    name: 'WebKB, four classes, every fourth page tested',
    train: filtered(all, place.file('webkb-train.jsonl'), part(false)),
    test: filtered(all, place.file('webkb-test.jsonl'), part(true)),
  }
})
