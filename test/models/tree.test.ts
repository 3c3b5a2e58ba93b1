// The tree model against a plain recursion, and damaged states.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray, State } from '../../packages/abound/src/contract.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { type LabelTree, numberTree, parentsFromPaths } from '../../packages/abound/src/models/taxonomy.js'
import { TreeModel, type TreeParts } from '../../packages/abound/src/models/tree.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { datasetOf, entriesOf, row, scoresOf, signedEighths } from '../learners/plain-rows.js'

interface Plain {
  readonly tree: LabelTree
  readonly labelCount: number
  readonly bias: number[]
  readonly slopes: number[]
  readonly offsets: number[]
  /** weights[feature][node]; 0 is not stored. */
  readonly weights: number[][]
  readonly minPath: number
}

const FEATURES = 6

function plainOf(names: readonly string[], stop: boolean, seed: number, minPath: number): Plain {
  const stops = new Uint8Array(names.length).fill(stop ? 1 : 0)
  const tree = numberTree(parentsFromPaths(names, '/'), names.length, stops)
  const rng = new Rng(seed)
  const some = (): number[] => Array.from({ length: tree.nodeCount }, () => 4 * rng.float() - 2)
  return {
    tree,
    labelCount: names.length,
    bias: some(),
    slopes: some().map((x) => (rng.below(4) === 0 ? 0 : -Math.abs(x))),
    offsets: some(),
    weights: Array.from({ length: FEATURES }, () => some().map((x) => (rng.below(3) === 0 ? 0 : x))),
    minPath,
  }
}

function partsOf({ tree, labelCount, bias, slopes, offsets, weights, minPath }: Plain): TreeParts {
  const lists = weights.map((list) => [...list.entries()].filter(([, weight]) => weight !== 0))
  return {
    tree,
    labelCount,
    bias: Float64Array.from(bias),
    slopes: Float64Array.from(slopes),
    offsets: Float64Array.from(offsets),
    lengths: Uint32Array.from(lists, (list) => list.length),
    nodes: Uint32Array.from(lists.flat(), ([node]) => node),
    weights: Float64Array.from(lists.flat(), ([, weight]) => weight),
    minPath,
  }
}

const modelOf = (plain: Plain): TreeModel => new TreeModel(partsOf(plain))

type Entries = readonly (readonly [number, number])[]

/** Figure 7 of the paper, then the classes that have no child in the list. */
function plainScores(plain: Plain, x: Entries): Map<number, number> {
  const { tree, bias, slopes, offsets, weights, minPath } = plain
  const found = new Map<number, number>()
  const list = new Map<number, number>()
  const descend = (parent: number, p: number): void => {
    for (let child = 0; child < tree.nodeCount; child++) {
      if (tree.parents[child] !== parent) continue
      const score = x.reduce((sum, [f, value]) => sum + value * (weights[f]?.[child] ?? 0), bias[child])
      const own = p / (1 + Math.exp(slopes[child] * score + offsets[child]))
      if (own < minPath) continue
      list.set(child, own)
      descend(child, own)
    }
  }
  descend(-1, 1)
  for (const [node, p] of list) {
    const childInList = [...list.keys()].some((other) => tree.parents[other] === node)
    if (!childInList && tree.labels[node] >= 0) found.set(tree.labels[node], p)
  }
  return found
}

const name = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((p) => p.join('/'))
const plainModel = fc
  .tuple(
    fc.uniqueArray(name, { minLength: 1, maxLength: 10 }),
    fc.boolean(),
    fc.nat(),
    fc.constantFrom(0, 0.01, 0.1, 0.3),
  )
  .map(([names, stop, seed, minPath]) => plainOf(names, stop, seed, minPath))
/** Some of the columns are beyond what the model knows. */
const query = entriesOf(FEATURES + 2, signedEighths)

describe('tree model', () => {
  it('multiplies probabilities down the path, by hand', () => {
    // a (s = x_0, A = −ln 3: P = 3/4 at 1) above a/b and a/c (s = 0; B = ln 4: 1/5, B = −ln 4: 4/5).
    const names = ['a/b', 'a/c', 'd']
    const tree = numberTree(parentsFromPaths(names, '/'), 3, new Uint8Array(3))
    // Nodes: d, a, a/b, a/c.
    const parts = {
      tree,
      labelCount: 3,
      bias: [0, 0, 0, 0],
      slopes: [0, -Math.log(3), 0, 0],
      offsets: [Math.log(9), 0, Math.log(4), -Math.log(4)],
      weights: [[0, 1, 0, 0]],
    }
    const data = datasetOf([row([[0, 1]]), row([])])
    const whole = modelOf({ ...parts, minPath: 0 })
    const scores = scoresOf(whole, data, 0)
    expect(Math.exp(scores.get(0)!)).toBeCloseTo(3 / 20, 12)
    expect(Math.exp(scores.get(1)!)).toBeCloseTo(12 / 20, 12)
    expect(Math.exp(scores.get(2)!)).toBeCloseTo(1 / 10, 12)
    expect([...scoresOf(modelOf({ ...parts, minPath: 0.12 }), data, 0).keys()]).toEqual([0, 1])
    expect([...scoresOf(modelOf({ ...parts, minPath: 0.8 }), data, 0).keys()]).toEqual([])
    // x_0 moves a from ½ to ¾: ln 3/2. What is left is of no word.
    const explained = whole.explain(data, 0, 1)
    expect(explained.find(({ feature }) => feature === 0)?.weight).toBeCloseTo(Math.log(1.5), 12)
    expect(explained.find(({ feature }) => feature === -1)?.weight).toBeCloseTo(Math.log(0.5 * 0.8), 12)
    expect(whole.figures()).toEqual({ nodes: 4, depth: 2, weights: 1 })
    expect(whole.strongestLabels(0, 9)).toEqual([
      { label: 0, weight: Math.log(3) },
      { label: 1, weight: Math.log(3) },
    ])
    expect(whole.strongestFeatures(1, 9)).toEqual([{ feature: 0, weight: Math.log(3) }])
    expect(whole.strongestFeatures(2, 9)).toEqual([])
  })

  it('retrieves a label above others only where the path ends at it', () => {
    const tree = numberTree(parentsFromPaths(['a', 'a/b'], '/'), 2, new Uint8Array(2))
    const parts = { tree, labelCount: 2, bias: [0, 0], slopes: [0, 0], weights: [], minPath: 0.1 }
    const data = datasetOf([row([])])
    const through = modelOf({ ...parts, offsets: [0, 0] })
    expect([...scoresOf(through, data, 0).keys()]).toEqual([1])
    const ended = modelOf({ ...parts, offsets: [0, 5] })
    expect([...scoresOf(ended, data, 0)]).toEqual([[0, Math.log(0.5)]])
  })

  it('agrees with the plain recursion, adds up, and is the same after storing', () => {
    fc.assert(
      fc.property(plainModel, query, (plain, x) => {
        const model = modelOf(plain)
        const data = datasetOf([row(x)])
        const got = scoresOf(model, data, 0)
        const expected = plainScores(plain, x)
        expect([...got.keys()]).toEqual([...expected.keys()].sort((a, b) => a - b))
        const known = x.filter(([column]) => column < FEATURES)
        for (let label = 0; label < plain.labelCount; label++) {
          const parts = model.explain(data, 0, label)
          const score = got.get(label)
          if (score === undefined) {
            expect(parts).toEqual([])
            continue
          }
          expect(score).toBeCloseTo(Math.log(expected.get(label)!), 9)
          expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 9)
          expect(parts.filter(({ feature }) => feature >= 0).map(({ feature }) => feature)).toEqual(
            known.map(([column]) => column),
          )
        }
        const { numbers, arrays } = model.state()
        const stored = restoreModel('tree', structuredClone({ numbers, arrays }))
        expect([...scoresOf(stored, data, 0)]).toEqual([...got])
        expect(stored.state()).toEqual(model.state())
      }),
    )
  })

  it('looks at nothing below a path that has ended', () => {
    const names = Array.from({ length: 300 }, (_, i) => `${i % 10}/${i}`)
    const plain = plainOf(names, false, 1, 0.01)
    const top = Array.from({ length: 10 }, (_, n) => (n === 3 ? -50 : 50))
    const offsets = plain.offsets.map((offset, n) => top[n] ?? offset)
    const slopes = plain.slopes.map((slope, n) => (n < 10 ? 0 : slope))
    // A node that is looked at reads its offset.
    const looked = new Set<number>()
    const watched = new Proxy(Float64Array.from(offsets), {
      get(array, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked.add(Number(key))
        return Reflect.get(array, key, array)
      },
    })
    const spied = new TreeModel({ ...partsOf({ ...plain, offsets, slopes }), offsets: watched })
    const scores = createScores(300)
    spied.score(datasetOf([row([[0, 1]])]), 0, scores)
    expect(looked.size).toBe(10 + 30)
  })

  it('refuses damaged states', () => {
    const plain = plainOf(['a/b', 'a/c', 'd', 'a'], true, 7, 0.05)
    const { numbers, arrays } = modelOf(plain).state()
    const refused = (
      change: Record<string, NumberArray | undefined>,
      more: Record<string, number> = {},
    ): void => {
      const state = { numbers: { ...numbers, ...more }, arrays: { ...arrays, ...change } } as State
      expect(() => TreeModel.from(state)).toThrow(InputError)
    }
    TreeModel.from({ numbers, arrays })
    for (const [name, array] of Object.entries(arrays)) {
      refused({ [name]: undefined })
      refused({ [name]: array.slice(1) })
      refused({ [name]: new Float64Array(array.length).fill(Number.NaN) })
    }
    for (const name of ['children', 'labels', 'lengths', 'nodes'])
      refused({ [name]: new Uint32Array(arrays[name].length).fill(0xffffffff) })
    for (const labelCount of [-1, 0, 3, 5, 1e15, 2.5, Number.NaN]) refused({}, { labelCount })
    for (const minPath of [-0.1, 1.1, Number.NaN]) refused({}, { minPath })
    // Top d, a; below a: b, c, a. As children counts: 2 | 0 3 | 0 0 0.
    expect([...arrays.children]).toEqual([2, 0, 3, 0, 0, 0])
    refused({ children: Uint8Array.of(0, 2, 3, 0, 0, 0) })
    refused({ children: Uint8Array.of(2, 0, 0, 0, 3, 0) })
    refused({ children: Uint8Array.of(2, 0, 2, 0, 0, 0) })
    refused({ labels: Uint8Array.of(3, 0, 1, 2, 2) })
    refused({ labels: Uint8Array.of(3, 0, 1, 2, 0) })
    refused({ labels: Uint8Array.of(3, 0, 1, 2, 9) })
    refused({ nodes: Uint8Array.from(arrays.nodes).reverse() })
    refused({ slopes: Float64Array.from(arrays.slopes, (slope) => Math.abs(slope) + 1) })
    expect(() => TreeModel.from({ numbers: {}, arrays })).toThrow(InputError)
    expect(() => TreeModel.from({ numbers, arrays: {} })).toThrow(InputError)
  })

  it('never hangs or leaves its arrays on random states', () => {
    const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
      fc.uint8Array({ minLength: length, maxLength: length, max: 4 })
    fc.assert(
      fc.property(bytes(4), bytes(3), bytes(2), bytes(3), (children, labels, lengths, nodes) => {
        const arrays = {
          children,
          labels,
          lengths,
          nodes,
          bias: new Float64Array(3),
          slopes: new Float64Array(3),
          offsets: new Float64Array(3),
          weights: new Float64Array(3).fill(1),
        }
        let model: TreeModel
        try {
          model = TreeModel.from({
            numbers: { labelCount: labels.filter((l) => l > 0).length, minPath: 0 },
            arrays,
          })
        } catch (error) {
          expect(error).toBeInstanceOf(InputError)
          return
        }
        for (const score of scoresOf(model, datasetOf([row([[0, 1]])]), 0).values())
          expect(Number.isFinite(score)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
