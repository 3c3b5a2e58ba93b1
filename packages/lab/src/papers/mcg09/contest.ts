// Contestants over the trials of corpora, a table for each corpus: what figures 9 and 10 of MCG09 have in common.

import type { GivenOptions } from 'abound/internal'
import type { Side } from '../claims.js'
import type { Desk, MeasureColumn, PublishedTable } from '../item.js'
import type { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { type CorpusSource, eachTrial } from './corpora.js'

/** A row of a table: what is trained. */
export interface Contestant extends GivenOptions {
  /** In how many of the trials it is run: all unless told otherwise. */
  readonly onlyTrials?: number
}

/** Ranking, and what it takes: edges or weights in thousands, edges met for each word of a text, training time. */
export const CONTEST_COLUMNS: readonly MeasureColumn[] = [
  { name: 'HR', digits: 3, within: 0.02 },
  { name: 'R1', digits: 3, within: 0.015 },
  { name: 'R5', digits: 3, within: 0.01 },
  { name: 'd', digits: 1 },
  { name: '|W| in thousands', digits: 0 },
  { name: 's of CPU to train', digits: 1 },
]
export const SIZE = '|W| in thousands'
export const TIME = 's of CPU to train'

export function contestTable(name: string, place: string, rows: PublishedTable['rows']): PublishedTable {
  return { name, place, measures: CONTEST_COLUMNS, rows }
}

/** Runs every contestant on every trial; returns how many documents the corpus has. */
export async function contest(
  desk: Desk,
  figures: Figures,
  table: string,
  source: CorpusSource,
  contestants: Readonly<Record<string, Contestant>>,
  part: readonly [number, number],
): Promise<number> {
  const rows = Object.entries(contestants)
  let size = 0
  for await (const { trial, documents, vectors, progress } of eachTrial(
    desk,
    { [table]: source },
    undefined,
    part,
  )) {
    size = documents
    for (const [i, [row, { onlyTrials = Number.POSITIVE_INFINITY, ...options }]] of rows.entries()) {
      if (trial >= onlyTrials) continue
      progress(i / rows.length, `${table}: ${row}`)
      const { classifier, measures, cpuSeconds } = await measureContender(desk, vectors, options)
      const { edges, edgesPerFeature, weights } = classifier.figures()
      const { HR, R1, R5 } = measures
      const thousands = (edges ?? weights ?? Number.NaN) / 1000
      figures.add(table, row, { HR, R1, R5, d: edgesPerFeature, [SIZE]: thousands, [TIME]: cpuSeconds })
    }
  }
  return size
}

/** Two rows as sides of a comparison, over the trials that both have. */
export function pairRows(
  figures: Figures,
  table: string,
  first: string,
  second: string,
  measure = 'R1',
): [first: Side, second: Side] {
  const sides = [figures.side(table, first, measure), figures.side(table, second, measure)]
  const both = Math.min(...sides.map((side) => side.figures.length))
  const [a, b] = sides.map((side) => ({ ...side, figures: side.figures.slice(0, both) }))
  return [a, b]
}
