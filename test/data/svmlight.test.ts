import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentsOf, readAll } from './read-all.js'

const one = (line: string) => documentsOf('svm', `${line}\n`)[0]
const vector = (features: number[], values: number[]) => ({
  features: Uint32Array.from(features),
  values: Float64Array.from(values),
})

describe('svmlight', () => {
  it('reads labels and vectors as they are', () => {
    expect(one('a,b 1:0.5 7:1')).toEqual({ labels: ['a', 'b'], vector: vector([1, 7], [0.5, 1]) })
    expect(one('c#,naïve  0:-1.5e3\t4294967294:.25 # 9:9 a comment')).toEqual({
      labels: ['c#', 'naïve'],
      vector: vector([0, 4294967294], [-1500, 0.25]),
    })
    expect(one('a')).toEqual({ labels: ['a'], vector: vector([], []) })
  })

  it('tells known to have none and unlabelled apart', () => {
    expect(one(' 1:2')).toEqual({ labels: [], vector: vector([1], [2]) })
    expect(one(' ')).toEqual({ labels: [], vector: vector([], []) })
    expect(one('? 1:2')).toEqual({ vector: vector([1], [2]) })
  })

  it('keeps the order of features, drops zeros and what rounds to zero in 32 bits', () => {
    expect(one('a 9:1 2:0 3:1e-50 1:-0.0 4:2')).toEqual({ labels: ['a'], vector: vector([9, 4], [1, 2]) })
  })

  it('skips empty lines and lines of comment, not labels that start with #', () => {
    expect(documentsOf('svm', '# made by hand\n#\n\n#tag 1:1\n').map(({ labels }) => labels)).toEqual([
      ['#tag'],
    ])
  })

  it('says what was expected', () => {
    const error = (line: string) => readAll('svm', `a 1:1\n${line}\n`).error
    for (const found of ['1', '1:', ':1', 'x:1', '-1:1', '1.0:1', '4294967295:1', '99999999999999999999:1']) {
      expect(error(`a ${found}`)).toBe(
        `f:2: expected feature:value with a whole number up to 4294967294, found: ${found}`,
      )
    }
    for (const found of ['x', '1e', '.', '-', '0x10', '1_0', 'NaN', 'Infinity', '1:2', '+', '1.2.3']) {
      expect(error(`a 1:${found}`)).toBe(`f:2: expected a number after the colon, found: ${found}`)
    }
    for (const found of ['1e39', '-3.5e38', '1e999']) {
      expect(error(`a 1:${found}`)).toBe(
        `f:2: expected a value that fits 32-bit floating point, found: ${found}`,
      )
    }
    expect(error('a 1:1 3:1 1:2')).toBe('f:2: expected each feature once, found 1 twice')
    expect(error('a 1:0 1:0')).toBe('f:2: expected each feature once, found 1 twice')
    expect(error('a,,b 1:1')).toMatch(/^f:2: expected labels between commas without empty names/)
  })

  it('does not look beyond the end of a line that was kept', () => {
    expect(readAll('svm', 'a 9:9\na 9', { cuts: [3] }).error).toMatch(
      /^f:2: expected feature:value .* found: 9$/,
    )
  })

  it('reads numbers exactly as the language does', () => {
    const digits = fc.array(fc.constantFrom(...'0123456789'), { maxLength: 18 }).map((list) => list.join(''))
    const number = fc
      .tuple(
        fc.constantFrom('', '-', '+'),
        digits,
        fc.constantFrom('', '.'),
        digits,
        fc.constantFrom('', 'e5', 'E-7'),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(number, fc.double({ noNaN: true }).map(String)), (text) => {
        const { documents, error } = readAll('svm', `a 1:${text}`)
        const valid = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)
        const value = Number(text)
        if (!valid || !Number.isFinite(Math.fround(value))) expect(error).toBeDefined()
        else expect(documents[0].vector?.values[0]).toBe(Math.fround(value) === 0 ? undefined : value)
      }),
      { numRuns: 1000 },
    )
  })

  it('holds many features', () => {
    const line = `a ${Array.from({ length: 1000 }, (_, i) => `${i}:${i + 1}`).join(' ')}`
    expect(one(line).vector?.features).toHaveLength(1000)
    expect(one(line).vector?.values[999]).toBe(1000)
  })
})
