// The parts of the page that need no browser.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linePath, scale, ticks } from '../../packages/server/src/web/curve.js'
import { fold, LabelIndex } from '../../packages/server/src/web/label-index.js'
import { inspectFile } from '../../packages/server/src/web/uploads.js'
import { splitIntoPieces, withoutWords } from '../../packages/server/src/web/word-pieces.js'
import { counted, joinWords, percent, score, signed } from '../../packages/server/src/web/wording.js'
import { modelBytes, TestServer } from '../server/serving.js'

describe('labels in memory', () => {
  it('are found as the server finds them', async () => {
    const labels = ['corn', 'popcorn', 'sweet corn', 'Corn flakes', 'acorn/corn', 'ＣＯＲＮ', 'wheat', 'co']
    const documents = labels.flatMap((label, i) =>
      Array.from({ length: 1 + (i % 3) }, () => ({ text: `word${i} grows here`, labels: [label] })),
    )
    const server = await new TestServer().start({
      models: [{ name: 'grain', bytes: await modelBytes({ learner: 'ff' }, documents) }],
    })
    try {
      const all = (await server.get('/v1/labels?sort=name&limit=1000')).body.labels
      const index = new LabelIndex<{ label: string; documents: number }>(all)
      expect(index.size).toBe(8)
      for (const query of ['', 'c', 'co', 'corn', 'CORN', 'rn', 'flakes', ' wheat ', 'none of them']) {
        for (const limit of [2, 50]) {
          const { body } = await server.get(`/v1/labels?limit=${limit}&query=${encodeURIComponent(query)}`)
          expect(index.find(query, limit), query).toEqual(body)
        }
      }
    } finally {
      await server.end()
    }
  })

  it('are all that contain what is typed, and no other', () => {
    const names = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'aAbB /') }),
      {
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(names, fc.string({ maxLength: 2, unit: fc.constantFrom(...'aAbB /') }), (labels, query) => {
        const index = new LabelIndex(labels.map((label, i) => ({ label, documents: i % 4 })))
        const { total, labels: found } = index.find(query, 100)
        const naive = labels.filter((label) => fold(label).includes(fold(query)))
        expect(total).toBe(naive.length)
        expect(found.map(({ label }) => label).sort()).toEqual(naive.sort())
      }),
    )
  })
})

describe('a file', () => {
  const format = { mediaTypes: ['text/plain'], labelled: true }
  const formats = [
    { name: 'lines', extensions: ['txt'], ...format },
    { name: 'tsv', extensions: ['tsv', 'tab'], delimiter: '\t', ...format },
  ]
  const inspect = (name: string, text: string) => inspectFile(new File([text], name), formats)

  it('is of the format that its ending names, with the columns of a table', async () => {
    expect(await inspect('a.b.TXT', 'text\tlabel\n')).toMatchObject({ format: formats[0], columns: [] })
    expect(await inspect('a.tab', '\uFEFFid\t"Tag"\tBody, all\tTitle\r\n1\t2\t3\t4\n')).toMatchObject({
      format: formats[1],
      columns: ['id', 'Tag', 'Body, all', 'Title'],
      textColumn: 'Title',
      labelColumn: 'Tag',
    })
    expect(await inspect('a.tsv', 'label\tanything')).toMatchObject({ textColumn: 'anything' })
  })

  it('is refused if it is empty, or of another kind', async () => {
    await expect(inspect('a.tsv', '')).rejects.toThrow('a.tsv is empty')
    await expect(inspect('a.pdf', 'x')).rejects.toThrow('a.pdf: expected a file of the kind TSV or TXT')
  })
})

describe('a text in pieces', () => {
  it('is the text again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const pieces = splitIntoPieces(text)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { text: own, from } of pieces) expect(text.slice(from, from + own.length)).toBe(own)
      }),
    )
  })

  it('goes without the words that are struck out', () => {
    const pieces = splitIntoPieces('Don’t stop: stop-press!')
    expect(pieces.filter(({ word }) => word).map(({ text }) => text)).toEqual(['Don’t', 'stop', 'stop-press'])
    expect(withoutWords(pieces, new Set([6]))).toBe('Don’t  : stop-press!')
    expect(withoutWords(pieces, new Set())).toBe('Don’t stop: stop-press!')
  })

  it('has words up to a number, and then the rest', () => {
    const pieces = splitIntoPieces('a '.repeat(5000))
    expect(pieces.filter(({ word }) => word)).toHaveLength(3000)
    expect(pieces.at(-1)?.text).toHaveLength(2000 * 2 + 1)
  })
})

describe('charts', () => {
  it('are scaled, also where there is no range', () => {
    expect(scale(0, 10, 100, 200)(5)).toBe(150)
    expect(scale(3, 3, 100, 200)(3)).toBe(100)
    expect(linePath([])).toBe('')
    expect(
      linePath([
        [0, 1],
        [2.25, 3],
      ]),
    ).toBe('M0.0 1.0L2.3 3.0')
  })

  it('have round marks that reach the most', () => {
    expect(ticks(0)).toEqual([0])
    expect(ticks(1)).toEqual([0, 1])
    expect(ticks(13, 3)).toEqual([0, 5, 10, 15])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), (most) => {
        const marks = ticks(most)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
        expect(marks.length).toBeLessThan(8)
      }),
    )
  })
})

describe('words for numbers', () => {
  it('are those that people read', () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(percent)).toEqual(['0 %', '<1 %', '50 %', '>99 %', '100 %'])
    expect([0.1234, 12.34, 123.4, 12_345].map(score)).toEqual(['0.12', '12.3', '123', '1.2e+4'])
    expect([0.5, -0.5, 0].map(signed)).toEqual(['+0.50', '−0.50', '0.00'])
    expect([counted(1, 'text'), counted(2000, 'text')]).toEqual(['1 text', '2,000 texts'])
    expect([joinWords([]), joinWords(['a']), joinWords(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c'])
  })
})
