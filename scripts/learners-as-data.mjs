// A learner as data, for bundles in which nothing is trained: to read a model its learner's options are needed, not
// what trains it. Batch learners (svm, boost, …) can do nothing but train, so what is left of them is data, taken from
// the learners themselves.

import { readdirSync } from 'node:fs'

/** What people read of a learner and its options, and nothing else does. */
const FOR_PEOPLE = new Set(['summary', 'goodFor', 'source', 'help'])

/**
 * A plugin that bundles the batch learners of `src/learners/` as data; `dist/learners/` is there already.
 * @param {string} root
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function learnersAsData(root) {
  const learners = await batchLearners(`${root}dist/learners/`)
  return {
    name: 'learners as data',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]src[\\/]learners[\\/][^\\/]+[\\/]index\.ts$/ }, ({ path }) => {
        const contents = learners.get(/([^\\/]+)[\\/]index\.ts$/.exec(path)?.[1] ?? '')
        return contents === undefined ? undefined : { contents, loader: 'js' }
      })
    },
  }
}

/**
 * By folder, its batch learners as data; folders that have none are left out.
 * @param {string} folder
 */
async function batchLearners(folder) {
  const { LEARNERS } = await import(`file://${folder}registry.js`)
  const found = new Map()
  for (const { name: learner } of readdirSync(folder, { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )) {
    const learners = Object.entries(await import(`file://${folder}${learner}/index.js`)).filter(
      ([, value]) => LEARNERS.includes(value) && !value.online,
    )
    if (learners.length > 0) {
      const lines = learners.map(([name, learner]) => `export const ${name} = ${literal(learner)}\n`)
      found.set(learner, lines.join(''))
    }
  }
  return found
}

/**
 * The source of a value, without its functions.
 * @param {unknown} value
 * @returns {string}
 */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`
  if (value instanceof RegExp || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(
    ([name, entry]) => !FOR_PEOPLE.has(name) && typeof entry !== 'function' && entry !== undefined,
  )
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${literal(entry)}`).join()}}`
}
