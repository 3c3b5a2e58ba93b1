// Classifiers of the npm registry. Most cannot take a whole corpus in reasonable time: they get the first documents.

import { spawnSync } from 'node:child_process'
import { answersOfPairs, beside, dataFile, filesOf, linesOf } from './kit.mjs'

const SCRIPT = beside('npm-run.mjs')

/** @typedef {import('./kit.mjs').Sample} Sample */

/** @type {Sample} */
const SAMPLE = { train: 500, test: 200 }

/** @returns {import('./kit.mjs').Entry[]} */
export function npm() {
  return [
    entry('bayes', 'bayes', { firstOnly: true, sample: SAMPLE }),
    entry('natural', 'natural', { sample: SAMPLE }),
    entry('wink', 'wink-naive-bayes-text-classifier', { sample: SAMPLE }),
    entry('fasttext.wasm', 'fasttext.wasm.js', { format: 'ft', sample: { ...SAMPLE, train: 200 } }),
  ]
}

/**
 * @param {string} name
 * @param {string} module
 * @param {{ firstOnly?: boolean, sample?: Sample, format?: string }} ways
 * @returns {import('./kit.mjs').Entry}
 */
function entry(name, module, { firstOnly = false, sample, format = 'tab' }) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'version', module], { encoding: 'utf8' })
  if (status !== 0) return { name, missing: `no ${module} in ABOUND_PEERS/npm` }
  return {
    name,
    make(corpus) {
      // It has no loss for several labels a document.
      if (format === 'ft' && !corpus.single) return undefined
      const file = filesOf(corpus, name)
      const model = file('model')
      const run = (/** @type {string[]} */ ...words) => [process.execPath, SCRIPT, ...words]
      const ask = (/** @type {string} */ part, /** @type {string} */ how) =>
        run('predict', module, model, dataFile(corpus, part, format), how)
      const part = corpus.partOf('train', sample?.train)
      return {
        name,
        settings: format === 'ft' ? 'softmax, dim 50, lr 0.5, 25 epochs' : 'as its page says',
        side: 'peer',
        version: `${module} ${stdout.trim()}`,
        firstOnly,
        ...(sample === undefined ? {} : { sample }),
        model,
        train: { argv: run('train', module, dataFile(corpus, part, format), model), output: file('log') },
        predict: (part, output) => ({ argv: ask(part, 'top'), output }),
        rank: (part, output) => [{ argv: ask(part, firstOnly ? 'top' : 'all'), output }],
        answers: ([text]) =>
          firstOnly
            ? linesOf(text).map((label) => ({ ranked: [[label, 1]] }))
            : answersOfPairs(text, undefined),
      }
    },
  }
}
