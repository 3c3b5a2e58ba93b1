import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Explanation } from '../../packages/abound/src/internal.js'
import { highlight, sumLine } from '../../packages/abound/src/report/highlight.js'

const explanation = (text: string, words: Explanation['words']): Explanation => ({
  label: 'x',
  score: 0,
  text,
  words,
  rest: [],
})
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('a marked text', () => {
  it('marks words for and against, the stronger the more', () => {
    const made = highlight(
      explanation('Wheat <rose> fell', [
        { from: 0, to: 5, weight: 2 },
        { from: 7, to: 11, weight: -1 },
        { from: 13, to: 17, weight: 0.01 },
      ]),
    )
    expect(made.text).toBe(
      '<p class="text"><mark class="f f5" title="+2.00">Wheat</mark> &lt;<mark class="a a3" title="−1.00">rose</mark>&gt; fell</p>',
    )
  })

  it('is the text, whatever is in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab <>&"\'\n'), maxLength: 60 })
    fc.assert(
      fc.property(text, (given) => {
        const words = Array.from(given.matchAll(/[ab]+/g), ({ 0: word, index }, i) => ({
          from: index,
          to: index + word.length,
          weight: i - 2,
        }))
        expect(plain(highlight(explanation(given, words)).text)).toBe(given)
      }),
    )
  })

  it('shows the part in which most was said where it is long', () => {
    const text = `${'filler '.repeat(500)}telling words ${'filler '.repeat(500)}`
    const at = text.indexOf('telling')
    const words = [
      { from: 0, to: 6, weight: 0.1 },
      { from: at, to: at + 7, weight: 3 },
      { from: at + 8, to: at + 13, weight: -2 },
    ]
    const made = plain(highlight(explanation(text, words), 200).text)
    expect(made).toMatch(/^… telling words filler .* …$/)
    expect(made.length).toBeLessThan(210)
    expect(plain(highlight(explanation('short text', []), 200).text)).toBe('short text')
    expect(plain(highlight(explanation('x'.repeat(999), []), 200).text).length).toBeLessThan(210)
  })

  it('says how the score adds up', () => {
    const rest = [
      { term: '(prior)', weight: -1 },
      { term: '<b>', weight: 0.5 },
    ]
    const line = sumLine({
      ...explanation('a', [{ from: 0, to: 1, weight: 2 }]),
      score: 1.5,
      probability: 0.75,
      rest,
    })
    expect(plain(line.text)).toBe(
      'score +1.50, probability 0.750 = words of the text +2.00 · (prior) −1.00 · <b> +0.500',
    )
    expect(line.text).not.toContain('<b>')
  })
})
