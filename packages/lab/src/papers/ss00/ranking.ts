// What the items of SS00 measure: one-error, coverage and average precision over some sizes, a table and a figure each.

import type { Measures } from 'abound'
import type { PaperPlot, PublishedTable } from '../item.js'
import type { Figures } from '../measured-figures.js'
import { columns, publishedTable } from '../published-table.js'

export const ERROR = 'one-error %'
export const COVERAGE = 'coverage'
export const PRECISION = 'average precision'
const MEASURES = [ERROR, COVERAGE, PRECISION] as const
export type RankingMeasure = (typeof MEASURES)[number]

/** The tables over some sizes: a row for each contender. */
export class RankingTables {
  /** What the sizes are: `by training documents`. */
  private readonly over: string

  constructor(over: string) {
    this.over = over
  }

  name(measure: RankingMeasure): string {
    return `${measure} ${this.over}`
  }

  declare(
    place: string,
    names: readonly string[],
    sizes: readonly number[],
    digits: number,
  ): PublishedTable[] {
    return MEASURES.map((measure) =>
      publishedTable(this.name(measure), place, columns(sizes, measure === ERROR ? digits : 3), names),
    )
  }

  add(figures: Figures, row: string, size: number, { oneError, coverage, averagePrecision }: Measures): void {
    figures.add(this.name(ERROR), row, { [size]: oneError === null ? null : 100 * oneError })
    figures.add(this.name(COVERAGE), row, { [size]: coverage })
    figures.add(this.name(PRECISION), row, { [size]: averagePrecision })
  }

  /** A contender's figures of some sizes one after the other. */
  side(figures: Figures, measure: RankingMeasure, name: string, sizes: readonly number[]) {
    return { name, figures: sizes.flatMap((size) => figures.of(this.name(measure), name, size)) }
  }

  plots(
    figures: Figures,
    title: string,
    x: PaperPlot['x'],
    names: readonly string[],
    sizes: readonly number[],
  ): PaperPlot[] {
    return MEASURES.map((measure) => ({
      name: measure.replace(/[^a-z]+/g, '-').replace(/-$/, ''),
      title: `${title}: ${measure}`,
      x,
      y: { label: measure },
      lines: figures.lines(this.name(measure), names, sizes),
    }))
  }
}
