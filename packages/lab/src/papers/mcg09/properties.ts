// MCG09, sections 6.4.3 to 6.4.5: FF's classes as prototypes that rank documents, how many words lead to a class, and
// words with strong and with leaking connections.

import type { Classifier } from 'abound/pipeline'
import { every, higher, lower, stated } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { contender, measured } from '../measuring.js'
import { MCG09 } from '../papers.js'
import type { SharedVectors } from '../shared-vectors.js'
import {
  type Mcg09Corpus,
  newsgroups,
  products104,
  products414,
  reutersTen,
  trialsOf,
  vectorsOf,
} from './corpora.js'

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
    {
      name: PROTOTYPES,
      place: 'section 6.4.3; in words: 5 to 10 % below perceptrons on Reuters, comparable on 20 Newsgroups',
      measures: Object.keys(LEARNERS).map((name) => ({ name, digits: 3 })),
      rows: { [REUTERS]: [null, null, null], [NEWS]: [null, null, null] },
    },
    {
      name: INDEGREES,
      place: 'section 6.4.4',
      measures: [
        { name: 'class ranked first', digits: 0 },
        { name: 'true class', digits: 0 },
        { name: 'any class', digits: 0 },
      ],
      rows: { [NEWS]: [6000, null, null], [INDUSTRY]: [2000, null, null], [RCV1]: [4000, null, null] },
    },
    {
      name: CONNECTIONS,
      place: 'section 6.4.5',
      measures: [
        { name: 'weight above 0.9', digits: 0 },
        { name: 'words with Σw < 0.25', digits: 0 },
      ],
      rows: { [RCV1]: [300, null] },
    },
  ],
  headline: [
    [PROTOTYPES, REUTERS, 'FF'],
    [PROTOTYPES, REUTERS, 'perceptron'],
    [INDEGREES, NEWS, 'class ranked first'],
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
  const pairs = new Figures()
  for (const [i, [name, load]] of (
    [
      [REUTERS, reutersTen],
      [NEWS, newsgroups],
    ] as const
  ).entries())
    await prototypes(desk, figures, pairs, name, await load(desk), (part) => (i + part) / 5)
  for (const [i, [name, load]] of (
    [
      [NEWS, newsgroups],
      [INDUSTRY, products104],
    ] as const
  ).entries()) {
    const corpus = await load(desk)
    for (const [trial, split] of trialsOf(desk, corpus, TRIALS).entries()) {
      desk.progress((2 + i + trial / TRIALS) / 5, name)
      const vectors = await vectorsOf(corpus, split)
      indegrees(figures, name, await contender(desk, vectors.train, { learner: 'ff' }), vectors)
    }
  }
  const corpus = await products414(desk)
  const examples: { strong: string[]; leaking: string[] } = { strong: [], leaking: [] }
  for (const [trial, split] of trialsOf(desk, corpus, TRIALS).entries()) {
    desk.progress((4 + trial / TRIALS) / 5, RCV1)
    const vectors = await vectorsOf(corpus, split)
    const classifier = await contender(desk, vectors.train, { learner: 'ff' })
    indegrees(figures, RCV1, classifier, vectors)
    const found = connections(classifier, vectors)
    figures.add(CONNECTIONS, RCV1, {
      'weight above 0.9': found.strong.length,
      'words with Σw < 0.25': found.leaking.length,
    })
    if (trial > 0) continue
    examples.strong = found.strong.slice(0, EXAMPLES).map(({ term, label }) => `“${term}” → ${label}`)
    examples.leaking = found.leaking.slice(0, 2 * EXAMPLES).map(({ term }) => `“${term}”`)
  }
  const side = (table: string, row: string, measure: string) => ({
    name: `${row}, ${measure}`,
    figures: (table === PROTOTYPES ? pairs : figures).of(table, row, measure),
  })
  const strong = figures.mean(CONNECTIONS, RCV1, 'weight above 0.9')
  return {
    figures,
    claims: {
      'reuters-prototypes': lower(side(PROTOTYPES, REUTERS, 'FF'), side(PROTOTYPES, REUTERS, 'perceptron')),
      'news-prototypes': lower(side(PROTOTYPES, NEWS, 'FF'), side(PROTOTYPES, NEWS, 'SVM')),
      'first-has-more': stated(
        [NEWS, INDUSTRY, RCV1].every(
          (name) =>
            figures.mean(INDEGREES, name, 'class ranked first') >=
            figures.mean(INDEGREES, name, 'true class'),
        ),
        [NEWS, INDUSTRY, RCV1].map((name) => `${name}: ${inWords(figures, name)}`).join('; '),
      ),
      'more-than-most': every(
        ...[INDUSTRY, RCV1].map((name) =>
          higher(side(INDEGREES, name, 'true class'), side(INDEGREES, name, 'any class'), 0),
        ),
      ),
      strong: stated(strong >= 100, `${strong.toFixed(0)} of them, such as ${examples.strong.join(', ')}`),
      leaks: stated(examples.leaking.length > 0, `the commonest: ${examples.leaking.join(', ')}`),
    },
  }
}

function inWords(figures: Figures, name: string): string {
  const [first, truth] = ['class ranked first', 'true class'].map((measure) =>
    figures.mean(INDEGREES, name, measure).toFixed(0),
  )
  return `${first} and ${truth}`
}

async function prototypes(
  desk: Desk,
  figures: Figures,
  pairs: Figures,
  name: string,
  corpus: Mcg09Corpus,
  share: (part: number) => number,
): Promise<void> {
  const splits = trialsOf(desk, corpus, TRIALS)
  for (const [trial, split] of splits.entries()) {
    const vectors = await vectorsOf(corpus, split)
    for (const [learner, options] of Object.entries(LEARNERS)) {
      desk.progress(share(trial / splits.length), `${name}: ${learner}`)
      const { perLabel } = (await measured(desk, vectors, options)).measures
      const known = perLabel.filter(({ documents }) => documents > 0)
      known.sort((a, b) => (a.label < b.label ? -1 : 1))
      const f1 = known.map(({ maxF1 }) => maxF1 ?? 0)
      figures.add(PROTOTYPES, name, { [learner]: f1.reduce((sum, one) => sum + one, 0) / f1.length })
      for (const one of f1) pairs.add(PROTOTYPES, name, { [learner]: one })
    }
  }
}

/** How many words lead to the class ranked first, to the true one, and to any. */
function indegrees(figures: Figures, name: string, classifier: Classifier, vectors: SharedVectors): void {
  const into = new Map<string, number>()
  for (let feature = 0; feature < vectors.features; feature++) {
    for (const { label } of classifier.strongestLabels(String(feature), DEGREE))
      into.set(label, (into.get(label) ?? 0) + 1)
  }
  let [first, truth, all] = [0, 0, 0]
  for (const document of vectors.test) {
    first += into.get(classifier.rank(document, { top: 1 })[0]?.label ?? '') ?? 0
    truth += into.get(document.labels?.[0] ?? '') ?? 0
  }
  for (const count of into.values()) all += count
  figures.add(INDEGREES, name, {
    'class ranked first': first / vectors.test.length,
    'true class': truth / vectors.test.length,
    'any class': all / classifier.labelCount,
  })
}

interface Connection {
  readonly term: string
  readonly label: string
  readonly documents: number
}

/** Words with one strong connection, and words that leak, the commonest first. */
function connections(
  classifier: Classifier,
  { train, features, termOf }: SharedVectors,
): { strong: Connection[]; leaking: Connection[] } {
  const documents = new Uint32Array(features)
  for (const { vector } of train) for (const feature of vector?.features ?? []) documents[feature]++
  const strong: Connection[] = []
  const leaking: Connection[] = []
  for (let feature = 0; feature < features; feature++) {
    if (documents[feature] < SEEN) continue
    const edges = classifier.strongestLabels(String(feature), classifier.labelCount)
    if (edges.length === 0) continue
    const found = { term: termOf(feature), label: edges[0].label, documents: documents[feature] }
    if (edges[0].weight > STRONG) strong.push(found)
    if (edges.reduce((sum, { weight }) => sum + weight, 0) < LEAKING) leaking.push(found)
  }
  const byDocuments = (a: Connection, b: Connection) => b.documents - a.documents
  return { strong: strong.sort(byDocuments), leaking: leaking.sort(byDocuments) }
}
