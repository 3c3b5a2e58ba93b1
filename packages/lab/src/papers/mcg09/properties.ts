// MCG09, sections 6.4.3 to 6.4.5: FF's classes as prototypes that rank documents, how many words lead to a class, and
// words with strong and with leaking connections.

import type { Classifier } from 'abound'
import { checked, every, higher, lower } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measureContender, trainContender } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import type { SplitVectors } from '../split-vectors.js'
import { eachTrial, NEWSGROUPS, PRODUCTS_104, PRODUCTS_414, REUTERS_TEN } from './corpora.js'

const PROTOTYPES = 'mean max-F1 of ranking documents for each class'
const INDEGREES = 'mean number of words that lead to a class'
const CONNECTIONS = 'connections of words'
const REUTERS = 'Reuters-21578, 10 classes'
const NEWS = '20 Newsgroups'
const INDUSTRY = 'Industry; ours: 104 products'
const RCV1 = 'RCV1; ours: 414 products'
const TRIALS = 3
/** The paper's d_max: edges beyond it stay silent. */
const DEGREE = 25
const STRONG = 0.9
const LEAKING = 0.25
/** A word seen less often says little of its connections. */
const SEEN = 10
const EXAMPLES = 6
const FIRST_CLASS = 'class ranked first'
const TRUE_CLASS = 'true class'
const ANY_CLASS = 'any class'

const LEARNERS = {
  FF: { learner: 'ff', margin: 0.5 },
  perceptron: { learner: 'perceptron', randomStart: true, patience: 5 },
  SVM: { learner: 'svm', loss: 'squared-hinge' },
} as const

export const mcg09Properties: PaperItem = {
  id: 'mcg09-properties',
  paper: MCG09,
  place: 'sections 6.4.3 to 6.4.5',
  title: 'FF’s class prototypes, indegrees of classes, example connections',
  corpora: ['reuters21578', '20newsgroups', 'nvd-cve'],
  data: 'similar',
  differs:
    'Vectors of 20 Newsgroups and labels of Reuters as in figure 9; Industry and RCV1 are not to be had: texts of nvd-cve ' +
    'under 104 and 414 products, whose words are other words. Ads and Web are left out.',
  protocol:
    'Three trials. Prototypes: the best F1 over thresholds of a class’s scores on the documents held out, mean over the ' +
    'classes; the pairs of the sign tests are the classes of all trials. Indegrees: words with the class among their 25 ' +
    'strongest, after one pass, of the class ranked first and of the true class, means over documents held out. ' +
    'Connections: of words that occur in ten training documents.',
  tables: [
    publishedTable(
      PROTOTYPES,
      'section 6.4.3; in words: 5 to 10 % below perceptrons on Reuters, comparable on 20 Newsgroups',
      columns(Object.keys(LEARNERS), 3),
      [REUTERS, NEWS],
    ),
    {
      name: INDEGREES,
      place: 'section 6.4.4',
      measures: columns([FIRST_CLASS, TRUE_CLASS, ANY_CLASS], 0),
      rows: { [NEWS]: [6000, null, null], [INDUSTRY]: [2000, null, null], [RCV1]: [4000, null, null] },
    },
    {
      name: CONNECTIONS,
      place: 'section 6.4.5',
      measures: columns(['weight above 0.9', 'words with Σw < 0.25'], 0),
      rows: { [RCV1]: [300, null] },
    },
  ],
  headline: [
    [PROTOTYPES, REUTERS, 'FF'],
    [PROTOTYPES, REUTERS, 'perceptron'],
    [INDEGREES, NEWS, FIRST_CLASS],
  ],
  claims: {
    'reuters-prototypes': 'Reuters: FF’s prototypes rank documents worse than perceptrons (max-F1).',
    'news-prototypes': '20 Newsgroups: FF’s prototypes rank documents worse than the SVM (max-F1).',
    'first-has-more': 'The class ranked first has at least as many words leading to it as the true one.',
    'more-than-most': 'Both have more than a class picked at random.',
    strong: 'Some hundred connections weigh more than 0.9, and such words are telling.',
    leaks: 'Words with large leaks are common words.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  /** The prototypes' F1, a figure for each class. */
  const byClass = new Figures()
  const ranked = { [REUTERS]: REUTERS_TEN, [NEWS]: NEWSGROUPS }
  for await (const { name, vectors, progress } of eachTrial(desk, ranked, TRIALS, [0, 0.4])) {
    for (const [learner, options] of Object.entries(LEARNERS)) {
      progress(0.5, `${name}: ${learner}`)
      const { perLabel } = (await measureContender(desk, vectors, options)).measures
      const known = perLabel.filter(({ documents }) => documents > 0)
      known.sort((a, b) => (a.label < b.label ? -1 : 1))
      const f1 = known.map(({ maxF1 }) => maxF1 ?? 0)
      figures.add(PROTOTYPES, name, { [learner]: f1.reduce((sum, one) => sum + one, 0) / f1.length })
      for (const one of f1) byClass.add(PROTOTYPES, name, { [learner]: one })
    }
  }
  const counted = { [NEWS]: NEWSGROUPS, [INDUSTRY]: PRODUCTS_104, [RCV1]: PRODUCTS_414 }
  const names = Object.keys(counted)
  const examples: { strong: string[]; leaking: string[] } = { strong: [], leaking: [] }
  for await (const { name, trial, vectors } of eachTrial(desk, counted, TRIALS, [0.4, 1])) {
    const classifier = await trainContender(desk, vectors.train, { learner: 'ff' })
    figures.add(INDEGREES, name, measureIndegrees(classifier, vectors))
    if (name !== RCV1) continue
    const { strong, leaking } = findConnections(classifier, vectors)
    figures.add(CONNECTIONS, RCV1, {
      'weight above 0.9': strong.length,
      'words with Σw < 0.25': leaking.length,
    })
    if (trial > 0) continue
    examples.strong = strong.slice(0, EXAMPLES).map(({ term, label }) => `“${term}” → ${label}`)
    examples.leaking = leaking.slice(0, 2 * EXAMPLES).map(({ term }) => `“${term}”`)
  }
  const prototypes = (row: string, learner: string) =>
    byClass.side(PROTOTYPES, row, learner, `${row}, ${learner}`)
  const indegree = (row: string, measure: string) =>
    figures.side(INDEGREES, row, measure, `${row}, ${measure}`)
  const means = names.map((name) =>
    [FIRST_CLASS, TRUE_CLASS].map((measure) => figures.mean(INDEGREES, name, measure)),
  )
  const strong = figures.mean(CONNECTIONS, RCV1, 'weight above 0.9')
  return {
    figures,
    claims: {
      'reuters-prototypes': lower(prototypes(REUTERS, 'FF'), prototypes(REUTERS, 'perceptron')),
      'news-prototypes': lower(prototypes(NEWS, 'FF'), prototypes(NEWS, 'SVM')),
      'first-has-more': checked(
        means.every(([first, truth]) => first >= truth),
        names
          .map((name, i) => `${name}: ${means[i].map((mean) => mean.toFixed(0)).join(' and ')}`)
          .join('; '),
      ),
      'more-than-most': every(
        [INDUSTRY, RCV1].map((name) => higher(indegree(name, TRUE_CLASS), indegree(name, ANY_CLASS), 0)),
      ),
      strong: checked(strong >= 100, `${strong.toFixed(0)} of them, such as ${examples.strong.join(', ')}`),
      leaks: checked(examples.leaking.length > 0, `the commonest: ${examples.leaking.join(', ')}`),
    },
  }
}

/** How many words lead to the class ranked first, to the true one, and to any. */
function measureIndegrees(classifier: Classifier, { features, test }: SplitVectors): Record<string, number> {
  const into = new Map<string, number>()
  for (let feature = 0; feature < features; feature++) {
    for (const { label } of classifier.strongestLabels(String(feature), DEGREE))
      into.set(label, (into.get(label) ?? 0) + 1)
  }
  let [first, truth, all] = [0, 0, 0]
  for (const document of test) {
    first += into.get(classifier.rank(document, { top: 1 })[0]?.label ?? '') ?? 0
    truth += into.get(document.labels?.[0] ?? '') ?? 0
  }
  for (const count of into.values()) all += count
  return {
    [FIRST_CLASS]: first / test.length,
    [TRUE_CLASS]: truth / test.length,
    [ANY_CLASS]: all / classifier.labelCount,
  }
}

interface Connection {
  readonly term: string
  readonly label: string
  readonly documents: number
}

/** Words with one strong connection, and words that leak, the commonest first. */
function findConnections(
  classifier: Classifier,
  { train, features, term }: SplitVectors,
): { strong: Connection[]; leaking: Connection[] } {
  const documents = new Uint32Array(features)
  for (const { vector } of train) for (const feature of vector?.features ?? []) documents[feature]++
  const strong: Connection[] = []
  const leaking: Connection[] = []
  for (let feature = 0; feature < features; feature++) {
    if (documents[feature] < SEEN) continue
    const edges = classifier.strongestLabels(String(feature), classifier.labelCount)
    if (edges.length === 0) continue
    const found = { term: term(feature), label: edges[0].label, documents: documents[feature] }
    if (edges[0].weight > STRONG) strong.push(found)
    if (edges.reduce((sum, { weight }) => sum + weight, 0) < LEAKING) leaking.push(found)
  }
  const byDocuments = (a: Connection, b: Connection) => b.documents - a.documents
  return { strong: strong.sort(byDocuments), leaking: leaking.sort(byDocuments) }
}
