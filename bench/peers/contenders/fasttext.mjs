// fastText's own program.

import { above, dataFile, filesOf, findProgram, hasFewLabels, linesOf, MOST } from './kit.mjs'

const NAME = 'fastText'
const LABEL = '__label__'

/** @returns {import('./kit.mjs').Entry} */
export function fastText() {
  const program = findProgram('fasttext')
  if (program === undefined) return { name: NAME, missing: 'no fasttext on the PATH' }
  return {
    name: NAME,
    make(corpus) {
      const file = filesOf(corpus, NAME)
      const model = file('bin')
      const loss = corpus.single ? 'softmax' : hasFewLabels(corpus) ? 'ova' : 'hs'
      const settings = ['-loss', loss, '-dim', loss === 'ova' ? '100' : '50', '-lr', '0.5', '-epoch', '25']
      const input = dataFile(corpus, 'train', 'ft')
      return {
        name: NAME,
        settings: settings.join(' '),
        side: 'peer',
        fast: true,
        version: NAME,
        model,
        train: {
          argv: [
            ...[program, 'supervised', '-input', input, '-output', model.slice(0, -'.bin'.length)],
            ...[...settings, '-thread', '1'],
          ],
          output: file('log'),
        },
        predict: (part, output) => ({
          argv: [program, 'predict', model, dataFile(corpus, part, 'ft'), '1'],
          output,
        }),
        rank: (part, output) => [
          { argv: [program, 'predict-prob', model, dataFile(corpus, part, 'ft'), String(MOST)], output },
        ],
        answers: ([text]) => linesOf(text).map(answer),
      }
    },
  }
}

/** @param {string} line */
function answer(line) {
  const words = line.split(' ')
  /** @type {import('./kit.mjs').Ranking} */
  const ranked = []
  for (let i = 0; i + 1 < words.length; i += 2)
    ranked.push([words[i].slice(LABEL.length), Number(words[i + 1])])
  return { ranked, assigned: above(ranked, 0.5) }
}
