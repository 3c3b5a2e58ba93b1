// Running text → sentences of words.

import { describe, expect, it } from 'vitest'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { type Sentence, SentenceCutter } from '../../packages/abound/src/text/sentences.js'

const TEXT = { lowerCase: true, gaps: false }

function cut(pieces: readonly string[], options = TEXT): Sentence[] {
  const found: Sentence[] = []
  const cutter = new SentenceCutter(options, (sentence) => found.push(sentence))
  for (const piece of pieces) cutter.push(piece)
  cutter.end()
  return found
}

function words(text: string, options = TEXT): string[] {
  return cut([text], options).map((sentence) => sentence.words.join(' '))
}

describe('sentences', () => {
  const cases: [why: string, text: string, expected: string[]][] = [
    ['end at a stop before a capital', 'He sat. She ran! Why? No', ['he sat', 'she ran', 'why', 'no']],
    ['go on in lower case', '"Is it true?" cried his wife. "No."', ['is it true cried his wife', 'no']],
    ['go on behind an abbreviation', 'Mr. Hill met J. Smith. Both ate.', ['mr hill met j smith', 'both ate']],
    [
      'end at an empty line',
      'CHAPTER I\n\nIt was\nlate\n \r\nand dark',
      ['chapter i', 'it was late', 'and dark'],
    ],
    ['end behind a closing quote or bracket', '(He sat.) She ran.', ['he sat', 'she ran']],
    ['are not ended by a dash or a comma', 'Well--yes, no; so: on', ['well yes no so on']],
    [
      'keep what belongs to a word',
      "don't o’clock well-known 3.5 1,000",
      ["don't o'clock well-known 3.5 1,000"],
    ],
    ['end at the stops of other scripts', '今日は晴れ。明日は雨。', ['今日 は 晴れ', '明日 は 雨']],
    ['know a stop that stands alone', 'He sat . She ran .', ['he sat', 'she ran']],
    ['have no emphasis', '_You_ said it', ['you said it']],
    ['are none where there are no words', ' -- ... !? \n\n', []],
  ]
  it.each(cases)('%s', (_, text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('keep capitals where they are asked for', () => {
    expect(words('The END.', { lowerCase: false, gaps: false })).toEqual(['The END'])
  })

  it('have gaps where these are asked for', () => {
    const [sentence] = cut(['It was _, not ____ nor a_b.'], { lowerCase: true, gaps: true })
    expect(sentence.words).toEqual(['it', 'was', '_', 'not', '__', 'nor', 'a', 'b'])
    expect(words('It was _, not ____.')).toEqual(['it was not'])
  })

  it('know where their words stand', () => {
    const text = 'Où est  l’État? 明日は雨。 e\u0301t\u00e9'
    for (const { words, starts, ends } of cut([text])) {
      const there = words.map((_, i) => text.slice(starts[i], ends[i]).normalize('NFC').toLowerCase())
      expect(there.map((word) => word.replace('’', "'"))).toEqual(words)
    }
  })

  it('are cut where they have no end', () => {
    const long = cut([Array.from({ length: 1000 }, () => 'word').join(' ')])
    expect(long.length).toBeGreaterThan(2)
    expect(long.flatMap((sentence) => sentence.words)).toHaveLength(1000)
    const [run] = cut(['x'.repeat(5000)])
    expect(run.words.join('')).toBe('x'.repeat(5000))
    expect(Math.max(...run.words.map((word) => word.length))).toBeLessThan(5000)
  })
})

describe('any cutting of the text', () => {
  const LETTERS = [
    ...'aB é_.!?…"\')\n\r\n 1,-’。日雨\u0301\ud83d',
    '\ude00',
    'Mr.',
    ' The ',
    'x'.repeat(700),
    '\n\n',
  ]

  it('gives the same sentences', () => {
    const rng = new Rng(7)
    for (let run = 0; run < 300; run++) {
      let text = ''
      for (let i = rng.below(60); i > 0; i--) text += LETTERS[rng.below(LETTERS.length)]
      const pieces: string[] = []
      for (let at = 0; at < text.length; ) {
        const next = at + 1 + rng.below(20)
        pieces.push(text.slice(at, next))
        at = next
      }
      for (const gaps of [false, true]) {
        const options = { lowerCase: true, gaps }
        expect(cut(pieces, options)).toEqual(cut([text], options))
      }
    }
  })
})
