// The measured figures that docs/learners.md quotes: of all learners side by side from bench/results, and of each
// from the records of the papers in docs/papers.

import { readFileSync } from 'node:fs'

/** @typedef {{ contender: string, unit: string, best: number, peakBytes: number }} BenchLine */

const NEWS = benchOf('learners-news')
const REUTERS = benchOf('learners-reuters')

/**
 * What the papers measure of a learner: the item, and the table, row and column of a figure.
 * @type {Record<string, [item: string, table: string, row: string, column: string][]>}
 */
const IN_PAPERS = {
  ff: [
    ['mcg09-fig9', '20 Newsgroups', 'best FF', 'R1'],
    ['mcg09-fig10', 'RCV1, 414 classes; ours: 414 products', 'best FF', 'R1'],
    ['mcg09-austen', 'Jane Austen, 17.4k classes', 'FF δ_m = 0, 1 pass', 'R1'],
  ],
  ind: [['mcg09-fig17', 'R1', 'News Group', 'IND']],
  'unweighted-index': [
    ['mcg09-fig18', 'R1', 'News Group', 'no classifiers'],
    ['mcg09-fig18', 'R1', 'News Group', 'with classifiers'],
  ],
  mmp: [
    ['cs02-tables', 'retrieval measures', 'MMP loss 1', 'one-error %'],
    ['cs02-tables', 'retrieval measures', 'MMP loss 3', 'coverage'],
    ['cs02-large', 'retrieval measures', 'MMP loss 1', 'one-error %'],
  ],
  perceptron: [
    ['cs02-tables', 'retrieval measures', 'perceptron', 'one-error %'],
    ['mcg09-fig9', '20 Newsgroups', 'perceptron', 'R1'],
  ],
  committee: [
    ['mcg09-fig9', 'Reuters-21578, 10 classes', 'committee', 'R1'],
    ['mcg09-fig9', '20 Newsgroups', 'committee', 'R1'],
  ],
  'sleeping-experts': [
    ['ss00-single', 'one-error % over the number of classes', 'sleeping experts', '6'],
    ['ss00-leaves', 'one-error % over the number of classes', 'sleeping experts', '20'],
  ],
  'naive-bayes': [
    ['ss00-single', 'one-error % over the number of classes', 'naive Bayes', '6'],
    ['j99-reuters', 'breakeven %', 'average', 'naive Bayes'],
    ['ss00-newsgroups', 'one-error % by training documents', 'naive Bayes', '12500'],
  ],
  prtfidf: [
    ['ss00-single', 'one-error % over the number of classes', 'PrTFIDF', '6'],
    ['ss00-newsgroups', 'one-error % by training documents', 'PrTFIDF', '12500'],
  ],
  rocchio: [
    ['cs02-tables', 'retrieval measures', 'Rocchio', 'one-error %'],
    ['lscp96-tables', 'mean F1: OHSUMED abstracts, 23 disease groups', 'all, tf·idf', 'Rocchio'],
    ['lscp96-routing', 'mean R-precision', 'Q+50 / Rocchio', 'Reuters (paper: topics 51–100)'],
  ],
  ripper: [['ss00-single', 'one-error % over the number of classes', 'RIPPER', '6']],
  boost: [
    ['ss00-single', 'one-error % over the number of classes', 'real MH', '6'],
    ['ss00-leaves', 'one-error % over the number of classes', 'real MH', '20'],
    ['ss00-newsgroups', 'one-error % by training documents', 'real MH', '12500'],
  ],
  'widrow-hoff': [
    ['lscp96-tables', 'mean F1: OHSUMED abstracts, 23 disease groups', 'all, tf·idf', 'WH'],
    ['lscp96-routing', 'mean R-precision', 'Q+50 / WH', 'Reuters (paper: topics 51–100)'],
  ],
  eg: [
    ['lscp96-tables', 'mean F1: OHSUMED abstracts, 23 disease groups', 'all, binary', 'EG'],
    ['lscp96-routing', 'mean R-precision', 'Q+50 / EG', 'Reuters (paper: topics 51–100)'],
  ],
  svm: [
    ['mcg09-fig9', '20 Newsgroups', 'best SVM', 'R1'],
    ['j99-reuters', 'breakeven %', 'average', 'SVM'],
    ['j99-sizes', 'average breakeven %, Reuters, by labelled documents', 'SVM', '640'],
  ],
  tsvm: [
    ['j99-reuters', 'breakeven %', 'average', 'TSVM'],
    ['j99-reuters', 'breakeven %', 'average', 'TSVM, by share'],
    ['j99-webkb', 'breakeven %', 'average', 'TSVM'],
    ['j99-sizes', 'average breakeven %, Reuters, by labelled documents', 'TSVM', '640'],
  ],
  'top-down': [
    [
      'mcg09-fig10',
      'RCV1, 414 classes; ours: 414 products',
      'best SVM, top-down, sigmoids fitted on 1',
      'R1',
    ],
  ],
  frequency: [['mcg09-fig9', '20 Newsgroups', 'FreqBaseline', 'R1']],
}

const { ITEMS } = /** @type {typeof import('../packages/lab/src/papers/list.js')} */ (
  await import(new URL('../packages/lab/dist/papers/list.js', import.meta.url).href)
)

/** All learners side by side, as a table. */
export function sideBySide() {
  const rows = [...new Set(NEWS.table.map(({ contender }) => contender))].map((name) => {
    const news = cellsOf(NEWS, name)
    const reuters = cellsOf(REUTERS, name)
    return [`[\`${name}\`](#${name.split(' ')[0]})`, ...news, ...reuters]
  })
  rows.sort((a, b) => (a[1] < b[1] ? 1 : -1))
  const head = ['R1', 'average precision', 'CPU', 'memory', 'model']
  return [
    `Left: ${NEWS.corpus} (one of 20 labels a document). Right: ${REUTERS.corpus} (90 topics, one`,
    'or more a document).',
    'CPU and memory are of training and measuring together, on one thread; all options at their defaults',
    '(benches `learners-news` and `learners-reuters`).',
    '',
    ...aligned([['learner', ...head, ...head], ...rows]),
  ].join('\n')
}

/**
 * What the papers' records say of a learner, as a list.
 * @param {string} name
 */
export function inPapers(name) {
  return (IN_PAPERS[name] ?? []).map(([id, table, row, column]) => {
    const item = ITEMS.find((one) => one.id === id)
    const record = recordsOf(id.split('-')[0]).find((one) => one.id === id)
    const figure = record?.tables[table]?.[row]?.[column]
    if (item === undefined || record === undefined || figure === undefined)
      throw new Error(`${id} has no figure ${table} / ${row} / ${column}`)
    const published = item.tables.find((one) => one.name === table)
    const at = published?.measures.findIndex((measure) => measure.name === column) ?? -1
    const digits = published?.measures[at]?.digits ?? 3
    const theirs = published?.rows[row]?.[at]
    const ours =
      figure.mean.toFixed(digits) + (figure.trials > 1 ? ` ± ${figure.deviation.toFixed(digits)}` : '')
    const beside = theirs === undefined || theirs === null ? '' : `, the paper ${theirs.toFixed(digits)}`
    const page = `papers/${id.split('-')[0]}.md#${id}`
    return `- [${id}](${page}), ${table}, ${row}, ${column}: ${ours}${beside}${record.quick ? ' (quick run)' : ''}`
  })
}

/**
 * Rows as a Markdown table, the first its head: the first column to the left, the others to the right.
 * @param {string[][]} rows
 */
function aligned(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`
  const [head, ...body] = rows.map((row) =>
    line(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))),
  )
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [head, line(rule), ...body]
}

/** @param {typeof NEWS} bench @param {string} name */
function cellsOf(bench, name) {
  const lines = bench.table.filter(({ contender }) => contender === name)
  const of = (/** @type {string} */ unit) => lines.find((line) => line.unit === unit)?.best
  const share = (/** @type {string} */ unit) => of(unit)?.toFixed(3).replace(/^0/, '') ?? '–'
  const cpu = of('s of CPU')
  const size = of('MB of model')
  return [
    share('R1'),
    share('average precision'),
    cpu === undefined ? '–' : `${cpu.toFixed(1)} s`,
    lines.length === 0 ? '–' : `${Math.round(lines[0].peakBytes / 1e6)} MB`,
    size === undefined ? '–' : `${size.toFixed(1)} MB`,
  ]
}

/** @param {string} name @returns {{ corpus: string, table: BenchLine[] }} */
function benchOf(name) {
  return JSON.parse(readFileSync(new URL(`../bench/results/${name}.json`, import.meta.url), 'utf8'))
}

/**
 * Each contender of the two benches of all learners: how often its first label is right, and what it took.
 * @returns {{ corpus: string, points: { name: string, learner: string, quality: number, seconds: number }[] }[]}
 */
export function qualityAndTime() {
  return [NEWS, REUTERS].map((bench) => ({
    corpus: bench.corpus,
    points: [...new Set(bench.table.map(({ contender }) => contender))].flatMap((name) => {
      const of = (/** @type {string} */ unit) =>
        bench.table.find((line) => line.contender === name && line.unit === unit)?.best
      const [quality, seconds] = [of('R1'), of('s of CPU')]
      if (quality === undefined || seconds === undefined) return []
      return [{ name, learner: name.split(' ')[0], quality, seconds }]
    }),
  }))
}

/** @param {string} paper @returns {import('../packages/lab/src/papers/item-record.js').ItemRecord[]} */
function recordsOf(paper) {
  return JSON.parse(readFileSync(new URL(`../docs/papers/${paper}.json`, import.meta.url), 'utf8')).items
}
