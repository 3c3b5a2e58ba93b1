// Learners of Python, behind scikit-learn's vectoriser.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { answersOfPairs, beside, dataFile, filesOf, findProgram, hasFewLabels, PEERS } from './kit.mjs'

const SCRIPT = beside('pipeline.py')

/** @returns {import('./kit.mjs').Entry[]} */
export function python() {
  const own = PEERS === undefined ? '' : join(PEERS, 'py/bin/python')
  const program = existsSync(own) ? own : findProgram('python3')
  return [
    entry(program, 'LIBLINEAR', 'liblinear', '-s 1 -c 1', 0, hasFewLabels),
    entry(program, 'scikit-learn LinearSVC', 'linear-svc', 'C=1', 0, hasFewLabels),
    entry(program, 'scikit-learn ComplementNB', 'complement-nb', '', undefined, ({ single }) => single),
    entry(program, 'napkinXC', 'napkinxc', 'PLT', 0.5, () => true),
  ]
}

/**
 * @param {string | undefined} program
 * @param {string} name
 * @param {string} kind what the script calls it
 * @param {string} settings
 * @param {number | undefined} cut labels above it are assigned
 * @param {(corpus: import('./kit.mjs').Prepared) => boolean} fits
 * @returns {import('./kit.mjs').Entry}
 */
function entry(program, name, kind, settings, cut, fits) {
  if (program === undefined) return { name, missing: 'no Python' }
  const { status, stdout } = spawnSync(program, [SCRIPT, 'version', kind], { encoding: 'utf8' })
  if (status !== 0) return { name, missing: 'not in the Python of ABOUND_PEERS/py, or python3' }
  return {
    name,
    make(corpus) {
      if (!fits(corpus)) return undefined
      const file = filesOf(corpus, name)
      const model = file('d')
      const run = (/** @type {string[]} */ ...words) => [program, SCRIPT, ...words]
      const ask = (/** @type {string} */ part, /** @type {string} */ how) =>
        run('predict', kind, model, dataFile(corpus, part, 'tab'), how)
      return {
        name,
        settings: `${settings}${settings === '' ? '' : ', '}TfidfVectorizer(sublinear_tf=True)`,
        side: 'peer',
        version: stdout.trim(),
        ownTimes: true,
        model,
        train: { argv: run('train', kind, dataFile(corpus, 'train', 'tab'), model), output: file('log') },
        predict: (part, output) => ({ argv: ask(part, 'top'), output }),
        rank: (part, output) => [{ argv: ask(part, 'all'), output }],
        answers: ([text]) => answersOfPairs(text, cut),
      }
    },
  }
}
