// The items of MCG09 that search for settings, and an experiment, on made-up documents.

import { describe, expect, it } from 'vitest'
import { decideClaims, runItem } from '../../packages/lab/src/papers/item-record.js'
import { decide, oncePerDesk } from '../../packages/lab/src/papers/mcg09/decide.js'
import { mcg09Fig10 } from '../../packages/lab/src/papers/mcg09/fig10.js'
import { deskOf, madeUp, SETTINGS } from './made-up.js'

const products = madeUp(300).map((one) => ({
  ...one,
  labels: one.labels?.map((label) => `maker:${label}`) ?? [],
}))
const groups = madeUp(150).map((one) => ({
  ...one,
  labels: one.labels?.slice(0, 1).map((label) => `sci.${label}`) ?? [],
}))
const desk = deskOf(
  {
    'nvd-cve/train': products,
    'nvd-cve/test': [],
    '20newsgroups/train': groups,
    '20newsgroups/test': [],
  },
  true,
)

describe('figure 10', () => {
  it('says what was chosen in every trial, and finds all its claims', async () => {
    const record = await runItem({ ...mcg09Fig10, experiments: {} }, desk, SETTINGS)
    expect(Object.keys(record.claims).sort()).toEqual(Object.keys(mcg09Fig10.claims).sort())
    expect(record.notes).toHaveLength(2)
    for (const note of record.notes) expect(note).toMatch(/^Chosen on .*: (margin|cost) \S+.* of 2\)/)
    const [table] = mcg09Fig10.tables
    expect(record.tables[table.name]['best FF'].R1.trials).toBe(2)
  })

  it('has an experiment for what does not hold, which computes its cause', async () => {
    const record = await runItem({ ...mcg09Fig10, experiments: {} }, desk, SETTINGS)
    const failed = {
      ...record,
      claims: { ...record.claims, 'ff-beats-top-down': { verdict: 'not held', numbers: '' } as const },
    }
    const { decisions } = await decideClaims(mcg09Fig10, failed, desk)
    expect(['the data', 'undecided']).toContain(decisions?.['ff-beats-top-down'].cause)
    expect(decisions?.['ff-beats-top-down'].numbers).toMatch(/^best FF \d/)
  })
})

describe('a decision', () => {
  it('names a cause only where luck is ruled out', () => {
    expect(decide({ verdict: 'held', numbers: 'a, b' }, 'ours')).toEqual({ cause: 'ours', numbers: 'a, b' })
    for (const verdict of ['leans', 'not held'] as const)
      expect(decide({ verdict, numbers: '' }, 'ours').cause).toBe('undecided')
  })

  it('takes its figures once for each desk', async () => {
    let runs = 0
    const counted = oncePerDesk(async () => ++runs)
    expect([await counted(desk), await counted(desk), await counted(deskOf({}))]).toEqual([1, 1, 2])
  })
})
