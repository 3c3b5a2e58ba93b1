import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineReader } from '../../packages/abound/src/data/lines.js'
import { bad } from '../../packages/abound/src/data/reading.js'
import { DataError } from '../../packages/abound/src/errors.js'
import { encode } from './read-all.js'

/** Lines with their numbers, and what was reported. */
function linesOf(bytes: Uint8Array, cuts: number[], recordLimit: number): string[] {
  const out: string[] = []
  const reader = lineReader(
    { file: 'f', recordLimit, onBad: (error) => out.push(error.message) },
    (line, from, to, number) => {
      const text = String.fromCharCode(...line.subarray(from, to))
      if (text.includes('!')) bad('no shouting')
      out.push(`${number} ${text}`)
    },
  )
  let from = 0
  for (const to of [...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]) {
    reader.push(bytes.slice(from, to), () => {})
    from = to
  }
  reader.end(() => {})
  return out
}

/** The same, by plain means. */
function naive(bytes: Uint8Array, limit: number): string[] {
  const lines = String.fromCharCode(...bytes).split('\n')
  if (lines[lines.length - 1] === '') lines.pop()
  return lines.map((line, i) => {
    if (line.length > limit)
      return `f:${i + 1}: expected a line of at most ${limit} bytes, this one is longer`
    const end = line.replace(/\r$/, '')
    const text = i === 0 ? end.replace(/^\u00ef\u00bb\u00bf/, '') : end
    return text.includes('!') ? `f:${i + 1}: no shouting` : `${i + 1} ${text}`
  })
}

describe('lineReader', () => {
  it('reads \\n and \\r\\n, and a last line without an end', () => {
    expect(linesOf(encode('a\r\n\nb\rc\r\nd'), [], 100)).toEqual(['1 a', '2 ', '3 b\rc', '4 d'])
    expect(linesOf(encode('\ufeffa\n\ufeffb\n'), [1, 2], 100)).toEqual(['1 a', `2 ï»¿b`])
    expect(linesOf(new Uint8Array(0), [], 100)).toEqual([])
  })

  it('gives the same lines however the bytes are cut', () => {
    const piece = fc.constantFrom('\n', '\r\n', '\r', 'a', 'bc', '!', '\ufeff', 'longer than it may')
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.array(fc.nat(60)),
        fc.integer({ min: 1, max: 12 }),
        (pieces, cuts, limit) => {
          const bytes = encode(pieces.join(''))
          expect(linesOf(bytes, cuts, limit)).toEqual(naive(bytes, limit))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('throws the first malformed line where nobody is told of it', () => {
    const reader = lineReader({ file: 'x.txt' }, () => bad('expected more'))
    expect(() => reader.push(encode('a\n'), () => {})).toThrow(DataError)
    const again = lineReader({ file: 'x.txt' }, () => bad('expected more'))
    expect(() => again.push(encode('a\n'), () => {})).toThrow('x.txt:1: expected more')
  })

  it('lets our own faults through', () => {
    const reader = lineReader({ file: 'f', onBad: () => {} }, () => {
      throw new TypeError('ours')
    })
    expect(() => reader.push(encode('a\n'), () => {})).toThrow(TypeError)
  })
})
