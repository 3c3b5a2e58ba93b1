// Contestants over the trials of corpora, a table for each corpus: what figures 9 and 10 of MCG09 have in common.

import type { GivenOptions } from 'abound/internal'
import type { Side } from '../claims.js'
import type { Desk, MeasureColumn, PublishedTable } from '../item.js'
import type { Figures } from '../measured-figures.js'
import { measureContender } from '../measuring.js'
import { type CorpusSource, eachTrial } from './corpora.js'
import { describeChoices, type SettingsSearch, searchSettings } from './search.js'

/** A row of a table: what is trained. */
export interface Contestant {
  readonly options: GivenOptions
  /** Of which settings the best is taken, in each trial; rows with the same search share what it finds. */
  readonly search?: SettingsSearch
  /** What is trained in the search, where that is not `options`: the cheapest of the rows that share it. */
  readonly searchedWith?: GivenOptions
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

/** What a contest was held over, and what was chosen in its searches, in words. */
interface Contest {
  readonly documents: number
  readonly notes: string[]
}

/** Runs every contestant on every trial. */
export async function contest(
  desk: Desk,
  figures: Figures,
  table: string,
  source: CorpusSource,
  contestants: Readonly<Record<string, Contestant>>,
  part: readonly [number, number] = [0, 1],
): Promise<Contest> {
  const rows = Object.entries(contestants)
  const chosen = new Map<string, GivenOptions[]>()
  let size = 0
  for await (const { trial, documents, vectors, progress } of eachTrial(
    desk,
    { [table]: source },
    undefined,
    part,
  )) {
    size = documents
    const found = new Map<SettingsSearch, GivenOptions>()
    for (const [i, [row, contestant]] of rows.entries()) {
      const { search, options, searchedWith = options, onlyTrials = Number.POSITIVE_INFINITY } = contestant
      if (trial >= onlyTrials) continue
      progress(i / rows.length, `${table}: ${row}`)
      let settings: GivenOptions = {}
      if (search !== undefined) {
        const earlier = found.get(search)
        settings = earlier ?? (await searchSettings(desk, vectors.train, searchedWith, search))
        found.set(search, settings)
        if (earlier === undefined) chosen.set(row, [...(chosen.get(row) ?? []), settings])
      }
      const { classifier, measures, cpuSeconds } = await measureContender(desk, vectors, {
        ...options,
        ...settings,
      })
      const { edges, edgesPerFeature, weights } = classifier.figures()
      const { HR, R1, R5 } = measures
      const thousands = (edges ?? weights ?? Number.NaN) / 1000
      figures.add(table, row, { HR, R1, R5, d: edgesPerFeature, [SIZE]: thousands, [TIME]: cpuSeconds })
    }
  }
  const notes = [...chosen].map(
    ([row, choices]) => `Chosen on ${table}, ${row}: ${describeChoices(choices)}.`,
  )
  return { documents: size, notes }
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
