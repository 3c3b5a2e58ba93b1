// Pages to look at in tests: of a model and documents whose labels, ids and texts try to break out of them.

import {
  addToEvaluation,
  type CompareResult,
  compareCells,
  comparisonPage,
  corpusOf,
  type Document,
  evaluate,
  evaluationPage,
  type Measures,
  type RankedLabel,
  runCell,
  startEvaluation,
  train,
  WorstMistakes,
} from '../../packages/abound/src/internal.js'
import { drawingTools } from '../../packages/abound/src/node/internal.js'

export const MADE = { version: '0.0.0-test', date: '2026-01-02 03:04 UTC' }

export const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked = 1">',
  "</script></title></style><svg onload='window.hacked = 1'>",
  '\u202eright to left & ]]> --> {{x}}',
]

/** Documents of four labels with such names; some have the words of another. */
export function hostileDocuments(): Document[] {
  return Array.from({ length: 80 }, (_, i) => {
    const label = HOSTILE[i % 4]
    const words = i % 9 === 0 ? `word${(i + 1) % 4}` : `word${i % 4}`
    return {
      id: `${label} ${i}`,
      text: `${words} <b>${label}</b> common & “${words}”\n\n\n& more`,
      labels: [label],
    }
  })
}

export interface MadePage {
  readonly page: string
  readonly measures: Measures
  readonly first: readonly RankedLabel[]
}

export async function hostilePage(): Promise<MadePage> {
  const documents = hostileDocuments()
  const model = await train(documents.slice(0, 60), { learner: 'ff' })
  const evaluation = startEvaluation(model, { details: true, reject: 0 })
  const worst = new WorstMistakes(model)
  const swapped = documents.map((one, i) => (i % 7 === 0 ? { ...one, labels: [HOSTILE[(i + 1) % 4]] } : one))
  for (const one of swapped) worst.add(one, addToEvaluation(evaluation, model, one))
  const measures = evaluation.result()
  const page = await evaluationPage(
    {
      title: HOSTILE[2],
      made: MADE,
      model: {
        name: HOSTILE[1],
        learner: model.learner,
        options: { ...model.options, odd: HOSTILE[0] },
        documents: model.documents,
        features: model.featureCount,
        labels: model.labelCount,
      },
      data: { name: HOSTILE[0], documents: swapped.length, sha256: 'ab'.repeat(32) },
      measures,
      mistakes: worst.result(),
      training: {
        cumulative: [1, 2, 3].map((n) => ({ documents: n, loss1: 1 / n, loss2: 2 / n, loss3: 0.5 / n })),
        rounds: [1, 2, 3].map((round) => ({ round, trainError: 1 / round, heldOutError: 1.5 / round })),
      },
    },
    await drawingTools(),
  )
  return { page, measures, first: model.rank('word1') }
}

export async function comparison(): Promise<{ page: string; result: CompareResult }> {
  const documents = hostileDocuments()
  const meters = { seconds: () => 1, cpuSeconds: () => 1, peakMemoryBytes: () => 1e8 }
  const contenders = ['ff', 'frequency'].map((learner) => ({
    name: `${learner} ${HOSTILE[0]}`,
    learner,
    options: {},
  }))
  const names = ['fold 1 of 2', 'fold 2 of 2']
  const cells = []
  for (const contender of contenders) {
    for (const [i, split] of names.entries()) {
      const part = (side: number) => corpusOf(documents.filter((_, at) => (at >> 2) % 2 === side))
      cells.push(await runCell({ contender, split, train: part(i), test: part(1 - i) }, meters))
    }
  }
  const result = compareCells({
    version: MADE.version,
    data: { paths: [HOSTILE[1]], fingerprint: 'cd'.repeat(32) },
    split: { kind: 'folds', names },
    measure: 'R1',
    contenders,
    cells,
  })
  const page = await comparisonPage({ title: HOSTILE[2], made: MADE, result }, await drawingTools())
  return { page, result }
}

/** A page of so many labels. */
export async function widePage(labels: number): Promise<string> {
  const documents = Array.from({ length: 4 }, (_, i) => ({ text: `w${i}`, labels: [`l${i}`] }))
  const model = await train(documents)
  const measures = await evaluate(model, documents, { details: true })
  const [one] = measures.perLabel
  const perLabel = Array.from({ length: labels }, (_, i) => ({
    ...one,
    label: `label number ${i}`,
    documents: 1 + (i % 997),
    training: i % 2000,
    f1: (i % 101) / 100,
  }))
  return evaluationPage(
    {
      title: 'Many labels',
      made: MADE,
      model: { learner: 'ff', options: {}, documents: 4, features: 4, labels },
      data: { name: 'x', documents: 4 },
      measures: { ...measures, perLabel },
    },
    await drawingTools(),
  )
}
