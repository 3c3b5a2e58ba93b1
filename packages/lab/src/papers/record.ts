// The record of a run: what is kept in the JSON file of a paper, and what it says of an item's status. Nothing else goes
// into the pages, so that they can be made again from the files.

import { InputError } from 'abound'
import { meanAndDeviation } from 'abound/measures'
import type { ClaimFound } from './claims.js'
import type { Desk, Findings, PaperItem, PaperPlot, PublishedTable } from './item.js'

/** A measured figure: the mean over `trials`, and how they spread. */
export interface MeasuredFigure {
  readonly mean: number
  readonly deviation: number | null
  readonly trials: number
}

/** What was measured for a table: by row, by measure. */
export type MeasuredRows = Readonly<Record<string, Readonly<Record<string, MeasuredFigure>>>>

/** A run of an item, as it is kept. */
export interface ItemRecord {
  readonly id: string
  /** Day of the run, `2026-01-31`. */
  readonly date: string
  /** What it ran on, in general words: `2 cores, Node 20`. */
  readonly machine: string
  readonly seed: number
  readonly quick: boolean
  readonly seconds: number
  readonly facts: Readonly<Record<string, number | string>>
  /** By the name of the published table. */
  readonly tables: Readonly<Record<string, MeasuredRows>>
  readonly claims: Readonly<Record<string, ClaimFound>>
  readonly plots: readonly PaperPlot[]
  readonly notes: readonly string[]
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
export interface RunSettings {
  readonly date: string
  readonly machine: string
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
  return {
    id: item.id,
    date,
    machine,
    seed: desk.seed,
    quick: desk.quick,
    seconds: Math.round((now() - started) * 10) / 10,
    facts: findings.facts ?? {},
    tables: Object.fromEntries(item.tables.map((table) => [table.name, measuredRows(table, findings)])),
    claims: findings.claims,
    plots: (findings.plots ?? []).map(roundedPlot),
    notes: findings.notes ?? [],
  }
}

/** A run that gives what nobody declared, or forgets a claim, is a fault of the item. */
function checkFindings(item: PaperItem, { figures, claims }: Findings): void {
  const known = new Map(item.tables.map((table) => [table.name, table]))
  for (const name of figures.tableNames()) {
    const table = known.get(name)
    if (table === undefined) throw new Error(`${item.id} measured a table that it does not declare: ${name}`)
    const odd = figures.rows(name).find((row) => !Object.hasOwn(table.rows, row))
    if (odd !== undefined) throw new Error(`${item.id} measured a row that ${name} does not have: ${odd}`)
  }
  const [declared, found] = [Object.keys(item.claims).sort().join(), Object.keys(claims).sort().join()]
  if (declared !== found) throw new Error(`${item.id} declares the claims ${declared} and checked ${found}`)
}

function measuredRows({ name, measures, rows }: PublishedTable, { figures }: Findings): MeasuredRows {
  const out: Record<string, Record<string, MeasuredFigure>> = {}
  for (const row of Object.keys(rows)) {
    const cells: Record<string, MeasuredFigure> = {}
    for (const { name: measure } of measures) {
      const { count, mean, deviation } = meanAndDeviation(figures.of(name, row, measure))
      if (mean === null) continue
      cells[measure] = {
        mean: rounded(mean),
        deviation: deviation === null ? null : rounded(deviation),
        trials: count,
      }
    }
    if (Object.keys(cells).length > 0) out[row] = cells
  }
  return out
}

function roundedPlot(plot: PaperPlot): PaperPlot {
  const lines = plot.lines.map(({ name, points }) => ({
    name,
    points: points.map(([x, y]) => [rounded(x), rounded(y)] as const),
  }))
  return { ...plot, lines }
}

/** To six digits: more is noise, and makes files that nobody can read. */
function rounded(number: number): number {
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
  // Curves in print have no figures to be met.
  const inFigures = item.tables.some(({ rows }) =>
    Object.values(rows)
      .flat()
      .some((figure) => figure !== null),
  )
  const met = inFigures && item.tables.every((table) => isMet(table, record))
  return met ? 'reproduced' : 'pattern reproduced'
}

/** Whether every published figure was measured and is within its bound. */
function isMet({ name, measures, rows }: PublishedTable, record: ItemRecord): boolean {
  return Object.entries(rows).every(([row, published]) =>
    measures.every(({ name: measure, within }, column) => {
      const paper = published[column]
      const ours = record.tables[name]?.[row]?.[measure]
      if (paper === null || paper === undefined) return true
      return ours !== undefined && Math.abs(ours.mean - paper) <= (within ?? Number.POSITIVE_INFINITY)
    }),
  )
}

/** The records with newer ones in their place; a quick run never takes the place of a whole one. */
export function withRecords(older: readonly ItemRecord[], newer: readonly ItemRecord[]): ItemRecord[] {
  const byId = new Map(older.map((record) => [record.id, record]))
  for (const record of newer) {
    const old = byId.get(record.id)
    if (old === undefined || old.quick || !record.quick) byId.set(record.id, record)
  }
  return [...byId.values()]
}
