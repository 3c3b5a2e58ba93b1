// Which Markdown files are pages of the site, in which group, and under which address. Pages of docs/ that no group names
// are guides, so that a new page is in the site without a line here.

import { readdirSync } from 'node:fs'

/** @typedef {{ source: string, title?: string, weight?: number }} Entry a Markdown file, its name in the navigation, its weight if it is not that of its group */
/** @typedef {{ title: string, weight: number, entries: Entry[] }} Group `weight` is how much its pages count in a search */

/** @type {Group[]} */
const GROUPS = [
  {
    title: 'Start',
    weight: 1.5,
    entries: [
      { source: 'docs/README.md', title: 'Overview' },
      { source: 'docs/start.md' },
      { source: 'docs/tour.md' },
      { source: 'examples/README.md' },
    ],
  },
  {
    title: 'Guides',
    weight: 1.3,
    entries: [
      { source: 'docs/choosing.md' },
      { source: 'docs/guides/many-labels.md' },
      { source: 'docs/guides/few-labels.md' },
      { source: 'docs/guides/short-texts.md' },
      { source: 'docs/guides/learning-while-serving.md' },
      { source: 'docs/guides/reading-a-report.md' },
      { source: 'docs/checking.md' },
      { source: 'docs/measuring.md', title: 'Measures' },
      { source: 'docs/reports.md' },
      { source: 'docs/small-models.md' },
      { source: 'docs/own-learners.md' },
      { source: 'docs/vectors.md' },
    ],
  },
  {
    title: 'Coming from',
    weight: 1.2,
    entries: [
      { source: 'docs/guides/from-fasttext.md', title: 'fastText' },
      { source: 'docs/guides/from-scikit-learn.md', title: 'scikit-learn' },
      { source: 'docs/guides/from-vowpal-wabbit.md', title: 'Vowpal Wabbit' },
      { source: 'docs/guides/from-annif.md', title: 'Annif' },
    ],
  },
  {
    title: 'Running it',
    weight: 1.1,
    entries: [
      { source: 'docs/serving.md' },
      { source: 'docs/replicas.md' },
      { source: 'docs/browser.md' },
      { source: 'docs/cluster.md' },
      { source: 'docs/datasets.md' },
    ],
  },
  { title: 'API', weight: 1.3, entries: [] },
  { title: 'Learners', weight: 1.1, entries: [{ source: 'docs/learners.md', title: 'All learners' }] },
  {
    title: 'Papers',
    weight: 0.6,
    entries: [
      { source: 'docs/papers/README.md', title: 'The papers, run again' },
      { source: 'docs/papers/correspondence.md', title: 'Line by line' },
      { source: 'docs/papers/cs02.md', title: 'CS02: MMP' },
      { source: 'docs/papers/mcg09.md', title: 'MCG09: FF' },
      { source: 'docs/papers/lscp96.md', title: 'LSCP96: Widrow-Hoff, EG' },
      { source: 'docs/papers/ss00.md', title: 'SS00: BoosTexter' },
      { source: 'docs/papers/j99.md', title: 'J99: TSVM' },
    ],
  },
  {
    title: 'Behind it',
    weight: 0.7,
    entries: [
      { source: 'docs/architecture.md', title: 'Architecture' },
      { source: 'docs/performance.md' },
      { source: 'docs/claims.md' },
      { source: 'docs/libraries.md' },
      { source: 'CONTRIBUTING.md' },
      { source: 'bench/README.md', title: 'Benches' },
      { source: 'bench/results/README.md', title: 'Results of the benches', weight: 0.2 },
      { source: 'sample/README.md' },
      { source: 'CHANGELOG.md', title: 'Changes', weight: 0.4 },
    ],
  },
]

/** @param {string} root @returns {Group[]} */
export function navigation(root) {
  const listed = new Set(GROUPS.flatMap(({ entries }) => entries.map(({ source }) => source)))
  const others = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !listed.has(`docs/${name}`))
    .sort()
    .map((name) => ({ source: `docs/${name}` }))
  return GROUPS.map((group) =>
    group.title === 'Guides' ? { ...group, entries: [...group.entries, ...others] } : group,
  )
}

/** The address of a Markdown file's page: docs/ is the site's root, and a README the page of its folder. @param {string} source */
export function addressOf(source) {
  return source
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.html')
    .replace(/\.md$/, '.html')
    .replace(/^(CHANGELOG|CONTRIBUTING)/, (name) => name.toLowerCase())
}
