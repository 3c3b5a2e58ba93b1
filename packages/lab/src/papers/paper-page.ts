// The page of a paper as Markdown, made from its items and the records of their runs: nothing on it is written by hand.

import { testInWords, type Verdict } from './claims.js'
import type { Paper, PaperItem, PaperPlot, PublishedTable } from './item.js'
import { type ItemRecord, type Status, statusOf } from './record.js'

/** One line of paper | ours | difference. */
export interface ComparisonLine {
  readonly row: string
  readonly measure: string
  /** Empty where the paper has no figure. */
  readonly paper: string
  readonly ours: string
  readonly difference: string
}

const NONE = '–'

/** A published table beside what was measured. */
export function comparison({ name, measures, rows }: PublishedTable, record: ItemRecord): ComparisonLine[] {
  const lines: ComparisonLine[] = []
  for (const [row, published] of Object.entries(rows)) {
    for (const [column, { name: measure, digits }] of measures.entries()) {
      const paper = published[column] ?? null
      const ours = record.tables[name]?.[row]?.[measure]
      if (paper === null && ours === undefined) continue
      const spread =
        ours?.deviation === null || ours === undefined ? '' : ` ± ${shown(ours.deviation, digits)}`
      lines.push({
        row,
        measure,
        paper: paper === null ? NONE : shown(paper, digits),
        ours: ours === undefined ? NONE : `${shown(ours.mean, digits)}${spread}`,
        difference: paper === null || ours === undefined ? '' : signed(ours.mean - paper, digits),
      })
    }
  }
  return lines
}

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'held',
  leans: 'held, but luck might do it',
  'not held': 'not held',
}

/** What became of each claim, in words. */
export function claimLines(
  item: PaperItem,
  record: ItemRecord,
): { verdict: string; claim: string; numbers: string }[] {
  return Object.entries(item.claims).map(([name, claim]) => {
    const found = record.claims[name]
    if (found === undefined) return { verdict: 'not checked', claim, numbers: '' }
    return { verdict: WORDS[found.verdict], claim, numbers: `${found.numbers}${testInWords(found.test)}` }
  })
}

/** `9 of 11` claims held, those that luck might explain among them. */
export function claimsHeld(record: ItemRecord): string {
  const verdicts = Object.values(record.claims)
  return `${verdicts.filter(({ verdict }) => verdict !== 'not held').length} of ${verdicts.length}`
}

/** An item and its last run, in words. */
export interface PaperReport {
  readonly item: PaperItem
  readonly record: ItemRecord | undefined
  readonly status: Status
  /** `9 of 11`; empty where it was not run. */
  readonly held: string
  /** Its chief figures beside the paper's, on one line. */
  readonly headline: string
  readonly tables: readonly {
    readonly name: string
    readonly place: string
    readonly lines: ComparisonLine[]
  }[]
  readonly claims: readonly { readonly verdict: string; readonly claim: string; readonly numbers: string }[]
}

export function reportOf(item: PaperItem, record: ItemRecord | undefined): PaperReport {
  const status = statusOf(item, record)
  if (record === undefined) return { item, record, status, held: '', headline: '', tables: [], claims: [] }
  const tables = item.tables.map((table) => ({
    name: table.name,
    place: table.place,
    lines: comparison(table, record),
  }))
  const chief = item.headline.map(([table, row, measure]) => {
    const line = tables
      .find(({ name }) => name === table)
      ?.lines.find((one) => one.row === row && one.measure === measure)
    const paper = line === undefined || line.paper === NONE ? '' : ` (paper ${line.paper})`
    return `${row}: ${measure} ${line?.ours ?? NONE}${paper}`
  })
  return {
    item,
    record,
    status,
    held: claimsHeld(record),
    headline: chief.join(', '),
    tables,
    claims: claimLines(item, record),
  }
}

/** The file of a figure, beside the page. */
export function figureFile(item: PaperItem, { name }: PaperPlot): string {
  return `${item.id}-${name}.svg`
}

/** The whole page. */
export function paperPage(paper: Paper, items: readonly PaperItem[], records: readonly ItemRecord[]): string {
  const recordOf = (item: PaperItem): ItemRecord | undefined => records.find(({ id }) => id === item.id)
  const summary = items.map((item) => {
    const record = recordOf(item)
    const held = record === undefined ? NONE : claimsHeld(record)
    return [`[\`${item.id}\`](#${item.id})`, item.place, statusOf(item, record), held]
  })
  return [
    `# ${paper.id.toUpperCase()}: ${paper.title}`,
    `${paper.authors}, ${paper.where}. This page is made by \`abound reproduce ${paper.id} -o docs/papers\` from ` +
      `[${paper.id}.json](${paper.id}.json); what the words mean is in [the folder’s README](README.md).`,
    table(['item', 'of the paper', 'status', 'claims held'], summary),
    ...items.map((item) => section(item, recordOf(item))),
  ]
    .join('\n\n')
    .concat('\n')
}

function section(item: PaperItem, record: ItemRecord | undefined): string {
  const parts = [
    `## ${item.id}`,
    `**${item.title}** (${item.place}). Status: **${statusOf(item, record)}**.`,
    ...(item.protocol === '' ? [] : [item.protocol]),
    ...(item.differs === '' ? [] : [`*What differs:* ${item.differs}`]),
  ]
  if (record === undefined) return parts.join('\n\n')
  const facts = Object.entries(record.facts).map(([name, value]) => `${name} ${fact(value)}`)
  const quick = record.quick ? ' **A quick run: smaller than the paper’s.**' : ''
  parts.push(
    `Run on ${record.date}, ${record.machine}, seed ${record.seed}, ${duration(record.seconds)}.${quick}` +
      (facts.length > 0 ? ` Counted: ${facts.join(', ')}.` : ''),
  )
  for (const published of item.tables) parts.push(...comparisonTable(published, record))
  if (Object.keys(item.claims).length > 0) {
    const lines = claimLines(item, record).map(({ verdict, claim, numbers }) => [verdict, claim, numbers])
    parts.push(table(['', 'claim', 'ours (pairs for : against, chance by luck)'], lines))
  }
  for (const note of record.notes) parts.push(`- ${note}`)
  for (const plot of record.plots) parts.push(`![${plot.title}](${figureFile(item, plot)})`)
  return parts.join('\n\n')
}

function comparisonTable(published: PublishedTable, record: ItemRecord): string[] {
  const lines = comparison(published, record)
  if (lines.length === 0) return []
  let before = ''
  const rows = lines.map(({ row, measure, paper, ours, difference }) => {
    const shownRow = row === before ? '' : row
    before = row
    return [shownRow, measure, paper, ours, difference]
  })
  return [
    `${capital(published.name)} (${published.place}):`,
    table(['', '', 'paper', 'ours', 'difference'], rows),
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** .912 as papers write shares; 12.3 and −0.4 as they are. */
export function shown(number: number, digits: number): string {
  return number.toFixed(digits).replace('-', '−')
}

function signed(number: number, digits: number): string {
  if (Number(number.toFixed(digits)) === 0) return shown(0, digits)
  return number > 0 ? `+${shown(number, digits)}` : shown(number, digits)
}

function fact(value: number | string): string {
  return typeof value === 'string' ? value : grouped(value)
}

function grouped(number: number): string {
  return Number.isInteger(number) ? String(number).replace(/\B(?=(\d{3})+$)/g, ',') : String(number)
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} minutes`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
