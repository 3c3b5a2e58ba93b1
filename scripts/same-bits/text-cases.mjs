// What terms and weights are made of: models of every text option, and of odd texts in every language.

import { optionCase } from './learner-cases.mjs'
import { DATA } from './workspace.mjs'

/** @import { Case } from './workspace.mjs' */

const STEMMERS = (
  'porter arabic armenian basque catalan czech danish dutch english finnish french german hungarian irish italian ' +
  'norwegian portuguese romanian russian slovene spanish swedish tamil turkish'
).split(' ')
const STOP_LISTS =
  'danish dutch english finnish french german italian norwegian portuguese russian spanish swedish'.split(' ')

/** What terms and weights are made of. */
const TEXT_OPTIONS = [
  '--ngrams 2',
  '--ngrams 3 --min-count 2',
  '--ngrams 2 --sparse-window 4',
  '--chars 2-5',
  '--no-words --chars 3-4 --min-df 2',
  '--weighting binary',
  '--weighting tf',
  '--weighting log-tf',
  '--weighting tfidf',
  '--weighting tfidf-raw',
  '--weighting pivoted',
  '--weighting inquery',
  '--norm none',
  '--tokens alpha',
  '--tokens reuters --stop english',
  '--stem porter',
  '--stem english --stop english --ngrams 2',
  '--min-df 2',
  '--select rocchio',
  '--select chi2 --select-top 500',
  '--select mutual-information --select-top 500',
  '--select df --select-top 500',
  '--select chi2 --select-top 30 --select-scope local',
]

export function textCases() {
  const weights = TEXT_OPTIONS.filter((flags) => /weighting|reuters|select/.test(flags))
  return [
    ...TEXT_OPTIONS.map((flags) => optionCase('text', 'sample', `ff ${flags}`)),
    ...weights.map((flags) => optionCase('text', 'reuters', `rocchio ${flags} --thresholds top:1`)),
    ...['--ngrams 2', '--chars 3-3', '--tokens alpha --stem porter', '--weighting pivoted'].map((flags) =>
      optionCase('text', 'news', `mmp ${flags}`),
    ),
    ...['words', 'alpha', 'reuters'].map((tokens) =>
      optionCase('text', 'odd', `ff --tokens ${tokens} --ngrams 2 --chars 1-4`, { test: 'odd.jsonl' }),
    ),
    languageCase('stem', STEMMERS),
    languageCase('stop', STOP_LISTS),
  ]
}

/**
 * Models of the odd texts, one for each language.
 * @param {string} option
 * @param {string[]} languages
 * @returns {Case}
 */
function languageCase(option, languages) {
  return {
    name: `text/odd/--${option}`,
    bundled: true,
    async run(at) {
      for (const language of languages) {
        const line = `train ${DATA}/odd.jsonl --learner naive-bayes --${option} ${language}`
        await at.abound(`${line} --quiet --threads 1 -o ${language}.abound`)
        at.recordFile(`model, ${language}`, `${language}.abound`)
      }
    },
  }
}
