import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DistinctTexts } from '../../packages/abound/src/check/distinct-texts.js'
import { type NearLinks, NearTexts } from '../../packages/abound/src/check/near-texts.js'
import { TextLook } from '../../packages/abound/src/check/text-look.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

/** Runs of three words as strings: what the hashes stand for. */
function runsOf(text: string): Set<string> {
  const words = ['^', ...text.toLowerCase().split(' '), '$']
  return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')))
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0
  for (const run of one) if (other.has(run)) both++
  return both / (one.size + other.size - both)
}

function linked(texts: readonly string[], threshold: number, trainCount = texts.length): NearLinks {
  const look = new TextLook()
  const near = new NearTexts(threshold)
  for (const text of texts) {
    look.read({ text })
    near.add(look.shingles)
  }
  near.findCandidates(trainCount)
  for (const [i, text] of texts.entries()) {
    if (!near.wants(i)) continue
    look.read({ text })
    near.collect(i, look.shingles)
  }
  return near.link()
}

/** Texts of made-up words, each with some neighbours that have words replaced, dropped or moved. */
function relatives(seed: number, families: number, words: number, changes: number): string[] {
  const rng = new Rng(seed)
  const word = (): string => `w${rng.below(2000)}`
  const texts: string[] = []
  for (let f = 0; f < families; f++) {
    const original = Array.from({ length: words + rng.below(words) }, word)
    texts.push(original.join(' '))
    for (let n = rng.below(4); n > 0; n--) {
      const copy = original.slice()
      for (let c = rng.below(changes); c >= 0; c--) {
        const at = rng.below(copy.length)
        if (rng.below(2) === 0) copy[at] = word()
        else if (copy.length > 2) copy.splice(at, 1)
      }
      texts.push(copy.join(' '))
    }
  }
  return [...new Set(rng.shuffle(texts))]
}

describe('texts that are nearly the same', () => {
  it('finds one changed word in a long text, and says how much is the same', () => {
    const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')
    const { links, similarity, groups } = linked(
      ['something else', text, text.replace('word30', 'other')],
      0.8,
    )
    expect([...links]).toEqual([-1, -1, 1])
    expect(similarity[2]).toBeCloseTo(57 / 63, 6)
    expect([...groups]).toEqual([0, 1, 1])
  })

  it('does not take short questions with another word for the same', () => {
    const { links } = linked(
      ['how do i get my card', 'how do i get my card pin', 'how do i lose my card'],
      0.8,
    )
    expect([...links]).toEqual([-1, -1, -1])
  })

  it.each([
    [0.8, 30, 3],
    [0.5, 12, 3],
    [0.95, 120, 2],
  ])(
    'reports nothing that an all-pairs comparison does not, and hardly misses any (%f)',
    (threshold, words, changes) => {
      let pairs = 0
      let missed = 0
      for (let seed = 0; seed < 12; seed++) {
        const texts = relatives(seed, 25, words, changes)
        const runs = texts.map(runsOf)
        const { links, similarity, groups } = linked(texts, threshold)
        for (let i = 0; i < texts.length; i++) {
          const alike = runs.slice(0, i).map((earlier) => jaccard(earlier, runs[i]))
          if (links[i] >= 0) {
            expect(similarity[i]).toBeCloseTo(alike[links[i]], 6)
            expect(similarity[i]).toBeGreaterThanOrEqual(threshold - 1e-6)
            expect(groups[i]).toBe(groups[links[i]])
          }
          for (const [j, share] of alike.entries()) {
            if (share < threshold) continue
            pairs++
            if (groups[i] !== groups[j]) missed++
          }
        }
      }
      expect(pairs).toBeGreaterThan(50)
      expect(missed / pairs).toBeLessThan(0.01)
    },
  )

  it('holds test texts against training texts even where they are more like each other', () => {
    const base = Array.from({ length: 100 }, (_, i) => `word${i}`)
    const changed = (...at: number[]): string =>
      base.map((word, i) => (at.includes(i) ? `x${i}` : word)).join(' ')
    const { leaks, leakSimilarity, links } = linked(
      [changed(), ...Array.from({ length: 20 }, (_, i) => changed(40, 60, 90 - i))],
      0.8,
      1,
    )
    expect(links[20]).toBeGreaterThan(0)
    for (let i = 1; i <= 20; i++) {
      expect(leaks[i]).toBe(0)
      expect(leakSimilarity[i]).toBeCloseTo(jaccard(runsOf(changed()), runsOf(changed(40, 60, 91 - i))), 6)
    }
  })

  it('joins very many texts of one form without looking at all pairs', () => {
    const form = Array.from({ length: 50 }, (_, i) => `word${i}`).join(' ')
    const texts = Array.from({ length: 30_000 }, (_, i) => `${form} number${i}`)
    // 450 million pairs: they would not be done before the test's time is over.
    const { groups } = linked(texts, 0.8)
    expect(new Set(groups).size).toBe(1)
  })

  it('compares texts of more runs than it keeps by a sample', () => {
    const words = Array.from({ length: 30_000 }, (_, i) => `word${i}`)
    const text = words.join(' ')
    const changed = words.map((word, i) => (i % 50 === 0 ? 'other' : word)).join(' ')
    const { links, similarity } = linked([text, changed, words.slice(0, 15_000).join(' ')], 0.8)
    expect([...links]).toEqual([-1, 0, -1])
    expect(Math.abs(similarity[1] - jaccard(runsOf(text), runsOf(changed)))).toBeLessThan(0.03)
  })

  it('leaves texts without a word alone', () => {
    expect([...linked(['', '!!!', '???'], 0.8).links]).toEqual([-1, -1, -1])
    expect([...linked([], 0.8).links]).toEqual([])
  })
})

describe('equal texts', () => {
  function numbers(texts: readonly string[]): number[] {
    const look = new TextLook()
    const distinct = new DistinctTexts()
    return texts.map((text) => {
      look.read({ text })
      return distinct.add(look.shingles.keyA, look.shingles.keyB)
    })
  }

  it('are those that differ in case, blanks and punctuation alone', () => {
    expect(
      numbers(['Wheat rose.', 'wheat  ROSE', 'rose wheat', 'wheat rose rose', '!!!', '???', '', '!!!']),
    ).toEqual([0, 0, 1, 2, 3, 4, 5, 3])
  })

  it('are numbered as a map numbers them, however many', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'dd'), { maxLength: 5 }), { maxLength: 300 }),
        (lists) => {
          const texts = lists.map((words) => words.join(' '))
          const known = new Map<string, number>()
          const expected = texts.map((text) => {
            if (!known.has(text)) known.set(text, known.size)
            return known.get(text)!
          })
          expect(numbers(texts)).toEqual(expected)
        },
      ),
    )
    const many = Array.from({ length: 20_000 }, (_, i) => `text ${i % 7000}`)
    expect(numbers(many)).toEqual(many.map((_, i) => i % 7000))
  })

  it('are vectors with the same values', () => {
    const look = new TextLook()
    const key = (features: number[], values: number[]): string => {
      look.read({ vector: { features: Uint32Array.from(features), values: Float64Array.from(values) } })
      return `${look.shingles.keyA} ${look.shingles.keyB}`
    }
    expect(key([1, 7], [1, 0.5])).toBe(key([1, 7], [1, 0.5]))
    expect(key([1, 7], [1, 0.5])).not.toBe(key([1, 7], [1, 0.6]))
    expect(key([1, 7], [1, 0.5])).not.toBe(key([1, 8], [1, 0.5]))
  })
})
