import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figureOf, putFigure } from '../../packages/abound/src/measure/measure.js'
import { comparedMeasures, MEASURES } from '../../packages/abound/src/measure/measures/index.js'
import { evaluate } from '../../packages/abound/src/pipeline/evaluate.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'

describe('the measures', () => {
  it.each(MEASURES.map((measure) => [measure.name, measure] as const))(
    '%s is in docs/measuring.md',
    (name) => {
      const page = readFileSync(new URL('../../docs/measuring.md', import.meta.url), 'utf8')
      const [head, tail = head] = name.split('.')
      expect([head, tail].some((word) => page.includes(`\`${word}\``))).toBe(true)
    },
  )

  it('are all there where all that they need is given', async () => {
    const documents = topicDocuments({ count: 120 })
    const model = await train(documents, { learner: 'naive-bayes' })
    const measures = await evaluate(model, documents, { beta: 2, reject: 0 })
    for (const { name } of MEASURES) expect(figureOf(measures, name), name).not.toBeUndefined()
    const few = await evaluate(model, documents)
    const missing = MEASURES.filter(({ name }) => figureOf(few, name) === undefined)
    expect(new Set(missing.map(({ needs }) => needs))).toEqual(new Set(['beta', 'rejection']))
  })

  it('that are compared are single figures, which sign tests have outcomes for', () => {
    const outcomes = { bestRank: [0, 1, 7], averagePrecision: [0, 1, 0.2], f1: [0, 1, 0.5] }
    expect(comparedMeasures().length).toBeGreaterThan(10)
    for (const { name, signTest } of comparedMeasures()) {
      expect(name).not.toContain('.')
      // Whatever the measure, the first document fared worst and the second best.
      const [worst, best, between] = signTest(outcomes)
      expect(worst, name).toBe(0)
      expect(best, name).toBe(1)
      expect(between, name).toBeLessThan(1)
    }
  })
})

describe('figureOf', () => {
  it('finds what was put, within objects too', () => {
    const measures = {}
    putFigure(measures, 'a', 1)
    putFigure(measures, 'b.1', null)
    putFigure(measures, 'b.3', 0)
    expect(measures).toEqual({ a: 1, b: { '1': null, '3': 0 } })
    expect(['a', 'b.1', 'b.3', 'c', 'c.1'].map((name) => figureOf(measures, name))).toEqual([
      1,
      null,
      0,
      undefined,
      undefined,
    ])
  })
})
