// Breakeven of a learner that has few labelled documents and, if it is transductive, the test documents unlabelled.
//
//   transduction.mjs reuters|webkb LABELLED SEEDS naive-bayes|svm|true|share OPTIONS FILE…
//
// reuters (FILE: train, test): the ten most frequent topics, LABELLED training documents drawn at random of which at
// least one has each topic. webkb (FILE: all): course, faculty, project and student, LABELLED pages of each class from
// one university, the pages of these classes of all others to be labelled. `true` and `share` are tsvm, told how many of
// the unlabelled have each label, or going by the labelled ones.

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { evaluate, train, transduce } = /** @type {typeof import('../../src/index.js')} */ (
  await built('index.js')
)
const { permutation, Rng } = /** @type {typeof import('../../src/kernels/rng.js')} */ (
  await built('kernels/rng.js')
)

/** @typedef {{ text: string, labels: string[], university?: string }} Page */

const TOPICS = 10
const CLASSES = ['course', 'faculty', 'project', 'student']
const HOME = 'cornell'

const [setup, labelled, seeds, learner, given, ...files] = process.argv.slice(2)
const options = JSON.parse(given)
const [draw, unlabelled] = setup === 'reuters' ? reuters(files) : webkb(files)
const counts = countsOf(unlabelled)
let breakeven = 0
for (let seed = 1; seed <= Number(seeds); seed++) {
  const model = await learn(draw(Number(labelled), new Rng(seed)))
  breakeven += (await evaluate(model, unlabelled)).breakeven / Number(seeds)
}
console.log(JSON.stringify({ breakeven: 100 * breakeven }))

/** @param {Page[]} few */
async function learn(few) {
  if (learner === 'naive-bayes' || learner === 'svm') return train(few, { learner, ...options })
  const positives =
    learner === 'true' ? [...counts].map(([label, n]) => `${label}\t${n}`).join('\n') : 'share'
  return (await transduce(few, unlabelled, { positives, ...options })).model
}

/** @param {Page[]} pages */
function countsOf(pages) {
  /** @type {Map<string, number>} */
  const found = new Map()
  for (const { labels } of pages) for (const label of labels) found.set(label, (found.get(label) ?? 0) + 1)
  return found
}

/** @param {string[]} files */
function reuters([trainFile, testFile]) {
  const all = read(trainFile)
  const topics = [...countsOf(all)]
    .sort((a, b) => b[1] - a[1])
    .slice(0, TOPICS)
    .map(([topic]) => topic)
  const pool = only(all, topics)
  const drawn = (/** @type {number} */ size, /** @type {InstanceType<typeof Rng>} */ rng) => {
    const order = Array.from(permutation(pool.length, rng), (i) => pool[i])
    /** @type {Set<Page>} */
    const chosen = new Set()
    for (const topic of topics) {
      const has = (/** @type {Page} */ { labels }) => labels.includes(topic)
      const first = [...chosen].some(has) ? undefined : order.find(has)
      if (first !== undefined) chosen.add(first)
    }
    for (const page of order) if (chosen.size < size) chosen.add(page)
    return [...chosen]
  }
  return /** @type {const} */ ([drawn, only(read(testFile), topics)])
}

/** @param {string[]} files */
function webkb([file]) {
  const pages = read(file).filter(({ labels }) => CLASSES.includes(labels[0]))
  const home = pages.filter(({ university }) => university === HOME)
  const drawn = (/** @type {number} */ size, /** @type {InstanceType<typeof Rng>} */ rng) => {
    const order = Array.from(permutation(home.length, rng), (i) => home[i])
    return CLASSES.flatMap((name) => order.filter(({ labels }) => labels[0] === name).slice(0, size))
  }
  return /** @type {const} */ ([drawn, pages.filter(({ university }) => university !== HOME)])
}

/** @param {string} file */
function read(file) {
  return /** @type {Page[]} */ (readDocuments(file))
}

/**
 * @param {Page[]} pages
 * @param {string[]} topics
 */
function only(pages, topics) {
  return pages.map(({ text, labels }) => ({
    text,
    labels: (labels ?? []).filter((label) => topics.includes(label)),
  }))
}
