// What each node of a tree sees of the rows: against sets of names.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stoppingLabels, TreeRows } from '../../packages/abound/src/learners/top-down/tree-rows.js'
import { numberTree, parentsFromPaths } from '../../packages/abound/src/models/taxonomy.js'
import { datasetOf, type PlainRow, plainRow, plainRows, row, signedEighths } from './plain-rows.js'

const NAMES = ['a/b', 'a/c', 'a', 'd', 'e/f/g', 'e/f/h', 'e/f']
const PARENTS = parentsFromPaths(NAMES, '/')

function cut(rows: readonly PlainRow[]) {
  const data = datasetOf(rows)
  data.labelCount = NAMES.length
  const stops = stoppingLabels(data, PARENTS)
  const tree = numberTree(PARENTS, NAMES.length, stops)
  return { data, stops, tree, parts: new TreeRows(data, tree) }
}

/** The part of a node as plain rows with the columns they came with. */
function seenBy({ parts }: ReturnType<typeof cut>, node: number): PlainRow[] {
  const rows = parts.nodeRows(node)
  const features = parts.usedFeatures(rows)
  const part = parts.part(node, rows, features)
  return Array.from(rows, (_, i) => {
    const one = plainRow(part, i)
    return { ...one, x: one.x.map(([column, value]) => [features[column], value] as const) }
  })
}

describe('rows of a tree', () => {
  it('are those of a node under its children, by hand', () => {
    const all = cut([
      row([[9, 1]], 0), // a/b
      row([[4, 2]], 2), // a and no deeper
      row([[9, 3]], 1, 2), // a/c, and a beside it
      row([[2, 4]], 3), // d
      row([[3, 5]]), // nothing
    ])
    // Top: d, a, e (the classes without a parent, labels first); a: b, c, a itself.
    expect([...all.stops]).toEqual([1, 1, 1, 1, 0, 0, 0])
    expect([...all.tree.labels.subarray(0, 3)]).toEqual([-1, 3, -1])
    expect(seenBy(all, -1)).toEqual([
      row([[9, 1]], 0),
      row([[4, 2]], 0),
      row([[9, 3]], 0),
      row([[2, 4]], 1),
      row([[3, 5]]),
    ])
    expect(seenBy(all, all.tree.classNodes[2])).toEqual([
      row([[9, 1]], 0),
      row([[4, 2]], 2),
      row([[9, 3]], 1),
    ])
  })

  it('know what partly judged documents rule out', () => {
    const part = (labels: number[], not: number[]): PlainRow => ({ x: [[0, 1]], labels, not, judged: 2 })
    const all = cut([
      part([0], [2, 3]), // a/b; not a (it is), not d
      part([2], [1]), // a, perhaps deeper; not a/c
      part([], [4, 5, 6]), // not e/f, which is all of e
      part([], [4]), // not e/f/g
      row([[0, 1]], 6),
    ])
    const names = (node: number) =>
      seenBy(all, node).map(({ labels, not }) => [[...labels].sort(), [...not].sort()])
    expect(names(-1)).toEqual([
      [[0], [1]],
      [[0], []],
      [[], [2]],
      [[], []],
      [[2], []],
    ])
    expect(names(all.tree.classNodes[2])).toEqual([
      [[0], []],
      [[], [1]],
    ])
  })

  it('agree with sets of names', () => {
    const isIn = (label: number, path: string): boolean =>
      NAMES[label] === path || NAMES[label].startsWith(`${path}/`)
    fc.assert(
      fc.property(plainRows(6, NAMES.length, signedEighths, { maxLength: 12 }), (rows) => {
        const full = rows.map((one): PlainRow => ({ ...one, not: [], judged: 1 }))
        const all = cut(full)
        const paths: string[] = []
        for (const path of ['a', 'd', 'e', 'a/b', 'a/c', 'e/f', 'e/f/g', 'e/f/h']) paths.push(path)
        const nodeOf = new Map<string, number>()
        for (const path of paths) {
          const label = NAMES.findIndex((_, l) => isIn(l, path))
          let node: number = all.tree.classNodes[label]
          for (let up = NAMES[label].split('/').length - path.split('/').length; up > 0; up--)
            node = all.tree.parents[node]
          nodeOf.set(path, node)
        }
        for (const parent of ['', 'a', 'e', 'e/f']) {
          const node = parent === '' ? -1 : nodeOf.get(parent)!
          const belonging = full.filter(({ labels }) => parent === '' || labels.some((l) => isIn(l, parent)))
          const below = paths.filter(
            (path) => path.slice(0, path.lastIndexOf('/') + 1) === (parent && `${parent}/`),
          )
          const seen = seenBy(all, node)
          expect(seen.map(({ x }) => x)).toEqual(belonging.map(({ x }) => x))
          for (const [i, { labels }] of belonging.entries()) {
            const expected = below
              .filter((path) => labels.some((l) => isIn(l, path)))
              .map((path) => nodeOf.get(path)!)
            const own = NAMES.indexOf(parent)
            if (own >= 0 && labels.includes(own) && expected.length === 0)
              expected.push(all.tree.stopNodes[own])
            const got = seen[i].labels.map((child) => child + all.tree.childStarts[node + 1])
            expect([...got].sort()).toEqual(expected.sort())
          }
        }
      }),
    )
  })
})
