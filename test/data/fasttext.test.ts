import { describe, expect, it } from 'vitest'
import { documentsOf, readAll } from './read-all.js'

describe('fastText', () => {
  it('reads labels and text', () => {
    expect(documentsOf('fasttext', '__label__a __label__b Wheat  rose \n__label__c\tx\nno label\n')).toEqual([
      { text: 'Wheat  rose ', labels: ['a', 'b'] },
      { text: 'x', labels: ['c'] },
      { text: 'no label' },
    ])
  })

  it('keeps blank lines as documents without words, so that lines and documents match', () => {
    expect(documentsOf('fasttext', 'a\n\n__label__x\n')).toEqual([
      { text: 'a' },
      { text: '' },
      { text: '', labels: ['x'] },
    ])
  })

  it('takes labels anywhere in the line, as fastText does, but not within words', () => {
    expect(documentsOf('fasttext', '__label__a one __label__b  two __label__a\n x__label__c y\n')).toEqual([
      { text: 'one  two', labels: ['a', 'b'] },
      { text: 'x__label__c y' },
    ])
  })

  it('warns of the usual slips and reads them as fastText does', () => {
    const { documents, warnings } = readAll(
      'fasttext',
      'x\n__label__a__label__b t\n__label__a, __label__b u\n',
    )
    expect(documents.slice(1)).toEqual([
      { text: 't', labels: ['a__label__b'] },
      { text: 'u', labels: ['a,', 'b'] },
    ])
    expect(warnings).toEqual([
      'f:2: __label__a__label__b is one label, as fastText reads it; a blank belongs between two',
      'f:3: __label__a, has the comma in its name, as fastText reads it; labels are separated by blanks',
    ])
  })

  it('counts the slips that it does not show', () => {
    const { warnings } = readAll('fasttext', '__label__a, t\n'.repeat(10))
    expect(warnings).toHaveLength(4)
    expect(warnings[3]).toBe('f: 10 labels that end in a comma, the first 3 are shown')
  })

  it('refuses a label without a name', () => {
    expect(readAll('fasttext', 'a\n__label__ text\n').error).toMatch(/^f:2: expected names after __label__/)
  })

  it('takes time in proportion to the line, blanks and labels however many', () => {
    const line = `${' '.repeat(500_000)}__label__a ${'x '.repeat(200_000)}${' '.repeat(500_000)} __label__b`
    const [document] = documentsOf('fasttext', line)
    expect(document.labels).toEqual(['a', 'b'])
    expect(documentsOf('fasttext', '_'.repeat(1_000_000))).toHaveLength(1)
  })
})
