// Models of all learners and of their options: what is trained, ranked, assigned, measured, explained and shrunk.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DATA, THREADS, threadSuffix } from './workspace.mjs'

/** @import { Case, Workspace } from './workspace.mjs' */

/** Learners that go on learning. */
const ONLINE = new Set(
  'ff ind unweighted-index frequency mmp perceptron committee sleeping-experts naive-bayes prtfidf widrow-hoff eg'.split(
    ' ',
  ),
)

/** A label of each corpus that has some documents. */
const LABELS = /** @type {Record<string, string>} */ ({
  sample: 'noun.food',
  reuters: 'grain',
})

/**
 * Trains with one thread and with two.
 * @param {Workspace} at
 * @param {string} line of `abound train`, without the model and threads
 */
async function train(at, line) {
  for (const threads of THREADS) {
    await at.recordJson(
      `what training says${threadSuffix(threads)}`,
      `train ${line} -o ${threads}.abound --threads ${threads} --json`,
    )
    at.recordFile(`model${threadSuffix(threads)}`, `${threads}.abound`)
  }
}

/**
 * A model, its ranking and its measures.
 * @param {string} group
 * @param {string} corpus
 * @param {string} flags the learner first
 * @param {{ train?: string, test?: string }} [more]
 * @returns {Case}
 */
export function optionCase(group, corpus, flags, more = {}) {
  return {
    name: `${group}/${corpus}/${flags.replaceAll(`${DATA}/`, '')}`,
    bundled: isBundled(corpus),
    async run(at) {
      const test = `${DATA}/${more.test ?? `${corpus}-test.jsonl`}`
      await train(at, `${DATA}/${more.train ?? `${corpus}.jsonl`} --learner ${flags}`)
      await at.recordOutput('predictions', `predict 1.abound ${test} --top 3 --digits full`)
      await at.recordOutput('assigned', `predict 1.abound ${test} --assign --as tsv --digits full`)
      await at.recordJson('measures', `evaluate 1.abound ${test} --json`)
    },
  }
}

/** @param {string} corpus */
function isBundled(corpus) {
  return corpus === 'sample' || corpus === 'odd'
}

/**
 * All that can be done with a model.
 * @param {string} corpus
 * @param {string} flags the learner first
 * @returns {Case}
 */
function learnerCase(corpus, flags) {
  const [learner] = flags.split(' ')
  return {
    name: `learners/${corpus}/${flags}`,
    bundled: isBundled(corpus),
    async run(at) {
      const test = `${DATA}/${corpus}-test.jsonl`
      const lines = readFileSync(join(at.folder, DATA, `${corpus}-lines.txt`))
      await train(at, `${DATA}/${corpus}.jsonl --learner ${flags}`)
      await at.recordOutput('predictions', `predict 1.abound ${test} --top 3 --digits full`)
      await at.recordOutput('assigned', `predict 1.abound ${test} --assign --as tsv --digits full`)
      await at.recordJson('measures', `evaluate 1.abound ${test} --json`)
      await at.recordOutput('words of a label', `inspect 1.abound --label ${LABELS[corpus]} --top 30 --json`)
      await at.recordOutput('explanations', 'explain 1.abound --top 2 --words 5', { input: lines })
      if (ONLINE.has(learner)) {
        await at.abound(`learn 1.abound ${DATA}/${corpus}-more.jsonl -o more.abound --quiet`)
        at.recordFile('model that learned more', 'more.abound')
      }
      if (learner === 'sleeping-experts') return
      await at.recordJson('what shrinking says', 'shrink 1.abound -o small.abound --json')
      at.recordFile('shrunk model', 'small.abound')
      await at.recordOutput(
        'predictions of the shrunk model',
        `predict small.abound ${test} --top 2 --digits full`,
      )
    },
  }
}

/** Learners as the three corpora take them; on long texts the committee is smaller. */
export const LEARNERS = [
  'ff',
  'ind',
  'unweighted-index',
  'frequency',
  'mmp',
  'perceptron',
  'committee --members 3 --patience 2',
  'widrow-hoff',
  'eg',
  'sleeping-experts',
  'rocchio',
  'naive-bayes',
  'prtfidf',
  'boost --rounds 60',
  'ripper',
  'svm',
  'tsvm',
  'top-down --separator .',
]

export function learnerCases() {
  return [
    ...LEARNERS.map((flags) => learnerCase('sample', flags)),
    ...LEARNERS.map((flags) => learnerCase('reuters', flags.replace('--members 3', '--members 2'))),
    ...LEARNERS.map((flags) => optionCase('learners', 'banking', flags)),
  ]
}

/** Options of learners on the sample. */
const SAMPLE_OPTIONS = [
  'ff --margin 0.5',
  'ff --margin 0.1 --passes 3 --no-shuffle',
  'ff --no-leaks --min-weight 0.1',
  'ff --no-rating --max-degree 3 --retrieve-above 0.1',
  'ff --seed 7 --probabilities platt',
  'ff --probabilities isotonic',
  'ff --passes 2 --memory 1',
  'ind --threshold 0.1',
  'unweighted-index --classifiers',
  'unweighted-index --tolerance 1 --passes 2',
  'mmp --loss 2',
  'mmp --loss 3 --passes 2',
  'mmp --average --passes 2',
  'perceptron --average --passes 2',
  'perceptron --patience 2',
  'perceptron --random-start --no-shuffle',
  'committee --members 2 --patience 0 --passes 2',
  'sleeping-experts --beta 0.3 --passes 2 --ngrams 2 --sparse-window 3',
  'naive-bayes --complement --weighting tfidf --norm l2',
  'rocchio --gamma 0 --no-unit',
  'rocchio --no-clip --beta 4',
  `rocchio --label-text ${DATA}/sample-labels.tsv --alpha 2`,
  'widrow-hoff --rate 0.5 --passes 3',
  'widrow-hoff --rate-each --no-average',
  'widrow-hoff --start rocchio --weighting inquery --high-target 0.47 --low-target 0.4',
  'widrow-hoff --draws 500 --pocket',
  'eg --rate 0.1 --passes 2 --no-average',
  'eg --start rocchio',
  'eg --draws 500 --pocket',
  'ripper --no-ordered --absence',
  'ripper --optimise 0 --slack-bits 16',
  'boost --rounds 60 --variant real-abstain-mh',
  'boost --rounds 60 --variant discrete-mh',
  'boost --rounds 30 --variant discrete-mr',
  'boost --rounds 20 --ngrams 2',
  'svm --loss squared-hinge',
  'svm --loss logistic --cost 10',
  'svm --cost 0.1 --positive-weight 2 --tolerance 0.01',
  'svm --nb-weights --weighting binary --norm none',
  'svm --prune 0.1 --max-passes 5',
  'top-down --separator . --base perceptron --trials 0',
  'top-down --separator . --base committee --min-path 0.1',
  `top-down --taxonomy ${DATA}/sample-tree.tsv --trials 2`,
]

/** Options of learners, and how labels are decided, on Reuters: several labels a document. */
const REUTERS_OPTIONS = [
  'ff --margin 0.5 --passes 2',
  'mmp --loss 2 --average',
  'mmp --loss 3',
  `rocchio --label-text ${DATA}/reuters-labels.tsv`,
  `widrow-hoff --label-text ${DATA}/reuters-labels.tsv`,
  `eg --label-text ${DATA}/reuters-labels.tsv --start rocchio`,
  'boost --rounds 20 --variant real-abstain-mh',
  'boost --rounds 20 --variant discrete-mh --ngrams 2 --min-df 5',
  'boost --rounds 10 --variant discrete-mr',
  'svm --loss logistic --thresholds train',
  'svm --prune 0.05',
]

const DECISIONS = [
  'ff --thresholds cv --probabilities platt',
  'ff --thresholds train --probabilities none',
  'ff --thresholds share',
  'ff --thresholds fixed:0.3',
  'ff --thresholds top:2 --probabilities isotonic',
  'svm --thresholds cv --probabilities isotonic',
  'svm --thresholds train --probabilities platt',
  'svm --thresholds share --probabilities none',
]

export function optionCases() {
  return [
    ...SAMPLE_OPTIONS.map((flags) => optionCase('options', 'sample', flags)),
    ...REUTERS_OPTIONS.map((flags) => optionCase('options', 'reuters', flags)),
    optionCase('options', 'banking', 'svm --multiclass crammer-singer --ngrams 2'),
    optionCase('options', 'banking', 'svm --loss squared-hinge --ngrams 2 --chars 2-5'),
    optionCase('options', 'sample', 'svm --weight-column weight', { train: 'sample-weights.jsonl' }),
    optionCase('options', 'sample', 'tsvm --unlabelled-cost 0.5', { train: 'sample-partial.jsonl' }),
    ...DECISIONS.map((flags) => optionCase('decisions', 'reuters', flags)),
  ]
}

/** Learners of ready-made vectors. */
const VECTOR_LEARNERS = ['ff --margin 0.1', 'mmp --loss 3', 'naive-bayes', 'svm', 'boost --rounds 10', 'ind']

export function vectorCases() {
  const files = { train: 'bibtex.svm', test: 'bibtex-test.svm' }
  return VECTOR_LEARNERS.map((flags) => optionCase('vectors', 'bibtex', flags, files))
}

/**
 * So much that threads are started, and compiled code is used.
 * @returns {Case[]}
 */
export function largeCases() {
  /** @type {(name: string, flags: string, files: string[]) => Case} */
  const large = (name, flags, [train, test]) => ({
    name: `large/${name}/${flags}`,
    async run(at) {
      for (const threads of THREADS) {
        const flag = `--threads ${threads}`
        const model = `${threads}.abound`
        await at.abound(`train ${DATA}/${train}.jsonl --learner ${flags} ${flag} -o ${model} --quiet`)
        at.recordFile(`model${threadSuffix(threads)}`, model)
        await at.recordOutput(
          `predictions${threadSuffix(threads)}`,
          `predict 1.abound ${DATA}/${test}.jsonl --top 3 ${flag} --digits full`,
        )
        await at.recordJson(
          `measures${threadSuffix(threads)}`,
          `evaluate 1.abound ${DATA}/${test}.jsonl --json ${flag}`,
        )
      }
    },
  })
  return [
    large('newsgroups, 4 times', 'ff --margin 0.5', ['news-times', 'news-all']),
    large('newsgroups', 'svm', ['news-all', 'news-all-test']),
    large('reuters', 'svm', ['reuters-all', 'reuters-all-test']),
    large('reuters', 'boost --rounds 15', ['reuters-all', 'reuters-all-test']),
    large('reuters', 'mmp --passes 4', ['reuters-all', 'reuters-all-test']),
    large('products', 'ff --margin 0.1 --passes 2', ['products', 'products-test']),
  ]
}
