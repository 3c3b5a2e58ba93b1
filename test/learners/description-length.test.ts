// Bits of tests, rules and mistakes, worked out by hand.

import { describe, expect, it } from 'vitest'
import {
  foilGain,
  mistakeBits,
  ruleBits,
} from '../../packages/abound/src/learners/ripper/description-length.js'

describe('FOIL gain', () => {
  it('is what one works out by hand', () => {
    // From 4 : 4 (one bit a positive) to 3 : 0 (none): three bits saved.
    expect(foilGain(4, 4, 3, 0)).toBe(3)
    // To 3 : 1: 3 · (log2 ¾ + 1) = 3 · 0.5849625.
    expect(foilGain(4, 4, 3, 1)).toBeCloseTo(1.7548875, 7)
    // From 1 : 3 (two bits) to 1 : 1 (one bit).
    expect(foilGain(1, 3, 1, 1)).toBe(1)
  })

  it('is 0 for a test that changes nothing and below 0 for one that harms', () => {
    expect(foilGain(7, 3, 7, 3)).toBe(0)
    expect(foilGain(5, 5, 3, 3)).toBe(0)
    expect(foilGain(5, 5, 1, 3)).toBeLessThan(0)
  })
})

describe('the bits of a rule', () => {
  it('is half of the number of tests and of which they are', () => {
    // One of 4: ‖1‖ = 0; −log2 ¼ − 3 · log2 ¾ = 2 + 3 · 0.4150375.
    expect(ruleBits(1, 4)).toBeCloseTo((2 + 1.2451125) / 2, 7)
    // Two of 8: ‖2‖ = 1 + 2 · log2 1 = 1; 2 · 2 + 6 · 0.4150375.
    expect(ruleBits(2, 8)).toBeCloseTo((1 + 4 + 2.490225) / 2, 6)
    // Four of 16: ‖4‖ = 2 + 2 · log2 2 = 4; 4 · 2 + 12 · 0.4150375.
    expect(ruleBits(4, 16)).toBeCloseTo((4 + 8 + 4.98045) / 2, 5)
  })

  it('needs no bits to choose all tests, or for none', () => {
    expect(ruleBits(1, 1)).toBe(0)
    expect(ruleBits(0, 10)).toBe(0)
  })
})

describe('the bits of mistakes', () => {
  it('are those of the size alone where there are none', () => {
    expect(mistakeBits(3, 4, 0, 0)).toBe(3)
    expect(mistakeBits(0, 7, 0, 0)).toBe(3)
    expect(mistakeBits(7, 0, 0, 0)).toBe(3)
    expect(mistakeBits(0, 0, 0, 0)).toBe(0)
  })

  it('expect half of them where most rows are', () => {
    // 4 covered with 1 wrong, 11 uncovered with 1 missed, e = 2: log2 16, which one of 4 at ¼, and which one of 11
    // at 1/11: 4 + (2 + 3 · 0.4150375) + (3.4594316 + 10 · 0.1375035).
    expect(mistakeBits(4, 11, 1, 1)).toBeCloseTo(4 + 3.2451125 + 4.8344668, 5)
    // 4 covered with 2 wrong, 11 uncovered with none missed: 4 + 4 · 1 + 11 · 0.1375035, as one mistake was
    // expected among the 11.
    expect(mistakeBits(4, 11, 2, 0)).toBeCloseTo(4 + 4 + 1.5125388, 5)
    // The other way round: 11 covered with none wrong, 4 uncovered with 2 missed.
    expect(mistakeBits(11, 4, 0, 2)).toBeCloseTo(4 + 4 + 1.5125388, 5)
  })

  it('are finite for whatever is wrong', () => {
    for (let covered = 0; covered < 7; covered++) {
      for (let uncovered = 0; uncovered < 7; uncovered++) {
        for (let fp = 0; fp <= covered; fp++) {
          for (let fn = 0; fn <= uncovered; fn++) {
            const bits = mistakeBits(covered, uncovered, fp, fn)
            expect(Number.isFinite(bits) && bits >= 0, `${covered} ${uncovered} ${fp} ${fn}`).toBe(true)
          }
        }
      }
    }
  })
})
