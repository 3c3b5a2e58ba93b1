import { describe, expect, it } from 'vitest'
import { oddLabels } from '../../packages/abound/src/check/label-names.js'

const counts = (entries: Record<string, number>): Map<string, number> => new Map(Object.entries(entries))

describe('odd labels', () => {
  it('finds spellings of one label, and suggests the most frequent', () => {
    const found = oddLabels(counts({ 'card arrival': 9, Card_Arrival: 2, 'card-arrival ': 3, cards: 4 }))
    expect(found).toEqual([
      {
        kind: 'label-spelling',
        labels: [
          { label: 'card arrival', documents: 9 },
          { label: 'card-arrival ', documents: 3 },
          { label: 'Card_Arrival', documents: 2 },
        ],
        suggested: 'card arrival',
        what: 'differ only in case, blanks, hyphens or underscores',
      },
    ])
  })

  it('finds blanks at the ends, unless the other spelling says it all', () => {
    const kinds = oddLabels(counts({ ' wheat': 4, corn: 3, 'corn ': 2 })).map(({ kind, labels }) => [
      kind,
      labels[0].label,
    ])
    expect(kinds).toEqual([
      ['label-spelling', 'corn'],
      ['label-blanks', ' wheat'],
    ])
  })

  it('finds labels of test texts that training lacks, and lonely ones', () => {
    const found = oddLabels(counts({ wheat: 4, rye: 1 }), counts({ wheat: 2, oats: 3, rye: 5 }))
    expect(found.map(({ kind, labels }) => [kind, labels[0].label, labels[0].documents])).toEqual([
      ['unknown-label', 'oats', 3],
      ['lone-label', 'rye', 1],
    ])
  })

  it('leaves names alone that mean different things', () => {
    expect(oddLabels(counts({ c: 4, 'c++': 4, 'c#': 4, '1.2': 3, '12': 3 }))).toEqual([])
  })
})
