// Trains one label against the rest on a svmlight file, by the solver alone, and prints the sum over labels of the
// dual objective as others have it: ½‖w‖² − Σα.
//
//   svm-objective.mjs FILE

import { readFileSync } from 'node:fs'
import { built } from '../build.mjs'

const { descend, freshDescent, objectives, squaredLengths } =
  /** @type {typeof import('../../src/kernels/dual-descent.js')} */ (await built('kernels/dual-descent.js'))
const { DatasetBuilder } = /** @type {typeof import('../../src/kernels/dataset.js')} */ (
  await built('kernels/dataset.js')
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

const lengths = squaredLengths(data)
const rows = Uint32Array.from(labels.keys())
const costs = new Float64Array(rows.length).fill(1)
const started = process.cpuUsage()
let objective = 0
for (const label of new Set(labels)) {
  const problem = { data, rows, lengths, costs, signs: Int8Array.from(labels, (l) => (l === label ? 1 : -1)) }
  const descent = freshDescent(problem, 'hinge')
  descend(problem, descent, { loss: 'hinge', tolerance: 0.1, maxPasses: 1000, seed: 1 })
  objective -= objectives(problem, descent, 'hinge').dual
}
const { user, system } = process.cpuUsage(started)
console.log(JSON.stringify({ objective, solverSeconds: (user + system) / 1e6 }))
