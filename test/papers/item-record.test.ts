// Runs and their records: what is kept, what an item may not do, what the status says.

import { describe, expect, it } from 'vitest'
import { checked } from '../../packages/lab/src/papers/claims.js'
import type { PaperItem } from '../../packages/lab/src/papers/item.js'
import {
  decideClaims,
  type ItemRecord,
  mergeRecords,
  runItem,
  statusOf,
} from '../../packages/lab/src/papers/item-record.js'
import { Figures } from '../../packages/lab/src/papers/measured-figures.js'
import { paperPage, reportOf } from '../../packages/lab/src/papers/paper-page.js'
import { CS02 } from '../../packages/lab/src/papers/papers.js'
import { deskOf, SETTINGS, SMALL } from './made-up.js'

const desk = deskOf({})
const record = () => runItem(SMALL, desk, SETTINGS)

describe('a run', () => {
  it('is kept as means, deviations and numbers of trials', async () => {
    const { tables, claims, facts, seed, quick, date } = await record()
    expect(tables['a table'].ours.R1).toEqual({ mean: 0.505, deviation: 0.00707107, trials: 2 })
    expect(tables['a table'].theirs).toEqual({ R1: { mean: 0.41, deviation: 0.0141421, trials: 2 } })
    expect(claims.better.verdict).toBe('leans')
    expect({ facts, seed, quick, date }).toEqual({
      facts: { documents: 12345 },
      seed: 1,
      quick: false,
      date: '2026-01-31',
    })
  })

  it('points of figures are rounded', async () => {
    expect((await record()).plots[0].lines[0].points).toEqual([
      [1, 0.333333],
      [2, 0.666667],
      [3, 1],
    ])
  })

  const faulty = (table: string, row: string, claim: string): PaperItem => ({
    ...SMALL,
    async run() {
      const figures = new Figures()
      figures.add(table, row, { R1: 1 })
      return { figures, claims: { [claim]: checked(true, '') } }
    },
  })
  it.each([
    ['another table', 'ours', 'better', /a table that it does not declare: another table/],
    ['a table', 'hers', 'better', /a row that a table does not have: hers/],
    ['a table', 'ours', 'worse', /declares the claims better and checked worse/],
  ])('must give what it declares: %s, %s, %s', async (table, row, claim, message) => {
    await expect(runItem(faulty(table, row, claim), desk, SETTINGS)).rejects.toThrow(message)
  })

  it('is refused where there is none', async () => {
    const { run: _, ...rest } = SMALL
    const gone: PaperItem = { ...rest, data: 'none', differs: 'It is lost.' }
    await expect(runItem(gone, desk, SETTINGS)).rejects.toThrow('cs02-small cannot be run: It is lost.')
  })
})

describe('an experiment', () => {
  const failing: PaperItem = {
    ...SMALL,
    claims: { better: 'Ours is better.', worse: 'Ours is worse.' },
    experiments: {
      better: { what: 'Never run.', run: () => Promise.reject(new Error('it was run')) },
      worse: { what: 'Without noise.', run: async () => ({ cause: 'the data', numbers: '2 of 2.' }) },
    },
    async run() {
      return { figures: new Figures(), claims: { better: checked(true, ''), worse: checked(false, '') } }
    },
  }

  it('is made where a claim does not hold, and is said on the page', async () => {
    const found = await runItem(failing, desk, SETTINGS)
    expect(found.decisions).toEqual({ worse: { cause: 'the data', numbers: '2 of 2.' } })
    const report = reportOf(failing, found)
    expect(report.held).toBe('1 of 2, 1 of 1 explained')
    expect(report.claims.map(({ verdict, experiment }) => [verdict, experiment])).toEqual([
      ['held', ''],
      ['not held: the data', 'Without noise. 2 of 2.'],
    ])
    expect(paperPage(CS02, [failing], [found])).toContain(
      '- *Not held: the data.* “Ours is worse.” Without noise. 2 of 2.',
    )
  })

  it('can be made after the run', async () => {
    const { decisions: _, ...earlier } = await runItem(failing, desk, SETTINGS)
    expect(reportOf(failing, earlier).held).toBe('1 of 2, 0 of 1 explained')
    expect((await decideClaims(failing, earlier, desk)).decisions).toHaveProperty('worse')
  })

  it('leaves open what it does not decide', async () => {
    const open = { worse: { what: '', run: async () => ({ cause: 'undecided', numbers: '' }) as const } }
    expect(reportOf(failing, await runItem({ ...failing, experiments: open }, desk, SETTINGS)).held).toBe(
      '1 of 2, 0 of 1 explained',
    )
  })
})

describe('the status', () => {
  const withClaim = async (verdict: 'held' | 'not held', item: PaperItem = SMALL) =>
    statusOf(item, { ...(await record()), claims: { better: { verdict, numbers: '' } } })

  it('is reproduced where figures are met and claims hold', async () => {
    expect(statusOf(SMALL, await record())).toBe('reproduced')
  })

  it('is the pattern where figures are not met, or there are none in print', async () => {
    const far = {
      ...SMALL,
      tables: [{ ...SMALL.tables[0], rows: { ours: [0.6, null], theirs: [null, null] } }],
    }
    expect(statusOf(far, await record())).toBe('pattern reproduced')
    const none = { ...SMALL, tables: [{ ...SMALL.tables[0], rows: { ours: [null, null] } }] }
    expect(statusOf(none, await record())).toBe('pattern reproduced')
  })

  it('is worse where claims fail', async () => {
    expect(await withClaim('not held')).toBe('not reproduced')
    const claims = { a: checked(true, ''), b: checked(false, '') }
    expect(statusOf(SMALL, { ...(await record()), claims })).toBe('partly reproduced')
    expect(await withClaim('held', { ...SMALL, data: 'other' })).toBe('other data')
  })

  it('settles nothing after a quick run', async () => {
    expect(statusOf(SMALL, { ...(await record()), quick: true })).toBe('quick run only')
  })

  it('says what was not run, and what cannot be', () => {
    expect(statusOf(SMALL, undefined)).toBe('not run yet')
    expect(statusOf({ ...SMALL, data: 'none' }, undefined)).toBe('not possible')
  })
})

describe('records', () => {
  it('take the place of older ones, but a quick one never that of a whole one', () => {
    const of = (id: string, quick: boolean, seconds: number) => ({ id, quick, seconds }) as ItemRecord
    const merged = mergeRecords(
      [of('a', false, 1), of('b', true, 2)],
      [of('a', true, 3), of('b', false, 4), of('c', true, 5)],
    )
    expect(merged.map(({ seconds }) => seconds)).toEqual([1, 4, 5])
    expect(mergeRecords([of('a', false, 1)], [of('a', false, 2)])[0].seconds).toBe(2)
  })
})
