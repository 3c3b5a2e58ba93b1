import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_DIGITS,
  formatBeside,
  numberFormat,
  parseDigits,
  probabilityFormat,
} from '../../packages/abound/src/cli/digits.js'

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
const probabilities = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  // Near to 1.
  fc.integer({ min: 1, max: 53 }).map((bits) => 1 - 2 ** -bits),
)
const digits = fc.integer({ min: 1, max: 16 })

describe('numbers of predictions', () => {
  const four = numberFormat(4)

  it('have four significant digits, and all digits before the point', () => {
    const written = [0.6590160382626744, 0.00031416662, -1.6094379, 123456.7, 9999.96, 0.099999, 1e-9, 0, -0]
    expect(written.map(four)).toEqual([
      ...['0.659', '0.0003142', '-1.609', '123457', '10000', '0.1', '1e-9', '0', '0'],
    ])
  })

  it('are rounded as toPrecision rounds', () => {
    fc.assert(
      fc.property(numbers, digits, (x, n) => {
        const size = Math.abs(x)
        // Between two neighbours the nearer is taken; at a tie either may be.
        const wanted = size >= 10 ** n ? Math.round(x) : Number(x.toPrecision(n))
        const unit = 10 ** (Math.floor(Math.log10(size || 1)) + 1 - n)
        const off = Math.abs(Number(numberFormat(n)(x)) - x)
        expect(off).toBeLessThanOrEqual(Math.max(Math.abs(wanted - x), (unit / 2) * (1 + 1e-9)))
      }),
    )
  })

  it('never say the reverse of an order', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, probabilities), fc.oneof(numbers, probabilities), digits, (a, b, n) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        for (const format of [numberFormat(n), probabilityFormat(n), formatBeside(0.1, n)])
          expect(Number(format(low))).toBeLessThanOrEqual(Number(format(high)))
      }),
    )
  })

  it('say 1 of a probability only where it is 1, and 0 only where it is 0', () => {
    const format = probabilityFormat(4)
    expect([0.9996, 0.99996, 0.999996, 1 - 2 ** -53, 1, 0, 1e-12].map(format)).toEqual([
      ...['0.9996', '0.99996', '0.999996', '0.9999999999999999', '1', '0', '1e-12'],
    ])
    fc.assert(
      fc.property(probabilities, digits, (p, n) => {
        expect(Number(probabilityFormat(n)(p)) === 1).toBe(p === 1)
        expect(Number(probabilityFormat(n)(p)) === 0).toBe(p === 0)
      }),
    )
  })

  it('stay on their side of a limit', () => {
    expect(formatBeside(0.1, 4)(0.099996)).toBe('0.099996')
    fc.assert(
      fc.property(numbers, numbers, digits, (x, limit, n) => {
        expect(Number(formatBeside(limit, n)(x)) < limit).toBe(x < limit)
      }),
    )
  })

  it('have every bit where all digits are asked for', () => {
    expect(parseDigits('full')).toBe(ALL_DIGITS)
    fc.assert(
      fc.property(numbers, (x) => {
        expect(Number(numberFormat(ALL_DIGITS)(x))).toBe(x === 0 ? 0 : x)
      }),
    )
  })
})
