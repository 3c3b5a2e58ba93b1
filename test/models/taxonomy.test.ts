// Trees from names: by hand, odd names, wrong lines, and the numbering against plain walks.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { numberTree, parentsFromLines, parentsFromPaths } from '../../packages/abound/src/models/taxonomy.js'

describe('classes from paths', () => {
  it('has what stands before each separator above a label', () => {
    // 0 a/b/c, 1 a/d, 2 e, 3 a; then a/b, which no label is.
    expect([...parentsFromPaths(['a/b/c', 'a/d', 'e', 'a'], '/')]).toEqual([4, 3, -1, -1, 3])
    expect([...parentsFromPaths(['a::b', 'a:c'], '::')]).toEqual([2, -1, -1])
    expect([...parentsFromPaths([], '/')]).toEqual([])
  })

  it('has no classes without a name', () => {
    expect([...parentsFromPaths(['/a', 'b//c', 'd/', '/', '//'], '/')]).toEqual([-1, 5, 6, -1, -1, -1, -1])
  })
})

describe('classes from lines', () => {
  it('has the named class above, and labels that no line names at the top', () => {
    const lines = 'dog\tanimal\r\ncat\tanimal\n\nanimal\tthing\nunused\talso unused\nanimal\tthing\n'
    // 0 dog, 1 rock, 2 cat; then animal, thing.
    expect([...parentsFromLines(['dog', 'rock', 'cat'], lines)]).toEqual([3, -1, 3, 4, -1])
  })

  it('says what is wrong with them', () => {
    const refused = (lines: string, message: RegExp): void => {
      expect(() => parentsFromLines(['a'], lines)).toThrow(InputError)
      expect(() => parentsFromLines(['a'], lines)).toThrow(message)
    }
    refused('a\tb\nc', /line 2: expected a class, a tab and the class above it/)
    refused('a\tb\tc', /line 1/)
    refused('\tb', /line 1/)
    refused('a\t', /line 1/)
    refused('a\tb\na\tc', /line 2: "a" is below "b" already/)
    refused('a\ta', /"a" is above itself/)
    refused('x\ty\ny\tz\nz\tx', /above itself/)
  })
})

describe('numbering', () => {
  it('goes level by level, with leaves for labels that have documents of their own', () => {
    // Labels: 0 a/b, 1 c, 2 a, 3 a/d. Order: c, a | a/b, a/d, a itself.
    const tree = numberTree(parentsFromPaths(['a/b', 'c', 'a', 'a/d'], '/'), 4, Uint8Array.of(1, 1, 1, 1))
    expect([...tree.parents]).toEqual([-1, -1, 1, 1, 1])
    expect([...tree.childStarts]).toEqual([0, 2, 2, 5, 5, 5, 5])
    expect([...tree.labels]).toEqual([1, -1, 0, 3, 2])
    expect([...tree.classNodes]).toEqual([2, 0, 1, 3])
    expect([...tree.stopNodes]).toEqual([-1, -1, 4, -1])
    const without = numberTree(parentsFromPaths(['a/b', 'c', 'a', 'a/d'], '/'), 4, new Uint8Array(4))
    expect([...without.labels]).toEqual([1, 2, 0, 3])
    expect([...without.stopNodes]).toEqual([-1, -1, -1, -1])
  })

  it('keeps every class below its parent, siblings together, and each label once', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
      .map((p) => p.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), fc.array(fc.nat({ max: 1 })), (names, marks) => {
        const parents = parentsFromPaths(names, '/')
        const stops = Uint8Array.from(names, (_, i) => marks[i] ?? 0)
        const tree = numberTree(parents, names.length, stops)
        for (let node = -1; node < tree.nodeCount; node++) {
          for (let child = 0; child < tree.nodeCount; child++) {
            const inside = child >= tree.childStarts[node + 1] && child < tree.childStarts[node + 2]
            expect(tree.parents[child] === node).toBe(inside)
          }
        }
        for (let n = 0; n < tree.nodeCount; n++) expect(tree.parents[n]).toBeLessThan(n)
        const hasBelow = (label: number): boolean => names.some((one) => one.startsWith(`${names[label]}/`))
        for (const [label, own] of names.entries()) {
          const path: number[] = []
          for (let n: number = tree.classNodes[label]; n >= 0; n = tree.parents[n]) path.push(n)
          expect(path.length).toBe(own.split('/').length)
          const stop = tree.stopNodes[label]
          expect(stop >= 0).toBe(stops[label] === 1 && hasBelow(label))
          if (stop >= 0) expect(tree.parents[stop]).toBe(tree.classNodes[label])
          expect(tree.labels[stop < 0 ? tree.classNodes[label] : stop]).toBe(label)
        }
        expect(tree.labels.filter((label) => label >= 0).length).toBe(names.length)
      }),
    )
  })
})
