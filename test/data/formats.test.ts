import { describe, expect, it } from 'vitest'
import { formatNamed, formatOf } from '../../packages/abound/src/data/format-by-extension.js'
import { InputError } from '../../packages/abound/src/errors.js'

describe('formatOf', () => {
  it.each([
    ['a.jsonl', 'jsonl', 'none'],
    ['a.ndjson', 'jsonl', 'none'],
    ['folder.csv/b.tsv.gz', 'tsv', 'gz'],
    ['A.CSV.ZST', 'csv', 'zst'],
    ['news.txt', 'fasttext', 'none'],
    ['news.ft', 'fasttext', 'none'],
    ['x.svm', 'svm', 'none'],
    ['x.svmlight', 'svm', 'none'],
    ['x.libsvm.gz', 'svm', 'gz'],
    ['x.parquet', 'parquet', 'none'],
    ['reut2-000.sgm', 'sgm', 'none'],
    ['reut2-000.sgml', 'sgm', 'none'],
    ['two.dots.jsonl', 'jsonl', 'none'],
  ])('%s is %s behind %s', (name, format, compression) => {
    expect(formatOf(name)).toEqual({ format, compression })
  })

  it.each(['news', 'news.gz', 'jsonl', 'news.json', 'a.csv/news', 'x.constructor', ''])(
    'refuses %j',
    (name) => {
      expect(() => formatOf(name)).toThrow(InputError)
      expect(() => formatOf(name)).toThrow(/expected \.jsonl, \.csv/)
    },
  )

  it('asks what standard input is', () => {
    expect(() => formatOf('-')).toThrow(/standard input: .*`from`/)
  })
})

describe('formatNamed', () => {
  it('knows formats and extensions', () => {
    expect(formatNamed('csv')).toEqual({ format: 'csv', compression: 'none' })
    expect(formatNamed('fasttext')).toEqual({ format: 'fasttext', compression: 'none' })
    expect(formatNamed('jsonl.gz')).toEqual({ format: 'jsonl', compression: 'gz' })
  })

  it('refuses others', () => {
    expect(() => formatNamed('xml')).toThrow('format xml: expected one of jsonl, csv')
  })
})
