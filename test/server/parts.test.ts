// Smaller pieces: names of labels, figures with intervals, tokens.

import { describe, expect, it } from 'vitest'
import { train } from '../../packages/abound/src/internal.js'
import { AccessTokens, checkOrigin } from '../../packages/server/src/http/access.js'
import { LabelDirectory, type LabelQuery } from '../../packages/server/src/model/label-directory.js'
import { LabelNames } from '../../packages/server/src/model/label-renaming.js'
import { ProgressiveValidation, wilson } from '../../packages/server/src/model/progressive-validation.js'
import { DOCUMENTS } from './serving.js'

describe('names of labels', () => {
  const rename = (names: LabelNames, seq: number, from: string[], to: string): void =>
    names.take({ seq, id: '', body: { kind: 'rename', from, to, at: 0 } })

  it('follow renames, as of each event', () => {
    const names = new LabelNames()
    rename(names, 3, ['a'], 'b')
    rename(names, 6, ['b', 'x'], 'c')
    expect(['a', 'b', 'x', 'c', 'z'].map((name) => names.displayName(name))).toEqual([
      'c',
      'c',
      'c',
      'c',
      'z',
    ])
    expect([2, 3, 4, 6, 7].map((seq) => names.nameAt('a', seq))).toEqual(['a', 'a', 'b', 'b', 'c'])
  })

  it('can go round', () => {
    const names = new LabelNames()
    rename(names, 1, ['a'], 'b')
    rename(names, 2, ['b'], 'a')
    expect([names.displayName('a'), names.displayName('b')]).toEqual(['a', 'a'])
  })

  it('make one of a ranking’s twins', () => {
    const names = new LabelNames()
    rename(names, 1, ['b'], 'a')
    const ranked = ['b', 'c', 'a'].map((label, i) => ({ label, score: 3 - i }))
    expect(names.renameRanking(ranked, 5)).toEqual([
      { label: 'a', score: 3 },
      { label: 'c', score: 2 },
    ])
  })
})

describe('a list of 25,000 labels', () => {
  const documents = Array.from({ length: 25_000 }, (_, i) => ({
    text: `word${i % 500}`,
    labels: [`Category ${i} / part`, ...(i % 3 === 0 ? [`Category ${(i * 7) % 25_000} / part`] : [])],
  }))
  const asked = { query: '', sort: 'count', offset: 0, limit: 50 } as const

  it('finds what a sort of all would', async () => {
    const options = { learner: 'frequency', thresholds: 'top:1', probabilities: 'none' } as const
    const model = await train(documents, options)
    const names = new LabelNames()
    const progress = new ProgressiveValidation()
    const list = new LabelDirectory({ classifier: model, names, added: [], progress })
    const find = (more: Partial<LabelQuery>) => list.find({ ...asked, ...more })
    for (const [query, offset] of [
      ['249', 0],
      ['', 130],
      ['part', 24_980],
    ] as const) {
      const all = Array.from({ length: model.labelCount }, (_, id) => ({
        label: model.labelName(id),
        documents: model.documentsOf(id),
      }))
      const order = all.filter(({ label }) => label.toLowerCase().includes(query))
      order.sort((a, b) => b.documents - a.documents || (a.label < b.label ? -1 : 1))
      const { total, labels } = find({ query, offset })
      expect(total).toBe(order.length)
      if (query !== '249')
        expect(labels.map(({ label }) => label)).toEqual(
          order.slice(offset, offset + 50).map(({ label }) => label),
        )
    }
  })
})

describe('progress', () => {
  it('has the interval of a share', () => {
    // Wilson's interval of 8 in 10.
    expect(wilson(8, 10)).toMatchObject({
      R1: 0.8,
      low: expect.closeTo(0.49, 2),
      high: expect.closeTo(0.943, 2),
    })
    expect(wilson(0, 0)).toEqual({ documents: 0, R1: null, low: null, high: null })
  })

  it('is the same after saving', async () => {
    const model = await train(DOCUMENTS, { learner: 'ff' })
    const names = new LabelNames()
    const progress = new ProgressiveValidation()
    const event = (seq: number) => ({
      seq,
      id: String(seq),
      body: {
        kind: 'learn',
        text: String(DOCUMENTS[seq % 200].text),
        labels: [`label${seq % 6}`],
        at: seq * 1e7,
      } as const,
    })
    for (let seq = 1; seq <= 900; seq++) progress.observe(model, names, event(seq))
    const again = ProgressiveValidation.from(progress.toJson())
    for (const one of [progress, again])
      for (let seq = 880; seq <= 1000; seq++) one.observe(model, names, event(seq))
    expect(again.report()).toEqual(progress.report())
    expect(progress.taught).toBe(1000)
    expect(progress.report().points.length).toBeLessThanOrEqual(400)
    expect(progress.label('label0').taught).toBe(166)
    expect(progress.report().confusions[0].documents).toBeGreaterThan(10)
  })
})

describe('access', () => {
  it('knows tokens by their hash alone', () => {
    const tokens = AccessTokens.from('read:0123456789abcdef, admin:fedcba9876543210', 'x')
    expect(tokens.roleOf('Bearer fedcba9876543210')).toBe('admin')
    expect(tokens.roleOf('bearer  0123456789abcdef')).toBe('read')
    expect(() => tokens.roleOf('Bearer 0123456789abcdeX')).toThrow('not known')
    expect(JSON.stringify(tokens)).not.toContain('fedcba')
  })

  it('takes requests of its own page and of programs', () => {
    const allowed = new Set(['topics.example'])
    const check = (host?: string, origin?: string, site?: string) => () =>
      checkOrigin(host, origin, site, allowed)
    for (const [host, origin, site] of [
      ['localhost:8080'],
      ['127.0.0.1'],
      ['[::1]:8080', 'http://[::1]:8080', 'same-origin'],
      ['topics.example', 'https://topics.example'],
      ['localhost:8080', undefined, 'none'],
    ])
      expect(check(host, origin, site)).not.toThrow()
    for (const [host, origin, site] of [
      [undefined],
      ['evil.example'],
      ['localhost:8080', 'http://localhost:9090'],
      ['localhost:8080', 'null'],
      ['localhost:8080', undefined, 'cross-site'],
      ['localhost.evil.example'],
    ])
      expect(check(host, origin, site)).toThrow()
  })
})
