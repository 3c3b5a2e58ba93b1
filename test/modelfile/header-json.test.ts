// The header's JSON: as JSON.stringify, but nothing is changed in silence.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nestsDeeperThan, toJson } from '../../packages/abound/src/modelfile/header-json.js'

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

describe('toJson', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // JSON.stringify turns −0 into 0, and this does not.
        const json = toJson(value, 100)
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(value))
        if (!json.includes('-0')) expect(json).toBe(JSON.stringify(value))
      }),
    )
  })

  it('gives every finite number back as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(JSON.parse(toJson(number, 1))).toBe(number)
      }),
    )
    expect(toJson([-0, 0, 1e21, 5e-324], 1)).toBe('[-0,0,1e+21,5e-324]')
  })

  it('leaves out what is undefined, as objects with optional fields have it', () => {
    expect(toJson({ a: undefined, b: 1 }, 1)).toBe('{"b":1}')
  })

  it.each([
    [{ bias: Number.NaN }, 'bias: JSON cannot hold NaN'],
    [{ a: { b: [1, Number.NEGATIVE_INFINITY] } }, 'a.b.1: JSON cannot hold -Infinity'],
    [{ a: [undefined] }, 'a.0: JSON cannot hold a value of type undefined'],
    [new Array(1), '0: JSON cannot hold a value of type undefined'],
    [{ n: 1n }, 'n: JSON cannot hold a value of type bigint'],
    [() => 1, 'its top: JSON cannot hold a value of type function'],
    [{ when: new Date(0) }, 'when: not a plain object'],
    [{ weights: new Float64Array(2) }, 'weights: not a plain object'],
    [{ map: new Map() }, 'map: not a plain object'],
  ])('refuses %o', (value, message) => {
    expect(() => toJson(value, 10)).toThrow(TypeError)
    expect(() => toJson(value, 10)).toThrow(message)
  })

  it('goes as deep as it is told and no deeper, also in a circle', () => {
    expect(JSON.parse(toJson(deep(10), 10))).toEqual(deep(10))
    expect(() => toJson(deep(11), 10)).toThrow(/deeper than 10 levels/)
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => toJson(circle, 64)).toThrow(/deeper than 64 levels/)
  })
})

describe('nestsDeeperThan', () => {
  it('knows the depth of any JSON', () => {
    const tricky = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') })
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(tricky, tricky))),
        fc.nat(5),
        (value, limit) => {
          const json = new TextEncoder().encode(JSON.stringify(value))
          expect(nestsDeeperThan(json, limit)).toBe(depthOf(value) > limit)
        },
      ),
    )
  })
})
