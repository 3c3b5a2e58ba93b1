import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entrant, halve, type Search } from '../../packages/abound/src/selection/halving.js'
import { topicDocuments } from '../conformance/documents.js'

const documents = topicDocuments({ count: 700, labels: 3 })
const split = { train: documents.slice(0, 600), test: documents.slice(600) }

/** An entrant whose predicted costs are linear. */
const entrant = (learner: string, each: number, options = {}): Entrant => ({
  learner,
  options,
  seconds: (trained) => trained * each,
})

const search = (more: Partial<Search> = {}): Search => ({
  splits: [split],
  measure: 'R1',
  budget: 1e9,
  seed: 1,
  least: 20,
  ...more,
})

describe('halve', () => {
  it('tries all on everything where that fits, best first', async () => {
    const entrants = [entrant('frequency', 1), entrant('ff', 1), entrant('naive-bayes', 1)]
    const { rungs, trials } = await halve(entrants, search())
    expect(rungs).toEqual([{ documents: 600, trials: 3 }])
    expect(trials.at(-1)?.learner).toBe('frequency')
    expect(trials[0].scores[0]).toBeGreaterThan(trials[2].scores[0])
  })

  it('keeps within the budget by its own predictions, with ever more documents and fewer entrants', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 7 }),
        fc.integer({ min: 3000, max: 200_000 }),
        async (costs, budget) => {
          let spent = 0
          const entrants = costs.map((each, i) => entrant('frequency', each, { seed: i }))
          const { rungs, trials } = await halve(
            entrants.map((one) => ({ ...one })),
            search({ budget }),
          )
          for (const [at, { documents: count }] of rungs.entries()) {
            const taking = trials.filter(({ scores }) => scores.length > at)
            for (const { options } of taking) spent += count * costs[(options as { seed: number }).seed]
            if (at > 0) {
              expect(count).toBeGreaterThan(rungs[at - 1].documents)
              expect(taking.length).toBeLessThanOrEqual(rungs[at - 1].trials)
            }
            expect(taking).toHaveLength(rungs[at].trials)
          }
          expect(spent).toBeLessThanOrEqual(budget)
        },
      ),
      { numRuns: 10 },
    )
  })

  it('leaves out the dearest where not all can be tried on the fewest documents', async () => {
    const entrants = [entrant('svm', 1000), entrant('ff', 1), entrant('naive-bayes', 1)]
    const { trials } = await halve(entrants, search({ budget: 2000 }))
    expect(trials.map(({ learner }) => learner).sort()).toEqual(['ff', 'naive-bayes'])
  })

  it('the one named first wins a tie', async () => {
    const entrants = [1, 2, 3].map((seed) => entrant('frequency', 1, { seed }))
    const { trials } = await halve(entrants, search())
    expect(trials[0].options).toEqual({ seed: 1 })
  })

  it('options under which nothing can be learned lose', async () => {
    const entrants = [entrant('ff', 1, { minDf: 10_000, select: 'nosuch' }), entrant('frequency', 1)]
    const { trials } = await halve(entrants, search())
    expect(trials.map(({ learner }) => learner)).toEqual(['frequency', 'ff'])
  })

  it('searches the least of what should be little', async () => {
    const entrants = [entrant('frequency', 1), entrant('ff', 1)]
    const { trials } = await halve(entrants, search({ measure: 'oneError' }))
    expect(trials.map(({ learner }) => learner)).toEqual(['ff', 'frequency'])
  })

  it('several splits: the mean over them', async () => {
    const halves = [
      { train: documents.slice(0, 350), test: documents.slice(350) },
      { train: documents.slice(350), test: documents.slice(0, 350) },
    ]
    const one = await Promise.all(halves.map((half) => halve([entrant('ff', 1)], search({ splits: [half] }))))
    const both = await halve([entrant('ff', 1)], search({ splits: halves }))
    const [a, b] = one.map(({ trials }) => trials[0].scores[0])
    expect(both.trials[0].scores[0]).toBeCloseTo((a + b) / 2, 12)
  })
})
