import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { documentsOf, encode, readAll } from './read-all.js'

const read = (data: string, run = {}) => documentsOf('csv', data, run)

describe('CSV', () => {
  it('reads columns by their names', () => {
    expect(read('id,labels,text\n7,a|b,Wheat rose\n8,,none\n,?,unlabelled\n')).toEqual([
      { id: '7', text: 'Wheat rose', labels: ['a', 'b'] },
      { id: '8', text: 'none', labels: [] },
      { text: 'unlabelled' },
    ])
    expect(read('text\nunlabelled')).toEqual([{ text: 'unlabelled' }])
    expect(documentsOf('tsv', 'text\tlabel\na, b\tx|y\n')).toEqual([{ text: 'a, b', labels: ['x|y'] }])
  })

  it('reads quoted cells with delimiters, line ends and quotes', () => {
    expect(read('text,label\r\n"a, ""b""\r\nc",x\r\n"",y\r\nd "e" f,z\r\n')).toEqual([
      { text: 'a, "b"\r\nc', labels: ['x'] },
      { text: '', labels: ['y'] },
      { text: 'd "e" f', labels: ['z'] },
    ])
  })

  it('reads labels between separators, blanks and empty names dropped, or as an array', () => {
    expect(read('text,labels\na, x | y ||x\n')[0].labels).toEqual(['x', 'y'])
    expect(read('text,labels\na,"[""x|y"",1]"\n')[0].labels).toEqual(['x|y', '1'])
    expect(read('text,labels\na,[x\n')[0].labels).toEqual(['[x'])
    expect(read('text,topic\na,x;y\n', { labelColumn: 'topic', labelSeparator: ';' })[0].labels).toEqual([
      'x',
      'y',
    ])
    expect(read('text,topic\na,x;y\n', { labelColumn: 'topic' })[0].labels).toEqual(['x;y'])
  })

  it('joins fields, skipping empty cells', () => {
    const run = { fields: ['title', 'text'], textColumn: 'body' }
    expect(read('title,body\nT,b\n,c\nU,\n,\n', run).map(({ text }) => text)).toEqual(['T\nb', 'c', 'U', ''])
  })

  it('skips blank lines and the byte order mark, also before quotes', () => {
    expect(read('\ufeff\n"text"\n\na\n\r\nb')).toEqual([{ text: 'a' }, { text: 'b' }])
  })

  it('says where a malformed record starts', () => {
    const error = (data: string, run = {}) => readAll('csv', data, run).error
    expect(error('text,label\n"a\nb",x\nc\n')).toBe('f:4: expected 2 cells as in the header, found 1')
    expect(error('text,label\na,b,c,d\n')).toBe('f:2: expected 2 cells as in the header, found 4')
    expect(error('text,label\nx,y\n\n"a,b\nc,d\n')).toBe('f:4: expected a closing quote for cell 1')
    expect(error('text,label\nx,"y" z\n')).toBe(
      'f:2: expected the end of cell 2 after its closing quote (a quote within is written "")',
    )
    expect(error('title,label\na,b\n')).toBe(
      'f:1: expected a column "text" (another: `textColumn`), found: title, label',
    )
    expect(error('text,label\na,b\n', { labelColumn: 'topic' })).toMatch(
      /a column "topic" \(another: `labelColumn`\)/,
    )
    expect(error('text,text\na,b\n')).toBe('f:1: expected one column "text", found two')
    expect(error('')).toBe('f:1: expected a header line with the names of the columns')
    expect(error('text,labels\na,"[""""]"\n')).toMatch(/f:2: expected "labels" without empty names/)
  })

  it('goes on with the next line after a malformed record', () => {
    const { documents, skipped } = readAll('csv', 'text,label\n"a" b,x\nc,y\n"d,z\ne,w\n', { skipBad: true })
    expect(documents).toEqual([
      { text: 'c', labels: ['y'] },
      { text: 'e', labels: ['w'] },
    ])
    expect(skipped.map((message) => message.slice(0, 4))).toEqual(['f:2:', 'f:4:'])
  })

  it('cannot do without a header, --skip-bad or not', () => {
    expect(readAll('csv', '"text" x\na\n', { skipBad: true }).error).toMatch(
      /^f:1: expected the end of cell 1/,
    )
    expect(readAll('csv', 'a\nb\n', { skipBad: true }).error).toMatch(/^f:1: expected a column "text"/)
  })

  it('bounds the length of a record', () => {
    const data = `text\n"${'a\n'.repeat(100)}"\nb\n`
    const { documents, skipped } = readAll('csv', data, { recordLimit: 50, skipBad: true })
    expect(skipped[0]).toBe('f:2: expected a record of at most 50 bytes, this one is longer')
    expect(documents[documents.length - 1]).toEqual({ text: 'b' })
  })

  it('counts a million commas without keeping them', () => {
    expect(readAll('csv', `text\n${','.repeat(1e6)}\n`).error).toBe(
      'f:2: expected 1 cells as in the header, found 1000001',
    )
    expect(readAll('csv', `text${','.repeat(1e5)}\n`).error).toMatch(
      /expected at most 65536 columns, found 100001/,
    )
  })

  it('reads cells in Windows-1252', () => {
    const bytes = encode('text,label\nK?ln,x\n').map((byte) => (byte === 63 ? 0xf6 : byte))
    expect(documentsOf('csv', bytes)[0].text).toBe('Köln')
  })

  it('agrees with papaparse', () => {
    const cell = fc.array(fc.constantFrom('"', ',', '\t', '\n', '\r\n', 'a', 'é', ' ', '😀'), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom<'csv' | 'tsv'>('csv', 'tsv'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(100)),
        (cells, format, newline, cuts) => {
          const delimiter = format === 'csv' ? ',' : '\t'
          const rows = cells.map(([a, b]) => [a.join(''), b.join('')])
          const data = Papa.unparse([['text', 'x'], ...rows], { delimiter, newline })
          const run = { fields: ['text', 'x'], cuts }
          // Joined with an empty cell skipped, as fields are; checked against both parser and input.
          const want = Papa.parse<string[]>(data, { delimiter, newline }).data.slice(1)
          expect(want).toEqual(rows)
          expect(documentsOf(format, data, run).map(({ text }) => text)).toEqual(
            rows.map((row) => row.filter((text) => text !== '').join('\n')),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a column of weights', () => {
  it('is read where it is named, an empty cell as none', () => {
    const text = 'text,label,w\na,x,2.5\nb,x,\n'
    expect(read(text, { weightColumn: 'w' }).map(({ weight }) => weight)).toEqual([2.5, undefined])
    expect(read(text).map(({ weight }) => weight)).toEqual([undefined, undefined])
  })

  it('must hold numbers above 0', () => {
    expect(() => read('text,label,w\na,x,heavy\n', { weightColumn: 'w' })).toThrow(
      /expected "w" to be a number above 0, found: heavy/,
    )
    expect(() => read('text,label\na,x\n', { weightColumn: 'w' })).toThrow(
      /a column "w" \(another: `weightColumn`\)/,
    )
  })
})
