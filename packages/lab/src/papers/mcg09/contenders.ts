// Contenders over the trials of a corpus, into one table: what figures 9 to 18 of MCG09 have in common.

import type { GivenOptions } from 'abound/pipeline'
import type { Side } from '../claims.js'
import type { Figures } from '../figures.js'
import type { Desk, MeasureColumn } from '../item.js'
import { measured } from '../measuring.js'
import { type Mcg09Corpus, trialsOf, vectorsOf } from './corpora.js'

/** A row of a table: what is trained, and in how many of the trials (all unless told otherwise). */
export interface Entrant {
  readonly options: GivenOptions
  readonly trials?: number
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

/** Runs every entrant on every trial; `share` places the trials within the whole work. */
export async function contest(
  desk: Desk,
  figures: Figures,
  table: string,
  corpus: Mcg09Corpus,
  entrants: Readonly<Record<string, Entrant>>,
  share: (part: number) => number,
  times?: number,
): Promise<void> {
  const splits = trialsOf(desk, corpus, times)
  const rows = Object.entries(entrants)
  for (const [trial, split] of splits.entries()) {
    const vectors = await vectorsOf(corpus, split)
    for (const [i, [row, { options, trials = splits.length }]] of rows.entries()) {
      if (trial >= trials) continue
      desk.progress(share((trial + i / rows.length) / splits.length), `${table}: ${row}`)
      const { classifier, measures, cpuSeconds } = await measured(desk, vectors, options)
      const { edges, edgesPerFeature, weights } = classifier.figures()
      const size = edges ?? weights
      figures.add(table, row, {
        HR: measures.HR,
        R1: measures.R1,
        R5: measures.R5,
        d: edgesPerFeature,
        '|W| in thousands': size === undefined ? undefined : size / 1000,
        's of CPU to train': cpuSeconds,
      })
    }
  }
}

/** The R1 (or another measure) of a row, over the trials that the other row has too. */
export function sideBy(figures: Figures, table: string, row: string, measure = 'R1', trials?: number): Side {
  return { name: row, figures: figures.of(table, row, measure).slice(0, trials) }
}

/** Two rows as sides of a comparison, over the trials that both have. */
export function pair(
  figures: Figures,
  table: string,
  first: string,
  second: string,
  measure = 'R1',
): [first: Side, second: Side] {
  const [a, b] = [figures.of(table, first, measure), figures.of(table, second, measure)]
  const both = Math.min(a.length, b.length)
  return [sideBy(figures, table, first, measure, both), sideBy(figures, table, second, measure, both)]
}
