// Noise as a recogniser makes it: seeded, in the share of the words that was asked for.

import { describe, expect, it } from 'vitest'
import { withNoise } from '../../packages/lab/src/papers/ss00/recogniser-noise.js'

const WORDS = Array.from({ length: 3000 }, (_, i) => `w${i}`)
const texts = (rate: number, seed = 1): string[] =>
  withNoise([{ text: WORDS.join('  '), labels: ['a'] }, { text: 'x' }], rate, seed).map(({ text }) =>
    String(text),
  )

describe('noise', () => {
  it('is none at a rate of 0', () => {
    expect(texts(0)).toEqual([WORDS.join(' '), 'x'])
  })

  it('is the same for the same seed, and another for another', () => {
    expect(texts(0.3)).toEqual(texts(0.3))
    expect(texts(0.3)).not.toEqual(texts(0.3, 2))
  })

  it('drops, swaps and inserts words, each in a third of the share', () => {
    const said = texts(0.3)[0].split(' ')
    const left = new Set(said)
    const lost = WORDS.filter((word) => !left.has(word)).length
    // Dropped words may come back where words are inserted.
    expect(lost).toBeGreaterThan(200)
    expect(lost).toBeLessThan(330)
    const inserted = said.length - (WORDS.length - lost)
    expect(inserted).toBeGreaterThan(240)
    expect(inserted).toBeLessThan(380)
    const swapped = WORDS.slice(1).filter((word, i) => {
      const at = said.indexOf(word)
      return at >= 0 && said[at + 1] === WORDS[i]
    }).length
    expect(swapped).toBeGreaterThan(150)
    expect(swapped).toBeLessThan(380)
  })

  it('keeps labels', () => {
    expect(withNoise([{ text: 'a b', labels: ['l'] }], 1, 1)[0].labels).toEqual(['l'])
  })
})
