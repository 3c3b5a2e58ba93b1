// Vowpal Wabbit's own program: one against all for one label a document, else a probabilistic label tree.

import { spawnSync } from 'node:child_process'
import { answersOfPairs, dataFile, filesOf, findProgram, hasFewLabels, linesOf, MOST } from './kit.mjs'

const NAME = 'Vowpal Wabbit'

/** @returns {import('./kit.mjs').Entry} */
export function vowpalWabbit() {
  const program = findProgram('vw')
  if (program === undefined) return { name: NAME, missing: 'no vw in ABOUND_PEERS/bin or on the PATH' }
  const [version] = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().split(' ')
  return {
    name: NAME,
    make(corpus) {
      const file = filesOf(corpus, NAME)
      const model = file('model')
      const { single } = corpus
      const tree = ['--loss_function', 'logistic']
      const settings = single
        ? ['--oaa', String(corpus.labels), '--loss_function', 'hinge', '-b', '22']
        : // Its labels begin with 0, ours with 1: one more, which never occurs.
          ['--plt', String(corpus.labels + 1), ...tree, '-b', hasFewLabels(corpus) ? '22' : '27']
      const ask = (/** @type {string} */ part, /** @type {string[]} */ ...more) => [
        ...[program, '-t', '-i', model, '-d', dataFile(corpus, part, 'vw'), '--quiet'],
        ...[...(single ? [] : tree), ...more],
      ]
      const out = ['-p', '/dev/stdout']
      return {
        name: NAME,
        settings: `${settings.join(' ')} --passes 5`,
        side: 'peer',
        fast: true,
        version: `${NAME} ${version}`,
        model,
        train: {
          argv: [
            ...[
              program,
              ...settings,
              '-d',
              dataFile(corpus, 'train', 'vw'),
              '--passes',
              '5',
              '--holdout_off',
            ],
            ...['-k', '--cache_file', file('cache'), '-f', model, '--quiet'],
          ],
          output: file('log'),
        },
        predict: (part, output) => ({ argv: ask(part, ...(single ? [] : ['--top_k', '1']), ...out), output }),
        rank: (part, output) =>
          single
            ? [{ argv: ask(part, '-r', '/dev/stdout'), output }]
            : [
                { argv: ask(part, '--top_k', String(Math.min(MOST, corpus.labels + 1)), ...out), output },
                { argv: ask(part, ...out), output: `${output}.assigned` },
              ],
        answers: ([ranked, assigned]) =>
          assigned === undefined ? answersOfPairs(ranked, undefined) : treeAnswers(ranked, assigned),
      }
    },
  }
}

/**
 * A tree gives its labels in order, without scores.
 * @param {string} ranked
 * @param {string} assigned
 */
function treeAnswers(ranked, assigned) {
  const labels = (/** @type {string} */ line) =>
    line
      .trim()
      .split(',')
      .filter((label) => label !== '' && label !== '0')
  const decided = linesOf(assigned).map(labels)
  return linesOf(ranked).map((line, i) => ({
    ranked: labels(line).map((label, at) => /** @type {[string, number]} */ ([label, -at])),
    assigned: decided[i],
  }))
}
