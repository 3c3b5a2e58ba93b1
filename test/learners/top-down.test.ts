// Top-down: by hand, against a plain recursion over sets of names, and what the options change.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchLearner, Model } from '../../packages/abound/src/contract.js'
import { trials as splitsOf } from '../../packages/abound/src/data/splits.js'
import { fitSigmoid, type Sigmoid } from '../../packages/abound/src/decide/platt.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { learnerNamed } from '../../packages/abound/src/learners/registry.js'
import { type TopDownOptions, topDown } from '../../packages/abound/src/learners/top-down/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { datasetOf, eighths, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'

function trained(
  names: readonly string[],
  rows: readonly PlainRow[],
  given: Partial<TopDownOptions> = {},
): Model {
  const data = datasetOf(rows)
  data.labelCount = names.length
  const options = { ...defaultOptions(topDown.options), minPath: 0, ...given }
  return topDown.train(data, options, { seed: 1, learnerNamed, labelName: (label) => names[label] })
}

const isIn = (name: string, path: string): boolean => name === path || name.startsWith(`${path}/`)

/** ln of the path probability of every label of fully judged rows, by plain recursion, with `svm` at the nodes. */
function plainScores(
  names: readonly string[],
  rows: readonly PlainRow[],
  count: number,
  x: PlainRow,
): Map<number, number> {
  const features = 1 + Math.max(0, ...[...rows, x].flatMap((one) => one.x.map(([column]) => column)))
  const svm = learnerNamed('svm') as BatchLearner
  const out = new Map<number, number>()
  const teach = (part: readonly PlainRow[], children: readonly string[]): Model => {
    const data = datasetOf(part)
    data.featureCount = features
    data.labelCount = children.length
    return svm.train(data, defaultOptions(svm.options), { seed: 1 })
  }
  const descend = (parent: string, path: number, above: Sigmoid): void => {
    const belonging = rows.filter(({ labels }) => parent === '' || labels.some((l) => isIn(names[l], parent)))
    const prefix = parent === '' ? '' : `${parent}/`
    // Labels first, then the classes that no label is, as they first come; last the label itself.
    const below: string[] = []
    const addBelow = (path: string): void => {
      if (!path.startsWith(prefix) || path === '') return
      const one = prefix + path.slice(prefix.length).split('/')[0]
      if (one === path && !below.includes(one)) below.push(one)
    }
    for (const name of names) addBelow(name)
    for (let up = 1; up < 5; up++)
      for (const name of names) {
        const parts = name.split('/')
        if (parts.length > up) addBelow(parts.slice(0, -up).join('/'))
      }
    if (below.length === 0) return
    const own = names.indexOf(parent)
    const stops = (labels: readonly number[]): boolean =>
      own >= 0 && labels.includes(own) && !labels.some((l) => names[l].startsWith(prefix))
    const children = belonging.some(({ labels }) => stops(labels)) ? [...below, `${parent}/.`] : below
    const part = belonging.map(({ x: entries, labels }) => {
      const inside = children.flatMap((child, i) =>
        child === `${parent}/.`
          ? stops(labels)
            ? [i]
            : []
          : labels.some((l) => isIn(names[l], child))
            ? [i]
            : [],
      )
      return row(entries, ...inside)
    })
    let sigmoids: Sigmoid[] = children.map(() => ({ slope: -2, offset: 0 }))
    let common: Sigmoid = { slope: -2, offset: 0 }
    const certain = parent !== '' && children.length === 1 && part.every(({ labels }) => labels.length > 0)
    if (certain) common = above
    else if (count > 0) {
      const pairs: [number, number][][] = children.map(() => [])
      if (part.length > 1) {
        for (const { train, test } of splitsOf(part.length, count, 0.2, 1)) {
          const model = teach(
            [...train].map((i) => part[i]),
            children,
          )
          for (const i of test) {
            for (const [child, score] of scoresOf(model, datasetOf([part[i]]), 0))
              pairs[child].push([score, part[i].labels.includes(child) ? 1 : 0])
          }
        }
      }
      const enough = (list: readonly [number, number][]): boolean =>
        list.filter(([, y]) => y === 1).length >= 10
      const sigmoidOf = (list: readonly [number, number][]): Sigmoid => {
        const sorted = [...list].sort((a, b) => b[0] - a[0])
        return fitSigmoid(
          Float64Array.from(sorted, ([score]) => score),
          Uint8Array.from(sorted, ([, y]) => y),
        )
      }
      const rare = pairs.filter((list) => !enough(list)).flat()
      common = enough(rare) ? sigmoidOf(rare) : enough(pairs.flat()) ? sigmoidOf(pairs.flat()) : above
      sigmoids = pairs.map((list) => (enough(list) ? sigmoidOf(list) : common))
    }
    const model = certain ? undefined : teach(part, children)
    const scores = model === undefined ? undefined : scoresOf(model, datasetOf([x]), 0)
    for (const [i, child] of children.entries()) {
      const { slope, offset } = sigmoids[i]
      const p = scores === undefined ? 1 : 1 / (1 + Math.exp(slope * scores.get(i)! + offset))
      const next = path + Math.log(p)
      const label = names.indexOf(child)
      const leaf = !names.some((name) => name.startsWith(`${child}/`))
      if (child === `${parent}/.`) out.set(own, next)
      else if (leaf) out.set(label, next)
      else descend(child, next, common)
    }
  }
  descend('', 0, { slope: -2, offset: 0 })
  return out
}

const NAMES = ['a/b', 'c', 'a/d', 'a', 'e/f/g', 'e/h']

describe('top-down', () => {
  it('trains a node against its siblings only, by hand', () => {
    // Top: a against c on all; below a: b and d on the two rows of a alone, whose words 1 and 2 tell them apart. Each
    // has weight 1 for its word and −1 for the other's (see svm): s = ±1, P = 1/(1 + e^{∓2}).
    const rows = [row([[1, 1]], 0), row([[2, 1]], 1), row([[3, 1]], 2)]
    const model = trained(['a/b', 'a/d', 'c'], rows, { trials: 0 })
    const below = (word: number): Map<number, number> => scoresOf(model, datasetOf([row([[word, 1]])]), 0)
    const difference = below(1).get(0)! - below(1).get(1)!
    expect(difference).toBeCloseTo(Math.log((1 + Math.exp(2)) / (1 + Math.exp(-2))), 1)
    // A word of c says nothing of b against d.
    expect(below(3).get(0)).toBeCloseTo(below(3).get(1)!, 1)
    expect(below(3).get(2)!).toBeGreaterThan(below(3).get(0)!)
  })

  it('agrees with a plain recursion', () => {
    const some = plainRows(5, NAMES.length, eighths, { minLength: 2, maxLength: 60 })
    fc.assert(
      fc.property(some, fc.constantFrom(0, 1, 4), (mixed, count) => {
        const rows = mixed.map((one): PlainRow => ({ ...one, not: [], judged: 1 }))
        const model = trained(NAMES, rows, { trials: count })
        for (const x of rows.slice(0, 3)) {
          const expected = plainScores(NAMES, rows, count, x)
          const got = scoresOf(model, datasetOf([x]), 0)
          expect([...got.keys()]).toEqual([...expected.keys()].sort((a, b) => a - b))
          for (const [label, score] of got) expect(score).toBeCloseTo(expected.get(label)!, 6)
        }
      }),
      { numRuns: 30 },
    )
  })

  /** Rows whose words tell the label, and in part its class. */
  function pathRows(names: readonly string[], count: number, seed: number): PlainRow[] {
    const rng = new Rng(seed)
    return Array.from({ length: count }, () => {
      const label = rng.below(names.length)
      const top = names[label].charCodeAt(0) - 97
      const words = new Set([
        10 + label,
        top,
        40 + rng.below(10),
        rng.below(4) === 0 ? 10 + rng.below(6) : 60,
      ])
      return row(
        [...words].map((word) => [word, 1]),
        label,
      )
    })
  }

  it('finds the right leaf with every base, and the same with a taxonomy of lines', () => {
    const rows = pathRows(NAMES, 200, 1)
    const test = pathRows(NAMES, 100, 2)
    const right = (model: Model): number =>
      test.filter((one) => {
        const best = [...scoresOf(model, datasetOf([one]), 0)].sort((a, b) => b[1] - a[1])[0]
        return best?.[0] === one.labels[0]
      }).length
    for (const base of ['svm', 'perceptron', 'committee'] as const)
      expect(right(trained(NAMES, rows, { base })), base).toBeGreaterThan(85)
    const plain = ['b', 'c', 'd', 'a', 'g', 'h']
    const lines = 'b\ta\nd\ta\ng\tf\nf\te\nh\te\n'
    const byPaths = trained(NAMES, rows)
    const byLines = trained(plain, rows, { taxonomy: lines })
    for (const one of test.slice(0, 10)) {
      const data = datasetOf([one])
      expect([...scoresOf(byLines, data, 0)]).toEqual([...scoresOf(byPaths, data, 0)])
    }
    const dotted = NAMES.map((name) => name.replaceAll('/', '.'))
    expect(trained(dotted, rows, { separator: '.' }).state()).toEqual(byPaths.state())
    expect(() => trained(plain, rows, { taxonomy: 'b\tb' })).toThrow(InputError)
  })

  it('is a flat tree where labels are no paths, and fits probabilities that can be believed', () => {
    const names = ['k', 'l', 'm']
    const rng = new Rng(4)
    // A word says its label in 7 of 10 cases.
    const some = (): PlainRow[] =>
      Array.from({ length: 600 }, () => {
        const word = rng.below(3)
        return row([[word, 1]], rng.below(10) < 7 ? word : (word + 1 + rng.below(2)) % 3)
      })
    const model = trained(names, some())
    expect(model.figures()).toMatchObject({ nodes: 3, depth: 1 })
    for (let word = 0; word < 3; word++) {
      const scores = scoresOf(model, datasetOf([row([[word, 1]])]), 0)
      expect(Math.exp(scores.get(word)!)).toBeGreaterThan(0.6)
      expect(Math.exp(scores.get(word)!)).toBeLessThan(0.8)
      expect(Math.exp(scores.get((word + 1) % 3)!)).toBeLessThan(0.25)
    }
  })

  it('takes an only child for granted, but not at the top', () => {
    const rows = pathRows(['a/b/c', 'd/e', 'd/f'], 60, 3)
    const model = trained(['a/b/c', 'd/e', 'd/f'], rows)
    expect(model.figures()).toMatchObject({ nodes: 6, depth: 3 })
    const scores = scoresOf(model, datasetOf([rows.find(({ labels }) => labels[0] === 0)!]), 0)
    expect(Math.exp(scores.get(0)!)).toBeGreaterThan(0.9)
    const alone = trained(['a'], [row([[0, 1]], 0), row([[1, 1]]), row([[1, 1]]), row([[0, 1]], 0)], {
      trials: 0,
    })
    const p = (word: number): number => Math.exp(scoresOf(alone, datasetOf([row([[word, 1]])]), 0).get(0)!)
    expect(p(0)).toBeGreaterThan(0.8)
    expect(p(1)).toBeLessThan(0.2)
  })

  it('leaves out what partly judged documents do not say', () => {
    const known = pathRows(NAMES, 60, 5)
    const silent: PlainRow = { x: [[30, 1]], labels: [], not: [], judged: 2 }
    const unlabelled: PlainRow = { x: [[31, 1]], labels: [], not: [], judged: 0 }
    const denied: PlainRow = { x: [[32, 5]], labels: [], not: [1], judged: 2 }
    const model = trained(NAMES, [...known, silent, unlabelled, denied], { trials: 0 })
    const word = (feature: number): number[] => model.strongestLabels(feature, 9).map(({ label }) => label)
    expect(word(30)).toEqual([])
    expect(word(31)).toEqual([])
    const at = (x: PlainRow['x']): number => scoresOf(model, datasetOf([row(x)]), 0).get(1)!
    expect(at([[32, 1]])).toBeLessThan(at([]))
  })

  it('holds thousands of nodes, and answers without looking at most of them', () => {
    const names = Array.from({ length: 4000 }, (_, i) => `${i % 10}/${Math.floor(i / 10) % 20}/${i}`)
    const rows = names.map((_, i) =>
      row(
        [
          [i % 10, 1],
          [10 + (Math.floor(i / 10) % 20), 1],
          [30 + (i % 97), 1],
        ],
        i,
      ),
    )
    const model = trained(names, rows, { base: 'perceptron', trials: 0, minPath: 0.1 })
    expect(model.figures().nodes).toBe(4000 + 200 + 10)
    expect(Object.keys(model.state().arrays).length).toBe(8)
    expect(scoresOf(model, datasetOf([rows[17]]), 0).size).toBeLessThan(1000)
  })
})
