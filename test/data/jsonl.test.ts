import { describe, expect, it } from 'vitest'
import { documentsOf, encode, readAll } from './read-all.js'

const one = (line: string, run = {}) => documentsOf('jsonl', `${line}\n`, run)[0]
const error = (line: string, run = {}) => readAll('jsonl', `${line}\n`, run).error

describe('JSONL', () => {
  it('tells labelled, known to have none, unlabelled and partly judged apart', () => {
    expect(one('{"text":"a","labels":["x","y"]}')).toEqual({ text: 'a', labels: ['x', 'y'] })
    expect(one('{"text":"a","labels":[]}')).toEqual({ text: 'a', labels: [] })
    expect(Object.keys(one('{"text":"a"}'))).toEqual(['text'])
    expect(one('{"text":"a","label":"x"}')).toEqual({ text: 'a', labels: ['x'] })
    expect(one('{"text":"a","labels":["x"],"notLabels":["y"],"partial":true}')).toEqual({
      text: 'a',
      labels: ['x'],
      notLabels: ['y'],
      partial: true,
    })
    expect(one('{"text":"a","partial":false}')).toEqual({ text: 'a' })
  })

  it('takes ids and labels that are numbers, and truth values as labels', () => {
    expect(one('{"id":7,"text":"a","labels":[1,"b",2.5,true]}')).toEqual({
      id: '7',
      text: 'a',
      labels: ['1', 'b', '2.5', 'true'],
    })
    expect(one('{"id":null,"text":"a","label":0}')).toEqual({ text: 'a', labels: ['0'] })
  })

  it('names each label once', () => {
    expect(one('{"text":"a","labels":["x","y","x"]}').labels).toEqual(['x', 'y'])
    const many = Array.from({ length: 100 }, (_, i) => `l${i % 40}`)
    expect(one(JSON.stringify({ text: 'a', labels: many })).labels).toEqual(many.slice(0, 40))
  })

  it('prefers labels where label stands beside it', () => {
    expect(one('{"text":"a","labels":["x","y"],"label":"x"}').labels).toEqual(['x', 'y'])
  })

  it('joins fields, skipping those that are missing', () => {
    const run = { fields: ['title', 'text'] }
    expect(one('{"title":"T","text":"a"}', run).text).toBe('T\na')
    expect(one('{"title":"T","text":null}', run).text).toBe('T')
    expect(one('{"text":"a","title":null}', run).text).toBe('a')
    expect(error('{"body":"a"}', run)).toBe(
      'f:1: expected a JSON object with "title" or "text" and "labels", found no "title", no "text"',
    )
  })

  it('reads other names and separators where asked', () => {
    expect(
      one('{"body":"a","topics":"x; y"}', { textColumn: 'body', labelColumn: 'topics', labelSeparator: ';' }),
    ).toEqual({ text: 'a', labels: ['x', 'y'] })
    expect(one('{"text":"a","labels":"x|y"}', { labelSeparator: '|' }).labels).toEqual(['x', 'y'])
  })

  it('skips blank lines and the byte order mark, keeps marks within', () => {
    const data = '\ufeff{"text":"\ufeffa"}\r\n\r\n  \t\n{"text":"b"}'
    expect(documentsOf('jsonl', data)).toEqual([{ text: '\ufeffa' }, { text: 'b' }])
  })

  it('says what was expected, with file and line', () => {
    expect(error('not json')).toBe('f:1: expected a JSON object with "text" and "labels", found: not json')
    expect(error('[1,2]')).toBe('f:1: expected a JSON object with "text" and "labels", found: [1,2]')
    expect(error('"x"')).toMatch(/found: "x"$/)
    expect(error('null')).toMatch(/found: null$/)
    expect(error(`{"text": ${'x'.repeat(100)}`)).toMatch(/found: \{"text": x{31}…$/)
    expect(error('{}')).toBe('f:1: expected a JSON object with "text" and "labels", found no "text"')
    expect(error('{"text":7}')).toBe('f:1: expected "text" to be a string, found: 7')
    expect(error('{"text":"a","labels":null}')).toBe(
      'f:1: expected "labels" to be an array of strings, found: null',
    )
    expect(error('{"text":"a","labels":"x"}')).toMatch(/array of strings, found: "x"$/)
    expect(error('{"text":"a","labels":[{}]}')).toBe('f:1: expected "labels" to hold strings, found: {}')
    expect(error('{"text":"a","labels":[""]}')).toMatch(/without empty names/)
    expect(error('{"text":"a","label":null}')).toBe('f:1: expected "label" to be a string, found: null')
    expect(error('{"text":"a","label":{"a":1}}')).toMatch(/"label" to be a string, found: \{"a":1\}$/)
    expect(error('{"text":"a","id":[]}')).toBe('f:1: expected "id" to be a string, found: []')
    expect(error('{"text":"a","partial":"yes"}')).toMatch(/"partial" to be true or false/)
    expect(error('{"text":"a","notLabels":"x"}')).toMatch(/"notLabels" to be an array/)
    expect(error('{"text":"a","labels":["x"],"notLabels":["x"]}')).toMatch(
      /"labels" or in "notLabels", not in both/,
    )
    expect(readAll('jsonl', '{"text":"a"}\n\n{"text":\n').error).toMatch(/^f:3: /)
  })

  it('refuses numbers that lost digits: two labels might have become one', () => {
    expect(error('{"text":"a","label":12345678901234567890}')).toMatch(/"label" to hold strings/)
    expect(error('{"text":"a","id":1e999}')).toMatch(/"id" to be a string/)
  })

  it('refuses settings that make no sense', () => {
    expect(error('{"text":"a"}', { fields: [] })).toBe('fields: expected at least one name')
    expect(error('{"text":"a"}', { labelSeparator: '' })).toBe(
      'labelSeparator: expected at least one character',
    )
  })

  it('goes on after malformed lines where asked', () => {
    const {
      documents,
      skipped,
      error: thrown,
    } = readAll('jsonl', '{"text":"a"}\nbad\n{"text":"b"}\n{}', {
      skipBad: true,
    })
    expect(documents).toEqual([{ text: 'a' }, { text: 'b' }])
    expect(skipped.map((message) => message.slice(0, 4))).toEqual(['f:2:', 'f:4:'])
    expect(thrown).toBeUndefined()
  })

  it('bounds the length of a line', () => {
    const { documents, skipped } = readAll('jsonl', `{"text":"${'a'.repeat(100)}"}\n{"text":"b"}`, {
      recordLimit: 50,
      skipBad: true,
      cuts: [30, 60],
    })
    expect(skipped).toEqual(['f:1: expected a line of at most 50 bytes, this one is longer'])
    expect(documents).toEqual([{ text: 'b' }])
  })

  it('reads what is not UTF-8 as Windows-1252, and says so', () => {
    const bytes = encode('{"text":"K?ln ?"}\n{"text":"Köln"}')
    bytes[10] = 0xf6
    bytes[14] = 0x80
    const { documents, warnings } = readAll('jsonl', bytes)
    expect(documents).toEqual([{ text: 'Köln €' }, { text: 'Köln' }])
    expect(warnings).toEqual(['f:1: not UTF-8, read as Windows-1252'])
  })

  it('warns of the first few, and counts the rest', () => {
    const bytes = encode('{"text":"?"}\n'.repeat(5)).map((byte) => (byte === 63 ? 0xe9 : byte))
    expect(readAll('jsonl', bytes).warnings).toEqual([
      'f:1: not UTF-8, read as Windows-1252',
      'f:2: not UTF-8, read as Windows-1252',
      'f:3: not UTF-8, read as Windows-1252',
      'f: 5 records that are not UTF-8, the first 3 are shown',
    ])
  })
})

describe('a field of weights', () => {
  it('is read where it is named', () => {
    expect(one('{"text":"a","label":"x","w":3}', { weightColumn: 'w' }).weight).toBe(3)
    expect(one('{"text":"a","label":"x","w":3}', { weightColumn: 'w', textBytes: true }).weight).toBe(3)
    expect(one('{"text":"a","label":"x","w":3}').weight).toBeUndefined()
    expect(one('{"text":"a","label":"x","w":null}', { weightColumn: 'w' }).weight).toBeUndefined()
  })
})
