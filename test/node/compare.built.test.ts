// Comparisons, from the build: the same at any number of processes, gone on with after a stop.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { outcome, start } from '../cli/abound.js'
import { topicDocuments } from '../conformance/documents.js'

const { compare, fingerprintOf } = (await import(
  new URL('../../packages/abound/dist/node/internal.js', import.meta.url).href
)) as typeof import('../../packages/abound/src/node/internal.js')

const folder = mkdtempSync(join(tmpdir(), 'abound-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string): string => join(folder, name)
const lines = (count: number, seed: number) =>
  topicDocuments({ count, seed }).map((one, i) => `${JSON.stringify({ ...one, year: 2000 + (i % 7) })}\n`)
writeFileSync(file('data.jsonl'), lines(80, 1).join(''))
writeFileSync(file('more.jsonl'), lines(20, 2).join(''))

const contender = (name: string) => {
  const [learner] = name.split(' ')
  return { name, learner, options: {} }
}
const task = {
  version: '1',
  paths: [file('data.jsonl')],
  settings: {},
  contenders: ['ff', 'naive-bayes', 'frequency'].map(contender),
  plan: { kind: 'folds', folds: 2, seed: 1 } as const,
  measure: 'R1' as const,
  threads: 1,
}

/** What must not depend on the machine. */
const figures = ({ cells }: Awaited<ReturnType<typeof compare>>) =>
  cells.map(({ contender: name, split, measures, outcomes }) => ({ name, split, measures, outcomes }))

describe('compare', () => {
  it('finds the same at any number of processes, and goes on from what is kept', async () => {
    const one = await compare({ ...task, results: file('one.jsonl') })
    const three = await compare({ ...task, threads: 3, results: file('three.jsonl') })
    expect(figures(three)).toEqual(figures(one))
    expect(one.contenders.find(({ best }) => best)?.name).not.toBe('frequency')
    expect(one.cells.every(({ peakMemoryBytes, modelBytes }) => peakMemoryBytes > modelBytes)).toBe(true)

    const kept = readFileSync(file('one.jsonl'), 'utf8').split('\n')
    writeFileSync(file('half.jsonl'), `${kept.slice(0, 4).join('\n')}\n${kept[4].slice(0, 50)}`)
    const hooks: number[][] = []
    const on = await compare(
      { ...task, results: file('half.jsonl') },
      { started: (done, all) => hooks.push([done, all]), finished: (_, done) => hooks.push([done]) },
    )
    expect(hooks).toEqual([[4, 6], [5], [6]])
    expect(figures(on)).toEqual(figures(one))
    const again = await compare(
      { ...task, results: file('half.jsonl') },
      { finished: () => expect.unreachable('nothing is left to run') },
    )
    expect(figures(again)).toEqual(figures(one))
  })

  it('other data, options and splits are other cells', async () => {
    const results = file('keys.jsonl')
    const started: number[] = []
    const run = (more: object) =>
      compare(
        { ...task, contenders: [contender('frequency')], results, ...more },
        { started: (done) => started.push(done) },
      )
    await run({})
    await run({ paths: [file('data.jsonl'), file('more.jsonl')] })
    await run({ plan: { kind: 'folds', folds: 2, seed: 2 } })
    await run({ version: '2' })
    await run({ contenders: [{ ...contender('frequency'), options: { minDf: 2 } }] })
    await run({ contenders: [{ ...contender('frequency --min-df 1'), options: { minDf: 1 } }] })
    expect(started).toEqual([0, 0, 0, 0, 0, 2])
  })

  it('splits by a field, and says where it is missing', async () => {
    const time = { kind: 'time', field: 'year', holdout: 0.3 } as const
    const settings = { partField: 'year' }
    const contenders = [contender('ff')]
    const { cells } = await compare({ ...task, contenders, plan: time, settings, results: file('t.jsonl') })
    expect(cells.map(({ split }) => split)).toEqual(['time:year'])
    // Years 2005 and 2006: 11 documents each.
    expect(cells[0].documents).toBe(80 - 22)
    const absent = { ...task, contenders, plan: { ...time, field: 'day' }, settings: { partField: 'day' } }
    await expect(compare({ ...absent, results: file('d.jsonl') })).rejects.toThrow('expected a field "day"')
  })

  it('goes on where one contender cannot', async () => {
    const failing = { name: 'bad', learner: 'naive-bayes', options: { select: 'nosuch' } }
    await expect(compare({ ...task, contenders: [failing], results: file('f.jsonl') })).rejects.toThrow(
      'select: expected one of none',
    )
    const vectors = file('v.svm')
    writeFileSync(vectors, Array.from({ length: 12 }, (_, i) => `${i % 2} ${1 + (i % 2)}:1\n`).join(''))
    const contenders = [{ name: 'ff min', learner: 'ff', options: { minDf: 2 } }, contender('frequency')]
    const { contenders: rows } = await compare({
      ...task,
      paths: [vectors],
      contenders,
      results: file('v.jsonl'),
    })
    expect(rows[0].failed).toContain('ready-made vectors')
    expect(rows[1].best).toBe(true)
  })

  it('Ctrl-C keeps what is finished', async () => {
    const learners = 'frequency,boost --rounds 100000'
    const args = [
      'compare',
      'data.jsonl',
      '--learners',
      learners,
      '--threads',
      '1',
      '--results',
      'kept.jsonl',
    ]
    const child = start(args, { cwd: folder })
    const ended = outcome(child)
    const kept = (): string => {
      try {
        return readFileSync(file('kept.jsonl'), 'utf8')
      } catch {
        return ''
      }
    }
    while (kept().split('\n').length < 6 && child.exitCode === null)
      await new Promise((go) => setTimeout(go, 50))
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain('5 finished cells kept in kept.jsonl')
    expect(kept().trim().split('\n')).toHaveLength(5)
  })

  it('fingerprints follow bytes and their order', async () => {
    const [a, b] = [file('data.jsonl'), file('more.jsonl')]
    expect(await fingerprintOf([a, b])).not.toBe(await fingerprintOf([b, a]))
    writeFileSync(file('copy.jsonl'), readFileSync(a))
    expect(await fingerprintOf([file('copy.jsonl')])).toBe(await fingerprintOf([a]))
    await expect(fingerprintOf([file('nosuch')])).rejects.toThrow('nosuch')
    expect(await fingerprintOf([folder])).toHaveLength(64)
  })
})
