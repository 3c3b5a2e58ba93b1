// Why titles do not work better than abstracts on our OHSUMED: a made-up corpus in which they should. A title names the disease that
// a document is of; its text names it too, among others that it mentions in passing, and is of any length, longer in later years.

import type { Document } from 'abound'
import { Rng } from 'abound/internal'
import { decide } from '../claim-decisions.js'
import { type ClaimFound, every, higher } from '../claims.js'
import type { Desk, Experiment } from '../item.js'
import { measureContender } from '../measuring.js'
import { type SplitVectors, vectorise } from '../split-vectors.js'
import { ClassFigures } from './class-figures.js'
import type { Segment } from './segments.js'

const DISEASES = 20
const DOCUMENTS = 4000
const QUICK_DOCUMENTS = 400
const WORDS = 5000
const TITLE = 8
/** Words of a text for one passing mention of a disease. */
const PER_MENTION = 300
/** Texts have from 30 words on; the longest so many times as many, later by half more. */
const SHORTEST = 30
const LONGEST = 12
const LATER = 1.5
/** How many documents are of a disease, and how many titles and texts of these name it. */
const OF_ONE = 0.4
const NAMED = 0.8

const LEARNERS = { Rocchio: 'rocchio', WH: 'widrow-hoff', EG: 'eg' } as const

export const namedTitles: Experiment = {
  what:
    'The paper calls it an anomaly, and suspects that abstracts vary in length and grew longer. Ours are of one year, and the 23 groups ' +
    'of diseases are not what titles name, as headings are. The experiment: a generated corpus of 20 diseases that titles name; texts ' +
    'name them too, mention others in passing (one in 300 words), and are of 30 to 360 words, those judged half as long again.',
  async run(desk) {
    const f1 = { title: await measure(desk, 'title'), 'main text': await measure(desk, 'main text') }
    const parts = Object.keys(LEARNERS).map((name): ClaimFound => {
      const side = (segment: Segment) => ({ name: `${segment}s: ${name}`, figures: f1[segment].of(name) })
      return higher(side('title'), side('main text'))
    })
    return decide(every(parts), 'the data')
  },
}

async function measure(desk: Desk, segment: Segment): Promise<ClassFigures> {
  const rng = new Rng(desk.seed)
  const count = desk.quick ? QUICK_DOCUMENTS : DOCUMENTS
  const write = (later: number) => Array.from({ length: count }, () => writeDocument(rng, segment, later))
  const split = { train: write(1), test: write(LATER) }
  const vectors: SplitVectors = await vectorise(split, { weighting: 'binary', norm: 'none' })
  const classes = Array.from({ length: DISEASES }, (_, disease) => nameOf(disease))
  const figures = new ClassFigures()
  for (const [name, learner] of Object.entries(LEARNERS)) {
    const { measures } = await measureContender(desk, vectors, { learner, thresholds: 'train' })
    figures.add(name, classes, measures)
  }
  return figures
}

const nameOf = (disease: number) => `disease${disease}`

function writeDocument(rng: Rng, segment: Segment, later: number): Document {
  const disease = rng.float() < OF_ONE ? nameOf(rng.below(DISEASES)) : undefined
  const length = segment === 'title' ? TITLE : Math.round(SHORTEST * LONGEST ** rng.float() * later)
  // Word i is about i times as rare as the first.
  const words = Array.from({ length }, () => `w${Math.floor(WORDS ** rng.float())}`)
  if (disease !== undefined && rng.float() < NAMED) words.push(disease)
  if (segment === 'main text')
    for (let mention = rng.below(PER_MENTION); mention < length; mention += PER_MENTION)
      words.push(nameOf(rng.below(DISEASES)))
  return { text: words.join(' '), labels: disease === undefined ? [] : [disease] }
}
