// Trains one label against the rest on a svmlight file, by the solver alone, and prints the sum over labels of the
// dual objective as others have it: ½‖w‖² − Σα.
//
//   svm-objective.mjs FILE

import { readFileSync } from 'node:fs'
import { built } from '../build.mjs'

const { JointDescent, jointRows, LANES } =
  /** @type {typeof import('../../packages/abound/src/learners/svm/joint-descent.js')} */ (
    await built('learners/svm/joint-descent.js')
  )
const { DatasetBuilder } = /** @type {typeof import('../../packages/abound/src/structures/dataset.js')} */ (
  await built('structures/dataset.js')
)

const data = new DatasetBuilder()
/** @type {number[]} */
const labels = []
for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  const [label, ...entries] = line.split(' ')
  const pairs = entries.map((entry) => entry.split(':').map(Number))
  data.addRow(
    Uint32Array.from(pairs, ([id]) => id - 1),
    Float64Array.from(pairs, ([, value]) => value),
    pairs.length,
    { positives: [], negatives: [], judged: 1 },
  )
  labels.push(Number(label))
}

const rows = Uint32Array.from(labels.keys())
const started = process.cpuUsage()
const room = {
  descents: 1,
  allocate: (/** @type {number} */ bytes) => new ArrayBuffer(bytes),
  compiled: true,
}
const descent = new JointDescent(jointRows(data, rows, room), 0)
const settings = {
  positiveCost: 1,
  negativeCost: 1,
  squared: false,
  tolerance: 0.1,
  maxPasses: 1000,
  seed: 1,
}
const names = [...new Set(labels)]
let objective = 0
for (let first = 0; first < names.length; first += LANES) {
  const together = names.slice(first, first + LANES)
  const found = together.map(() => new Float64Array(data.featureCount + 1))
  descent.signs.fill(0)
  labels.forEach((label, row) => {
    for (const [lane, name] of together.entries()) descent.signs[row * LANES + lane] = label === name ? 1 : -1
  })
  descent.run(found, settings)
  for (const weights of found) for (const weight of weights) objective += (weight * weight) / 2
  for (const alpha of descent.alphas) objective -= alpha
}
const { user, system } = process.cpuUsage(started)
console.log(JSON.stringify({ objective, solverSeconds: (user + system) / 1e6 }))
