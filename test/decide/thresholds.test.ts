import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { State } from '../../packages/abound/src/contract.js'
import {
  parseThresholds,
  type ThresholdRule,
  thresholdState,
  thresholdsFrom,
} from '../../packages/abound/src/decide/thresholds.js'
import { InputError } from '../../packages/abound/src/errors.js'

describe('parseThresholds', () => {
  it('reads what product and help promise', () => {
    expect(parseThresholds('cv')).toEqual({ kind: 'cv' })
    expect(parseThresholds('train')).toEqual({ kind: 'train' })
    expect(parseThresholds('share')).toEqual({ kind: 'share' })
    expect(parseThresholds('fixed:0')).toEqual({ kind: 'fixed', t: 0 })
    expect(parseThresholds('fixed:-1.5e-3')).toEqual({ kind: 'fixed', t: -0.0015 })
    expect(parseThresholds('top:3')).toEqual({ kind: 'top', k: 3 })
  })

  it('says what was expected', () => {
    const wrong = [
      '',
      'CV',
      'top',
      'fixed',
      'top:',
      'top:0',
      'top:-1',
      'top:1.5',
      'top:x',
      'top: 1',
      'fixed:',
      'fixed:x',
      'fixed:NaN',
      'fixed:Infinity',
      'fixed:1e999',
      'fixed: 1',
      'fixed:0x10',
      ':1',
      'cv:3',
      'half:1',
    ]
    for (const text of wrong) {
      expect(() => parseThresholds(text), text).toThrow(InputError)
      expect(() => parseThresholds(text), text).toThrow(/expected/)
    }
  })
})

describe('the state of a rule', () => {
  const number = fc.double({ noNaN: true })
  const rules: fc.Arbitrary<ThresholdRule> = fc.oneof(
    fc.record({ kind: fc.constant('top' as const), k: fc.integer({ min: 1 }) }),
    fc.record({ kind: fc.constant('fixed' as const), t: number }),
    fc.record({
      kind: fc.constant('perLabel' as const),
      thresholds: fc.array(number).map((values) => Float64Array.from(values)),
      otherwise: number,
    }),
  )

  it('gives the rule back, and its numbers pass through JSON', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const { numbers, arrays } = thresholdState(rule)
        expect(thresholdsFrom({ numbers: JSON.parse(JSON.stringify(numbers)), arrays })).toEqual(rule)
      }),
    )
  })

  it('refuses damage', () => {
    const t = Float64Array.of(1)
    const two = Float64Array.of(1, 2)
    const nan = Float64Array.of(Number.NaN)
    const states: State[] = [
      { numbers: {}, arrays: {} },
      { numbers: { kind: 3 }, arrays: {} },
      { numbers: { kind: 0.5 }, arrays: {} },
      { numbers: { kind: 0 }, arrays: {} },
      { numbers: { kind: 0, k: 0 }, arrays: {} },
      { numbers: { kind: 0, k: 1.5 }, arrays: {} },
      { numbers: { kind: 1 }, arrays: {} },
      { numbers: { kind: 1 }, arrays: { t: two } },
      { numbers: { kind: 1 }, arrays: { t: nan } },
      { numbers: { kind: 1 }, arrays: { t: Float32Array.of(1) } },
      { numbers: { kind: 2 }, arrays: { thresholds: two } },
      { numbers: { kind: 2 }, arrays: { otherwise: t } },
      { numbers: { kind: 2 }, arrays: { thresholds: nan, otherwise: t } },
      { numbers: { kind: 2 }, arrays: { thresholds: t, otherwise: two } },
    ]
    for (const state of states) {
      expect(() => thresholdsFrom(state), JSON.stringify(state)).toThrow(InputError)
    }
  })
})
