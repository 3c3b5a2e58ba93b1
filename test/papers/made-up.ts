// A desk with made-up documents, and a small item, for tests.

import type { Document } from '../../packages/abound/src/contract.js'
import { higher } from '../../packages/lab/src/papers/claims.js'
import type { Desk, PaperItem } from '../../packages/lab/src/papers/item.js'
import type { RunSettings } from '../../packages/lab/src/papers/item-record.js'
import { Figures } from '../../packages/lab/src/papers/measured-figures.js'
import { CS02 } from '../../packages/lab/src/papers/papers.js'

/** Documents of three topics with words of their own and shared ones; every fifth has two topics. */
export function madeUp(count: number, from = 0): Document[] {
  const topics = ['grain', 'metal', 'money']
  return Array.from({ length: count }, (_, at) => {
    const i = from + at
    const labels = i % 5 === 0 ? [topics[i % 3], topics[(i + 1) % 3]] : [topics[i % 3]]
    const own = labels.flatMap((label) => [`${label}${i % 4}`, `${label}${(i + 1) % 4}`, label])
    return {
      id: `CVE-${2000 + (i % 10)}-${i}`,
      text: [...own, `word${i % 7}`, `word${i % 3}`].join(' '),
      labels,
    }
  })
}

export function deskOf(parts: Readonly<Record<string, readonly Document[]>>, quick = false): Desk {
  let seconds = 0
  return {
    seed: 1,
    quick,
    documents: async (dataset, part) => [...(parts[`${dataset}/${part}`] ?? [])],
    corpus: (dataset, names, most) => ({
      rereadable: true,
      async *batches() {
        yield names.flatMap((part) => parts[`${dataset}/${part}`] ?? []).slice(0, most)
      },
    }),
    texts: async () => [],
    progress: () => {},
    cpuSeconds: () => seconds++,
    megabytes: () => 100,
  }
}

export const SETTINGS: RunSettings = { date: '2026-01-31', machine: '2 cores, Node 20', now: () => 0 }

/** Two rows, one of which the paper has; figures that are what they are. */
export const SMALL: PaperItem = {
  id: 'cs02-small',
  paper: CS02,
  place: 'table 9',
  title: 'a small table',
  corpora: [],
  data: 'same',
  differs: 'Nothing | but this.',
  protocol: 'Two trials.',
  tables: [
    {
      name: 'a table',
      place: 'table 9',
      measures: [
        { name: 'R1', digits: 3, within: 0.01 },
        { name: 'loss', digits: 1 },
      ],
      rows: { ours: [0.5, null], theirs: [null, null] },
    },
  ],
  headline: [['a table', 'ours', 'R1']],
  claims: { better: 'Ours is better than theirs.' },
  async run() {
    const figures = new Figures()
    for (const r1 of [0.5, 0.51]) figures.add('a table', 'ours', { R1: r1, loss: 100 * r1 })
    for (const r1 of [0.4, 0.42]) figures.add('a table', 'theirs', { R1: r1 })
    const side = (row: string) => ({ name: row, figures: figures.of('a table', row, 'R1') })
    const points = [1, 2, 3].map((x) => [x, x / 3] as const)
    return {
      figures,
      facts: { documents: 12345 },
      notes: ['A note.'],
      plots: [
        {
          name: 'curve',
          title: 'A <curve>',
          x: { label: 'x' },
          y: { label: 'y' },
          lines: [{ name: 'a', points }],
        },
      ],
      claims: { better: higher(side('ours'), side('theirs')) },
    }
  },
}
