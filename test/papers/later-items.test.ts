// The items of LSCP96, J99 and SS00 on made-up documents, and the parts they are made of.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import type { Measures } from '../../packages/abound/src/measure/evaluation.js'
import { keepFrequent } from '../../packages/lab/src/papers/document-lists.js'
import { runItem } from '../../packages/lab/src/papers/item-record.js'
import { drawTask } from '../../packages/lab/src/papers/j99/corpora.js'
import { j99WebkbSizes } from '../../packages/lab/src/papers/j99/sizes.js'
import { j99Ohsumed, j99Webkb } from '../../packages/lab/src/papers/j99/tables.js'
import { ClassFigures } from '../../packages/lab/src/papers/lscp96/class-figures.js'
import { lscp96Routing } from '../../packages/lab/src/papers/lscp96/routing.js'
import { readAs, readLabelledParts } from '../../packages/lab/src/papers/lscp96/segments.js'
import { lscp96Tables } from '../../packages/lab/src/papers/lscp96/tables.js'
import { DISEASES, NEWS } from '../../packages/lab/src/papers/lscp96/topics.js'
import { lscp96WordChoice } from '../../packages/lab/src/papers/lscp96/word-choice.js'
import { ss00Noise } from '../../packages/lab/src/papers/ss00/call-noise.js'
import { ss00Rejection } from '../../packages/lab/src/papers/ss00/call-rejection.js'
import { ss00Newsgroups } from '../../packages/lab/src/papers/ss00/cross-posts.js'
import { ss00HeadlineGroups } from '../../packages/lab/src/papers/ss00/headlines.js'
import { accuracyAt } from '../../packages/lab/src/papers/ss00/rejection-curve.js'
import { multiLabel, singleLabel } from '../../packages/lab/src/papers/ss00/reuters-subsets.js'
import { deskOf, SETTINGS } from './made-up.js'

/** Documents with a title and a text, labels by turns (the later ones rarer); every fourth has two. */
function titled(count: number, labels: readonly string[], from = 0): Document[] {
  return Array.from({ length: count }, (_, at) => {
    const i = from + at
    const first = Math.floor(labels.length * ((i * 0.618) % 1) ** 2.5)
    const own = i % 4 === 0 ? [labels[first], labels[(first + 1) % labels.length]] : [labels[first]]
    const words = own.map((label) => `${label.replaceAll('-', '')}word`)
    return {
      id: `${own[0]}/${i % 5 === 0 ? 'cornell' : 'elsewhere'}/${i}`,
      text: `${words.join(' ')} a${i % 3}\n${words.join(' ')} ${words[0]}s b${i % 7} c${i % 5}`,
      labels: own,
    }
  })
}

const topics = Object.keys(NEWS)
const pages = titled(300, ['course', 'faculty', 'project', 'student']).map((page) => ({
  ...page,
  labels: page.labels?.slice(0, 1) ?? [],
}))
const documents = deskOf(
  {
    'reuters21578/modapte-train': titled(500, topics),
    'reuters21578/modapte-test': titled(250, topics, 500),
    'ohsumed/train': titled(200, Object.keys(DISEASES)),
    'ohsumed/test': titled(120, Object.keys(DISEASES), 200),
    'webkb/all': pages,
    '20newsgroups/train': titled(150, ['sci.med', 'sci.space', 'rec.autos']),
    '20newsgroups/test': titled(75, ['sci.med', 'sci.space', 'rec.autos'], 150),
    'banking77/train': titled(100, ['card', 'pin', 'transfer']),
    'banking77/test': titled(100, ['card', 'pin', 'transfer'], 100),
    'clinc150/train': titled(200, ['pay', 'call', 'translate', 'oos']),
    'clinc150/test': titled(200, ['pay', 'call', 'translate', 'oos'], 200),
  },
  true,
)

// Later work takes longer, so that differences of times are not 0.
let calls = 0
const desk = { ...documents, cpuSeconds: () => (calls++) ** 2 }

describe('items on made-up documents', () => {
  // Those that take a second or so; the others are made of the same parts.
  const items = [
    lscp96Tables,
    lscp96WordChoice,
    j99Webkb,
    j99Ohsumed,
    j99WebkbSizes,
    ss00HeadlineGroups,
    ss00Newsgroups,
    ss00Rejection,
    ss00Noise,
  ]
  const experiments = [lscp96Tables, lscp96Routing, j99Ohsumed].flatMap((item) =>
    Object.entries(item.experiments ?? {}).map(([claim, experiment]) => ({ id: item.id, claim, experiment })),
  )
  it.each(experiments)('$id has an experiment for $claim that decides', async ({ experiment }) => {
    const { cause, numbers } = await experiment.run(desk)
    expect(['ours', 'the data', 'the paper', 'undecided']).toContain(cause)
    expect(numbers).toMatch(/hold|fails/)
  })

  it.each(items)('$id measures rows of all its tables and finds all its claims', async (item) => {
    const record = await runItem(item, desk, SETTINGS)
    for (const { name } of item.tables) expect(Object.keys(record.tables[name])).not.toEqual([])
    for (const [table, row, measure] of item.headline.slice(0, 1)) {
      const last = Object.keys(record.tables[table][row])
      expect(last.length, measure).toBeGreaterThan(0)
    }
    expect(Object.keys(record.claims).sort()).toEqual(Object.keys(item.claims).sort())
    for (const { points } of record.plots.flatMap(({ lines }) => lines))
      for (const [x, y] of points) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
  })
})

describe('segments', () => {
  it('are the first line and the rest, of documents that have both', async () => {
    const documents = [
      { text: 'Wheat up\nWheat rose.\nAgain.', labels: ['grain', 'once'] },
      { text: 'A title alone', labels: ['grain'] },
      { text: new TextEncoder().encode('Gold\nGold fell.'), labels: [] },
    ]
    const { train, labels } = await readLabelledParts(
      deskOf({ 'ohsumed/train': documents, 'ohsumed/test': [{ text: 'a\nb', labels: ['grain'] }] }),
      'ohsumed',
    )
    expect(readAs('title', train).map(({ text }) => text)).toEqual(['Wheat up', 'Gold'])
    expect(readAs('main text', train).map(({ text }) => text)).toEqual(['Wheat rose.\nAgain.', 'Gold fell.'])
    // A label of one part alone is none.
    expect(train.map((document) => document.labels)).toEqual([['grain'], []])
    expect([...labels]).toEqual([['grain', 1]])
  })
})

describe('F1 by class', () => {
  it('is the mean over runs, 1 where there is nothing to find and nothing was given', () => {
    const classes = new ClassFigures()
    const run = (f1: number) => ({ perLabel: [{ label: 'a', f1 }] }) as unknown as Measures
    expect(classes.add('x', ['a', 'b'], run(0.5))).toBe(0.75)
    expect(classes.add('x', ['a', 'b'], run(0.7))).toBeCloseTo(0.85)
    expect(classes.of('x')[0]).toBeCloseTo(0.6)
    expect(classes.runs('x', 'a')).toEqual([0.5, 0.7])
    expect(classes.of('y')).toEqual([])
  })
})

describe('a draw of labelled documents', () => {
  it('has each label at least once, whatever its size, and is the same for a seed', () => {
    const pool = titled(200, topics)
    const corpus = { labels: topics, pool, asked: [], bayes: {}, tsvm: {} }
    for (const size of [1, 30, 120]) {
      const { few } = drawTask(corpus, size, 3)
      expect(new Set(few).size).toBe(few.length)
      if (size >= topics.length) expect(few.length).toBe(size)
      expect(new Set(few.flatMap(({ labels = [] }) => labels)).size).toBe(topics.length)
      expect(drawTask(corpus, size, 3).few).toEqual(few)
    }
  })
})

describe('subsets of Reuters', () => {
  const documents = [
    { text: 'a', labels: ['earn'] },
    { text: 'b', labels: ['wheat', 'corn'] },
    { text: 'c', labels: ['crude', 'ship'] },
    { text: 'd', labels: ['dlr', 'money-fx'] },
    { text: 'e', labels: [] },
  ]
  const reuters = deskOf({ 'reuters21578/modapte-train': documents })

  it('put topics into groups, one to a document or several', async () => {
    expect((await singleLabel(reuters)).map(({ labels }) => labels)).toEqual([
      ['earn'],
      ['commodity'],
      ['general'],
    ])
    expect((await multiLabel(reuters)).map(({ labels }) => labels)).toEqual([
      ['earn'],
      ['commodity'],
      ['energy', 'ship'],
      ['currency', 'money-fx'],
    ])
  })

  it('keep the most frequent classes, ties by name', () => {
    const some = [['b'], ['a', 'c'], ['c'], []].map((labels) => ({ text: '', labels }))
    expect(keepFrequent(some, 2).map(({ labels }) => labels)).toEqual([['a', 'c'], ['c']])
  })
})

describe('accuracy at a false rejection rate', () => {
  it('is that of the last threshold within it', () => {
    const point = (falseRejection: number, accuracy: number) => ({
      threshold: 0,
      rejected: falseRejection,
      falseRejection,
      accuracy,
    })
    const curve = [point(0.02, 0.7), point(0.1, 0.8), point(0.3, 0.9)]
    expect(accuracyAt(curve, 0)).toBe(0.7)
    expect(accuracyAt(curve, 0.1)).toBe(0.8)
    expect(accuracyAt(curve, 0.25)).toBe(0.8)
    expect(accuracyAt([], 0.5)).toBeNull()
  })
})
