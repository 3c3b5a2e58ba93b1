import { describe, expect, it } from 'vitest'
import { comparedMeasure, comparedMeasures } from '../../packages/abound/src/measure/measures/index.js'
import { type Comparison, compareCells } from '../../packages/abound/src/selection/compare.js'
import { cellOf } from './cells.js'

const contender = (name: string) => ({ name, learner: name, options: {} })
const some = (count: number, of: number): boolean[] => Array.from({ length: of }, (_, i) => i < count)

function comparison(more: Partial<Comparison>): Comparison {
  return {
    version: '1',
    data: { paths: ['x'], fingerprint: 'f' },
    split: { kind: 'test', names: ['test'] },
    measure: 'R1',
    contenders: [],
    cells: [],
    ...more,
  }
}

describe('compareCells', () => {
  it('finds the best, and who is not significantly worse', () => {
    const { contenders, pairs } = compareCells(
      comparison({
        contenders: ['near', 'best', 'far'].map(contender),
        cells: [
          cellOf('far', 'test', some(10, 20)),
          cellOf('best', 'test', some(19, 20)),
          cellOf('near', 'test', some(16, 20)),
        ],
      }),
    )
    expect(contenders.map(({ name, best, notWorse }) => [name, best, notWorse])).toEqual([
      ['near', false, true],
      ['best', true, true],
      ['far', false, false],
    ])
    expect(pairs.map(({ first, second }) => `${first} ${second}`)).toEqual([
      'near best',
      'near far',
      'best far',
    ])
    // 9 documents better, none worse: 2 · 2⁻⁹.
    expect(pairs[2].documents).toMatchObject({ wins: 9, losses: 0, ties: 11, twoTailed: 2 / 512 })
    expect(pairs[2].splits).toBeUndefined()
    // Only the label that a test document has.
    expect(pairs[2].labels).toMatchObject({ wins: 1, losses: 0, ties: 0 })
  })

  it('takes the smaller figure for the better where it is', () => {
    const { contenders } = compareCells(
      comparison({
        measure: 'oneError',
        contenders: ['a', 'b'].map(contender),
        cells: [cellOf('a', 'test', some(3, 20)), cellOf('b', 'test', some(12, 20))],
      }),
    )
    expect(contenders.map(({ best, notWorse }) => [best, notWorse])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('means and deviations go over splits, tests over documents of all of them', () => {
    const names = ['fold 1 of 2', 'fold 2 of 2']
    const { contenders, pairs } = compareCells(
      comparison({
        split: { kind: 'folds', names },
        contenders: ['a', 'b'].map(contender),
        cells: names.flatMap((name, i) => [
          cellOf('a', name, some(6 + 2 * i, 10)),
          cellOf('b', name, some(5, 10)),
        ]),
      }),
    )
    expect(contenders[0].measures.R1.mean).toBeCloseTo(0.7)
    expect(contenders[0].measures.R1.deviation).toBeCloseTo(Math.SQRT2 / 10)
    expect(pairs[0].documents).toMatchObject({ wins: 4, losses: 0, ties: 16 })
    expect(pairs[0].splits).toMatchObject({ wins: 2, losses: 0 })
    expect(contenders[1].notWorse).toBe(true)
  })

  it('trials, whose documents come again, are tested over trials', () => {
    const names = Array.from({ length: 3 }, (_, i) => `trial ${i + 1} of 3`)
    const { contenders } = compareCells(
      comparison({
        split: { kind: 'trials', names },
        contenders: ['a', 'b'].map(contender),
        cells: names.flatMap((name) => [cellOf('a', name, some(9, 10)), cellOf('b', name, some(2, 10))]),
      }),
    )
    // Over documents 21 to none would be significant, 3 trials to none are not.
    expect(contenders[1].notWorse).toBe(true)
  })

  it('goes without cells that are missing', () => {
    const { contenders, pairs, cells } = compareCells(
      comparison({
        contenders: ['a', 'gone', 'b'].map(contender),
        cells: [
          cellOf('a', 'test', some(1, 2)),
          cellOf('b', 'test', some(2, 2)),
          cellOf('c', 'test', [true]),
        ],
        failures: new Map([['gone', 'no room']]),
      }),
    )
    expect(cells).toHaveLength(2)
    expect(pairs).toHaveLength(1)
    expect(contenders[1]).toMatchObject({ failed: 'no room', best: false, notWorse: false })
    expect(contenders[1].measures.R1).toEqual({ count: 0, mean: null, deviation: null })
    expect(contenders[2].best).toBe(true)
  })

  it('knows its measures by name', () => {
    for (const measure of comparedMeasures()) expect(comparedMeasure(measure.name)).toBe(measure)
    expect(() => comparedMeasure('accuracy')).toThrow(
      'no measure is called "accuracy": expected one of oneError',
    )
  })
})
