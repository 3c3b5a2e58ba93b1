// Documents → rows: against Maps of words, and at the edges.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { resolveOptions } from '../../packages/abound/src/options.js'
import { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { settleWeighting, VECTOR_OPTIONS } from '../../packages/abound/src/vector/vector-options.js'
import {
  type SettledOptions,
  Vectoriser,
  type VocabularyParts,
} from '../../packages/abound/src/vector/vectoriser.js'
import { WEIGHTINGS } from '../../packages/abound/src/vector/weighting.js'

const TF = { weighting: 'tf', norm: 'none' } as const

function optionsOf(given: Record<string, unknown> = {}): SettledOptions {
  return settleWeighting(resolveOptions(VECTOR_OPTIONS, given, 'text'), TF)
}

function looked(texts: readonly string[], given: Record<string, unknown> = {}): Vectoriser {
  const vectoriser = new Vectoriser(optionsOf(given))
  for (const text of texts) vectoriser.look({ text })
  return vectoriser
}

const settled = (texts: readonly string[], given: Record<string, unknown> = {}): Vectoriser => {
  const vectoriser = looked(texts, given)
  vectoriser.settle(vectoriser.kept())
  return vectoriser
}

/** The row made last, with its terms in words. */
function rowOf(vectoriser: Vectoriser): [string, number][] {
  return Array.from({ length: vectoriser.size }, (_, i) => [
    vectoriser.terms.string(vectoriser.columns[i]),
    vectoriser.values[i],
  ])
}

function vectorised(vectoriser: Vectoriser, document: Document): [string, number][] {
  vectoriser.vectorise(document)
  return rowOf(vectoriser)
}

const vectorOf = (entries: Record<number, number>): Document => ({
  vector: {
    features: Uint32Array.from(Object.keys(entries), Number),
    values: Float64Array.from(Object.values(entries)),
  },
})

/** Parts are views of the arrays that go on growing: a second vectoriser needs its own. */
function copied(parts: VocabularyParts): VocabularyParts {
  const { bytes, offsets, slots } = parts.terms.arrays()
  const terms = ByteTable.over(bytes.slice(), offsets.slice(), slots.slice(), 'terms')
  return { ...parts, terms, df: parts.df.slice(), occurrences: parts.occurrences.slice() }
}

const termsOf = (vectoriser: Vectoriser): string[] =>
  Array.from({ length: vectoriser.terms.count }, (_, term) => vectoriser.terms.string(term))

const WORDS = ['wheat', 'corn', 'gold', 'rose', 'fell', 'ärger', '4', 'naïve']
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 })
const texts = fc.array(
  words.map((list) => list.join(' ')),
  { minLength: 1, maxLength: 12 },
)

function countsOf(text: string): Map<string, number> {
  const out = new Map<string, number>()
  for (const word of text.split(' ')) if (word !== '') out.set(word, (out.get(word) ?? 0) + 1)
  return out
}

describe('looking', () => {
  it('gives terms their columns in order of arrival and adds up df and occurrences', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const vectoriser = new Vectoriser(optionsOf())
        const df = new Map<string, number>()
        const occurrences = new Map<string, number>()
        for (const text of given) {
          vectoriser.look({ text })
          expect(rowOf(vectoriser)).toEqual([...countsOf(text)])
          for (const [word, count] of countsOf(text)) {
            df.set(word, (df.get(word) ?? 0) + 1)
            occurrences.set(word, (occurrences.get(word) ?? 0) + count)
          }
        }
        const parts = vectoriser.parts()
        expect(termsOf(vectoriser)).toEqual([...df.keys()])
        expect([...parts.df]).toEqual([...df.values()])
        expect([...parts.occurrences]).toEqual([...occurrences.values()])
        expect(parts.documents).toBe(given.length)
        expect(parts.vectors).toBe(false)
      }),
    )
  })

  it('counts a word that comes again', () => {
    const vectoriser = looked(['corn wheat corn, Corn'])
    expect(rowOf(vectoriser)).toEqual([
      ['corn', 3],
      ['wheat', 1],
    ])
    expect([...vectoriser.parts().df]).toEqual([1, 1])
  })

  it('reads UTF-8 bytes as it reads strings', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const strings = looked(given)
        const bytes = new Vectoriser(optionsOf())
        for (const text of given) bytes.look({ text: new TextEncoder().encode(text) })
        expect(termsOf(bytes)).toEqual(termsOf(strings))
        expect(bytes.parts().df).toEqual(strings.parts().df)
      }),
    )
  })

  it('holds many terms in one document', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `w${i}`)
    const vectoriser = looked([many.join(' '), many.slice(4000).join(' ')])
    expect(vectoriser.terms.count).toBe(5000)
    expect(vectoriser.parts().df[4999]).toBe(2)
    expect(vectoriser.size).toBe(1000)
  })
})

describe('settling', () => {
  it('drops rare terms, and columns close ranks', () => {
    const options = fc.record({
      minDf: fc.integer({ min: 1, max: 4 }),
      minCount: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(texts, options, (given, { minDf, minCount }) => {
        const before = looked(given)
        const { df, occurrences } = before.parts()
        const vectoriser = looked(given, { minDf, minCount })
        const old = termsOf(vectoriser)
        const stay = old.filter((_, term) => df[term] >= minDf && occurrences[term] >= minCount)
        const renamed = vectoriser.settle(vectoriser.kept())
        expect(termsOf(vectoriser)).toEqual(stay)
        expect([...renamed]).toEqual(old.map((term) => stay.indexOf(term)))
        const parts = vectoriser.parts()
        expect([...parts.df]).toEqual(stay.map((term) => df[old.indexOf(term)]))
        expect([...parts.occurrences]).toEqual(stay.map((term) => occurrences[old.indexOf(term)]))
        for (const text of given) {
          const known = [...countsOf(text)].filter(([word]) => stay.includes(word))
          expect(vectorised(vectoriser, { text })).toEqual(known)
        }
      }),
    )
  })

  it('keeps what it is told to', () => {
    const vectoriser = looked(['a1 b2 c3'])
    expect([...vectoriser.settle(Uint8Array.of(0, 1, 1))]).toEqual([-1, 0, 1])
    expect(termsOf(vectoriser)).toEqual(['b2', 'c3'])
  })

  it('may leave nothing', () => {
    const vectoriser = settled(['wheat', 'corn'], { minDf: 2 })
    expect(vectoriser.terms.count).toBe(0)
    expect(vectorised(vectoriser, { text: 'wheat corn' })).toEqual([])
  })

  it('does not depend on whether rows are kept or read again', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('tf', 'tfidf', 'pivoted', 'inquery'), (given, weighting) => {
        const vectoriser = new Vectoriser(optionsOf({ weighting, minDf: 2 }))
        const kept = given.map((text) => {
          vectoriser.look({ text })
          const { columns, values, size } = vectoriser
          return { columns: columns.slice(0, size), values: Float32Array.from(values.subarray(0, size)) }
        })
        const renamed = vectoriser.settle(vectoriser.kept())
        for (const [i, text] of given.entries()) {
          const { columns, values } = kept[i]
          vectoriser.loadCounts(columns, values, 0, columns.length, renamed)
          vectoriser.weigh()
          const own = rowOf(vectoriser)
          expect(own).toEqual(vectorised(vectoriser, { text }))
        }
      }),
    )
  })
})

describe('weighing', () => {
  it('uses the df of training, known terms alone', () => {
    const vectoriser = settled(['wheat corn', 'wheat gold', 'wheat gold rose'], {
      weighting: 'tfidf',
      norm: 'none',
    })
    expect(vectorised(vectoriser, { text: 'rose unseen wheat rose' })).toEqual([
      ['rose', (1 + Math.log(2)) * Math.log(3)],
    ])
    expect(vectorised(vectoriser, { text: 'nothing known' })).toEqual([])
  })

  it('uses training averages for pivoted and inquery: distinct terms and lengths', () => {
    const given = ['wheat corn corn', 'gold', 'gold rose fell fell'] // ū = 6/3, len̄ = 8/3
    const pivoted = settled(given, { weighting: 'pivoted' })
    const [[, value]] = vectorised(pivoted, { text: 'wheat corn corn' })
    const expected = Math.log(3) / (1 + Math.log(3 / 2)) / (0.7 + 0.3 * (2 / 2))
    expect(value).toBeCloseTo(expected, 12)
    const inquery = settled(given, { weighting: 'inquery' })
    const [[, belief]] = vectorised(inquery, { text: 'wheat corn corn' })
    expect(belief).toBeCloseTo(
      0.6 * (1 / (1 + 0.5 + 1.5 * (3 / (8 / 3)))) * (Math.log(3.5) / Math.log(4)),
      12,
    )
  })

  it('scales to length 1 under l2', () => {
    const vectoriser = settled(['wheat corn gold'], { norm: 'l2' })
    const row = vectorised(vectoriser, { text: 'wheat wheat wheat corn corn corn corn' })
    expect(row).toEqual([
      ['wheat', 0.6],
      ['corn', 0.8],
    ])
  })

  it('uses df so far when learning on', () => {
    const vectoriser = settled(['wheat corn', 'gold'], { weighting: 'tfidf', norm: 'none' })
    vectoriser.look({ text: 'wheat iron' })
    vectoriser.weigh()
    expect(rowOf(vectoriser)).toEqual([
      ['wheat', Math.log(3 / 2)],
      ['iron', Math.log(3)],
    ])
    expect(vectorised(vectoriser, { text: 'gold' })).toEqual([['gold', Math.log(3)]])
    expect(vectoriser.documents).toBe(3)
    expect(termsOf(vectoriser)).toEqual(['wheat', 'corn', 'gold', 'iron'])
  })

  it('goes on from its parts', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.constantFrom('tfidf', 'pivoted', 'inquery'),
        (first, second, weighting) => {
          const options = { weighting, minDf: 2 }
          const straight = settled(first, options)
          const again = new Vectoriser(optionsOf(options), copied(straight.parts()))
          for (const text of second) {
            expect(vectorised(again, { text })).toEqual(vectorised(straight, { text }))
          }
          for (const text of second) {
            straight.look({ text })
            straight.weigh()
            const expected = rowOf(straight)
            again.look({ text })
            again.weigh()
            expect(rowOf(again)).toEqual(expected)
          }
          // Sums kept while learning on are those of the whole.
          const whole = new Vectoriser(optionsOf(options), copied(straight.parts()))
          for (const text of second) {
            expect(vectorised(whole, { text })).toEqual(vectorised(straight, { text }))
          }
        },
      ),
    )
  })
})

describe('ready-made vectors', () => {
  it('are taken as they are, whatever the weighting', () => {
    const vectoriser = new Vectoriser(optionsOf({ weighting: 'tfidf', norm: 'l2' }))
    vectoriser.look(vectorOf({ 7: 0.5, 4294967295: -2 }))
    vectoriser.look(vectorOf({ 0: 3, 7: 1 }))
    expect(termsOf(vectoriser)).toEqual(['7', '4294967295', '0'])
    expect([...vectoriser.parts().df]).toEqual([2, 1, 1])
    expect(vectoriser.parts().vectors).toBe(true)
    expect(vectorised(vectoriser, vectorOf({ 0: 0.25, 7: 9, 8: 1 }))).toEqual([
      ['0', 0.25],
      ['7', 9],
    ])
  })

  it('lose values of 0, and those that are 0 in 32 bits', () => {
    const vectoriser = new Vectoriser(optionsOf())
    vectoriser.look(vectorOf({ 1: 0, 2: 1e-60, 3: 1 }))
    expect(rowOf(vectoriser)).toEqual([['3', 1]])
    expect(termsOf(vectoriser)).toEqual(['3'])
  })

  const bad: [string, Document][] = [
    ['NaN', vectorOf({ 1: 1, 2: Number.NaN })],
    ['infinity', vectorOf({ 1: 1, 2: Number.POSITIVE_INFINITY })],
    ['a value beyond 32-bit floats', vectorOf({ 1: 1, 2: -3.5e38 })],
    [
      'an id that is there twice',
      { vector: { features: Uint32Array.of(5, 1, 5), values: Float64Array.of(1, 2, 3) } },
    ],
    ['too few values', { vector: { features: Uint32Array.of(5, 6), values: Float64Array.of(1) } }],
    ['a text', { text: 'wheat' }],
    ['nothing', {}],
  ]

  it.each(bad)('refuse %s and leave no trace of it', (_, document) => {
    const vectoriser = new Vectoriser(optionsOf())
    vectoriser.look(vectorOf({ 3: 1 }))
    vectoriser.settle(vectoriser.kept())
    for (const attempt of [() => vectoriser.look(document), () => vectoriser.vectorise(document)]) {
      expect(attempt).toThrow(InputError)
      expect(attempt).toThrow(/expected/)
      expect(termsOf(vectoriser)).toEqual(['3'])
      expect(vectoriser.documents).toBe(1)
      expect(vectoriser.parts().df.length).toBe(1)
    }
    expect(vectorised(vectoriser, vectorOf({ 3: 2 }))).toEqual([['3', 2]])
  })

  it('and texts do not mix', () => {
    const vectoriser = looked(['wheat'])
    expect(() => vectoriser.look(vectorOf({ 1: 1 }))).toThrow(/expected a text/)
    expect(() => vectoriser.vectorise({})).toThrow(/no text/)
    expect(rowOf(looked(['wheat']))).toEqual([['wheat', 1]])
  })
})

describe('the usual weighting', () => {
  it('is what the learner declares; another brings its own norm', () => {
    const usual = { weighting: 'tf', norm: 'none' } as const
    const settle = (given: Record<string, unknown>): [string, string] => {
      const { weighting, norm } = settleWeighting(resolveOptions(VECTOR_OPTIONS, given, 'text'), usual)
      return [weighting, norm]
    }
    expect(settle({})).toEqual(['tf', 'none'])
    expect(settle({ weighting: 'tf' })).toEqual(['tf', 'none'])
    expect(settle({ weighting: 'tfidf' })).toEqual(['tfidf', 'l2'])
    expect(settle({ weighting: 'binary' })).toEqual(['binary', 'none'])
    expect(settle({ norm: 'l2' })).toEqual(['tf', 'l2'])
    expect(settle({ weighting: 'tfidf', norm: 'none' })).toEqual(['tfidf', 'none'])
  })
})

describe('much text', () => {
  const many = Array.from({ length: 300 }, (_, i) => `word${i} wheat corn ${'gold '.repeat(i)}`)
  const texts = ['wheat corn wheat', 'gold', 'word7 word8 unknown', '', `corn ${'wheat '.repeat(400)}`]

  it.each(WEIGHTINGS)('has the rows of little text, weighed by %s', (weighting) => {
    const rowsOf = (vectoriser: Vectoriser) => texts.map((text) => vectorised(vectoriser, { text }))
    const parts = () => copied(looked(many, { weighting }).parts())
    const [once, always] = [new Vectoriser(optionsOf({ weighting }), parts()), looked(many, { weighting })]
    const little = rowsOf(once)
    for (let i = 0; i < 20; i++) expect(rowsOf(always)).toEqual(little)
    // A row that is too long for compiled code, and more words than it had room for.
    const long = { text: `gold ${'wheat corn '.repeat(40_000)}` }
    expect(vectorised(always, long)).toEqual(vectorised(once, long))
    const more = { text: Array.from({ length: 30_000 }, (_, i) => `more${i}`).join(' ') }
    for (const vectoriser of [once, always]) vectoriser.look(more)
    const grown = new Vectoriser(optionsOf({ weighting }), copied(always.parts()))
    expect(rowsOf(always)).toEqual(rowsOf(grown))
    for (let i = 0; i < 20; i++) rowsOf(always)
    expect(rowsOf(always)).toEqual(rowsOf(new Vectoriser(optionsOf({ weighting }), copied(once.parts()))))
  })
})
