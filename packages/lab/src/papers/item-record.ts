// The record of a run: what is kept in the JSON file of a paper, and what it says of an item's status. Nothing else goes
// into the pages, so that they can be made again from the files.

import { InputError } from 'abound'
import { meanAndDeviation } from 'abound/internal'
import type { Decision, Desk, Findings, PaperItem, PaperPlot, PublishedTable } from './item.js'

/** A measured figure: the mean over `trials`, and how they spread. */
interface MeasuredFigure {
  readonly mean: number
  readonly deviation: number | null
  readonly trials: number
}

/** What was measured for a table: by row, by measure. */
type MeasuredRows = Readonly<Record<string, Readonly<Record<string, MeasuredFigure>>>>

/** A run of an item, as it is kept. */
export interface ItemRecord extends Required<Omit<Findings, 'figures'>> {
  readonly id: string
  /** Day of the run, `2026-01-31`. */
  readonly date: string
  /** What it ran on, in general words: `2 cores, Node 20`. */
  readonly machine: string
  readonly seed: number
  readonly quick: boolean
  readonly seconds: number
  /** By the name of the published table. */
  readonly tables: Readonly<Record<string, MeasuredRows>>
  /** Why claims do not hold, by their names; absent before experiments were made. */
  readonly decisions?: Readonly<Record<string, Decision>>
}

/** The file of a paper. */
export interface PaperRecord {
  readonly paper: string
  readonly items: readonly ItemRecord[]
}

export type Status =
  | 'reproduced'
  | 'pattern reproduced'
  | 'partly reproduced'
  | 'other data'
  | 'not reproduced'
  | 'not possible'
  | 'quick run only'
  | 'not run yet'

/** What surrounds a run and is not the item's to know. */
export interface RunSettings extends Pick<ItemRecord, 'date' | 'machine'> {
  /** Seconds since some moment, for the duration. */
  now(): number
}

/** Runs an item and checks that it gave what it declares. */
export async function runItem(
  item: PaperItem,
  desk: Desk,
  { date, machine, now }: RunSettings,
): Promise<ItemRecord> {
  if (item.run === undefined) throw new InputError(`${item.id} cannot be run: ${item.differs}`)
  const started = now()
  const findings = await item.run(desk)
  checkFindings(item, findings)
  const record: ItemRecord = {
    id: item.id,
    date,
    machine,
    seed: desk.seed,
    quick: desk.quick,
    seconds: Math.round((now() - started) * 10) / 10,
    facts: findings.facts ?? {},
    tables: Object.fromEntries(item.tables.map((table) => [table.name, summarise(table, findings)])),
    claims: findings.claims,
    plots: (findings.plots ?? []).map(roundPlot),
    notes: findings.notes ?? [],
  }
  return decideClaims(item, record, desk)
}

/** The record with what the item's experiments say of the claims that do not hold in it. */
export async function decideClaims(item: PaperItem, record: ItemRecord, desk: Desk): Promise<ItemRecord> {
  const decisions: Record<string, Decision> = {}
  for (const [name, { run }] of Object.entries(item.experiments ?? {})) {
    if (record.claims[name]?.verdict !== 'not held') continue
    decisions[name] = await run(desk)
  }
  return Object.keys(decisions).length === 0 ? record : { ...record, decisions }
}

/** A run that gives what nobody declared, or forgets a claim, is a fault of the item. */
function checkFindings(item: PaperItem, { figures, claims }: Findings): void {
  for (const [name, row] of figures.rows()) {
    const table = item.tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`${item.id} measured a table that it does not declare: ${name}`)
    if (!Object.hasOwn(table.rows, row))
      throw new Error(`${item.id} measured a row that ${name} does not have: ${row}`)
  }
  const [declared, found] = [Object.keys(item.claims).sort().join(), Object.keys(claims).sort().join()]
  if (declared !== found) throw new Error(`${item.id} declares the claims ${declared} and checked ${found}`)
}

/** The figures of a table's cells, without the cells and rows that nothing was measured of. */
function summarise({ name, measures, rows }: PublishedTable, { figures }: Findings): MeasuredRows {
  const out: Record<string, Record<string, MeasuredFigure>> = {}
  for (const row of Object.keys(rows)) {
    for (const { name: measure } of measures) {
      const { count, mean, deviation } = meanAndDeviation(figures.of(name, row, measure))
      if (mean === null) continue
      out[row] ??= {}
      out[row][measure] = {
        mean: round(mean),
        deviation: deviation === null ? null : round(deviation),
        trials: count,
      }
    }
  }
  return out
}

function roundPlot(plot: PaperPlot): PaperPlot {
  const lines = plot.lines.map(({ name, points }) => ({
    name,
    points: points.map(([x, y]) => [round(x), round(y)] as const),
  }))
  return { ...plot, lines }
}

/** To six digits: more is noise, and makes files that nobody can read. */
function round(number: number): number {
  return Number(number.toPrecision(6))
}

/**
 * What can be said of an item: `reproduced` where every published figure is met within its bound and no claim fails,
 * `pattern reproduced` where all claims hold and figures differ, `partly` where most claims do. A quick run settles nothing.
 */
export function statusOf(item: PaperItem, record: ItemRecord | undefined): Status {
  if (item.data === 'none') return 'not possible'
  if (record === undefined) return 'not run yet'
  if (record.quick) return 'quick run only'
  const verdicts = Object.values(record.claims).map(({ verdict }) => verdict)
  const failed = verdicts.filter((verdict) => verdict === 'not held').length
  if (failed > verdicts.length / 2) return 'not reproduced'
  if (item.data === 'other') return 'other data'
  if (failed > 0) return 'partly reproduced'
  const published = item.tables.flatMap((table) => publishedFigures(table, record))
  // Curves in print have no figures to be met.
  return published.length > 0 && published.every((isMet) => isMet) ? 'reproduced' : 'pattern reproduced'
}

/** Of each published figure whether it was measured and is within its bound. */
function publishedFigures({ name, measures, rows }: PublishedTable, record: ItemRecord): boolean[] {
  return Object.entries(rows).flatMap(([row, published]) =>
    measures.flatMap(({ name: measure, within = Number.POSITIVE_INFINITY }, column) => {
      const paper = published[column] ?? null
      const ours = record.tables[name]?.[row]?.[measure]
      if (paper === null) return []
      return [ours !== undefined && Math.abs(ours.mean - paper) <= within]
    }),
  )
}

/** The records with newer ones in their place; a quick run never takes the place of a whole one. */
export function mergeRecords(older: readonly ItemRecord[], newer: readonly ItemRecord[]): ItemRecord[] {
  const byId = new Map(older.map((record) => [record.id, record]))
  for (const record of newer) {
    if (!record.quick || byId.get(record.id)?.quick !== false) byId.set(record.id, record)
  }
  return [...byId.values()]
}
