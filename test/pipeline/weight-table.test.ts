import { describe, expect, it } from 'vitest'
import { type Classifier, LEARNERS, train, weightTable } from '../../packages/abound/src/internal.js'
import { topicDocuments } from '../conformance/documents.js'

const documents = topicDocuments({ count: 60, labels: 3, length: 9 })
const rowsOf = (model: Classifier): (readonly [string, string, number])[] => [...weightTable(model)]

describe('the table of weights', () => {
  it.each(['svm', 'rocchio', 'perceptron', 'naive-bayes'])('of %s adds up to its scores', async (learner) => {
    const model = await train(documents, { learner } as { learner: 'svm' })
    const rows = rowsOf(model)
    const { vectoriser } = model.toParts()
    const text = String(documents[0].text)
    vectoriser.vectorise({ text })
    const values = new Map<string, number>([['(bias)', 1]])
    for (let i = 0; i < vectoriser.size; i++) {
      const value = Math.fround(vectoriser.values[i])
      values.set(vectoriser.terms.string(vectoriser.columns[i]), value)
      values.set('(every known word)', (values.get('(every known word)') ?? 0) + value)
    }
    for (const { label, score } of model.rank(text, { top: 3 })) {
      const sum = rows
        .filter((row) => row[1] === label)
        .reduce((total, [feature, , weight]) => total + weight * (values.get(feature) ?? 0), 0)
      expect(sum).toBeCloseTo(score, 6)
    }
  })

  it.each(LEARNERS.map(({ name }) => name))(
    'of %s goes by feature and label, each pair once',
    async (learner) => {
      const model = await train(documents, { learner } as { learner: 'svm' })
      const rows = rowsOf(model)
      const pairs = rows.map(([feature, label]) => `${feature}\t${label}`)
      expect(rows.length).toBeGreaterThan(0)
      for (const [, label, weight] of rows) {
        expect(Number.isFinite(weight)).toBe(true)
        expect(label).toMatch(/^(label\d|node \d+)$/)
      }
      if (learner !== 'ripper') expect(new Set(pairs).size).toBe(pairs.length)
      expect(rowsOf(model)).toEqual(rows)
    },
  )

  it('of rules has what they ask for', async () => {
    const model = await train(documents, { learner: 'ripper' })
    const ruled = ['label0', 'label1', 'label2'].find((label) => (model.rules(label) ?? []).length > 0)!
    const [rule] = model.rules(ruled)!
    const [[feature, , weight]] = rowsOf(model).filter(([, label]) => label === ruled)
    expect(feature).toContain(rule.present.join(' and '))
    expect(weight).toBe(rule.confidence)
  })
})
