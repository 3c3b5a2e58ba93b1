import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RejectionPoint, Rejections } from '../../packages/abound/src/measure/rejections.js'

interface Case {
  readonly lead: number
  readonly refused: boolean
  readonly right: boolean
  readonly toReject: boolean
}

function collected(cases: readonly Case[], below = Number.NEGATIVE_INFINITY): Rejections {
  const rejections = new Rejections({ below })
  for (const { lead, refused, right, toReject } of cases) rejections.add(lead, refused, right, toReject)
  return rejections
}

const doc = (lead: number, right: boolean, refused = false, toReject = false): Case => ({
  lead,
  refused,
  right,
  toReject,
})

/** Counted anew for a threshold. */
function naivePoint(cases: readonly Case[], threshold: number): RejectionPoint {
  const accepted = cases.filter(({ refused, lead }) => !refused && lead >= threshold)
  const rejected = cases.filter((one) => !accepted.includes(one))
  return {
    threshold,
    rejected: rejected.length / cases.length,
    falseRejection: rejected.filter(({ right }) => right).length / cases.length,
    accuracy: accepted.filter(({ right }) => right).length / accepted.length,
  }
}

describe('rejections', () => {
  it('are what one counts by hand', () => {
    const cases = [
      doc(5, true),
      doc(3, true),
      doc(3, false),
      doc(1, true),
      doc(0.5, false, false, true),
      doc(9, false, true, true),
      doc(2, true, true),
      doc(-Infinity, false, true),
    ]
    const { curve, ...measures } = collected(cases, 2).result()
    // Accepted: 5, 3 and 3. Wrongly rejected: 1, and the refused one with 2.
    expect(measures).toEqual({
      threshold: 2,
      documents: 8,
      accepted: 3,
      accuracy: 2 / 3,
      rejected: 5 / 8,
      falseRejection: 2 / 8,
      toReject: 2,
      rightlyRejected: 1,
    })
    expect(curve).toEqual([
      { threshold: 0.5, rejected: 3 / 8, falseRejection: 1 / 8, accuracy: 3 / 5 },
      { threshold: 1, rejected: 4 / 8, falseRejection: 1 / 8, accuracy: 3 / 4 },
      { threshold: 3, rejected: 5 / 8, falseRejection: 2 / 8, accuracy: 2 / 3 },
      { threshold: 5, rejected: 7 / 8, falseRejection: 3 / 8, accuracy: 1 },
    ])
  })

  it('have no figures where there is nothing to measure', () => {
    const nothing = { documents: 0, accepted: 0, accuracy: null, rejected: null, falseRejection: null }
    expect(collected([]).result()).toEqual({ ...nothing, toReject: 0, rightlyRejected: null, curve: [] })
    expect(collected([doc(1, true)], 2).result()).toMatchObject({ accuracy: null, falseRejection: 1 })
  })

  it('name the label that stands for rejecting', () => {
    const settings = { below: Number.NEGATIVE_INFINITY, label: { id: 3, name: 'other' } }
    expect(new Rejections(settings).result()).toMatchObject({ label: 'other' })
    expect(new Rejections(settings).result()).not.toHaveProperty('threshold')
  })

  it('agree with counting anew at every threshold', () => {
    const one = fc.record({
      lead: fc.integer({ min: -3, max: 6 }),
      refused: fc.boolean(),
      right: fc.boolean(),
      toReject: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: -4, max: 7 }),
        (cases, t) => {
          const rejections = collected(cases, t)
          const leads = new Set(cases.filter(({ refused }) => !refused).map(({ lead }) => lead))
          const thresholds = [...leads].sort((a, b) => a - b)
          expect(rejections.curve()).toEqual(thresholds.map((threshold) => naivePoint(cases, threshold)))
          const { accuracy, ...at } = naivePoint(cases, t)
          expect(rejections.result()).toMatchObject({
            ...at,
            accuracy: Number.isNaN(accuracy) ? null : accuracy,
          })
        },
      ),
    )
  })

  it('thin a long curve to 100 points and keep its ends', () => {
    const cases = Array.from({ length: 5000 }, (_, i) => doc(i / 10, i % 3 > 0))
    const rejections = collected(cases)
    const whole = rejections.curve()
    const { curve } = rejections.result()
    expect(whole.length).toBe(5000)
    expect(curve.length).toBe(100)
    expect(curve[0]).toEqual(whole[0])
    expect(curve[99]).toEqual(whole[4999])
    expect(new Set(curve.map(({ threshold }) => threshold)).size).toBe(100)
  })
})
