// The page of a paper as Markdown, made from its items and the records of their runs: nothing on it is written by hand.

import { formatTest, type Verdict } from './claims.js'
import type { Cause, Paper, PaperItem, PaperPlot, PublishedTable } from './item.js'
import { type ItemRecord, type Status, statusOf } from './item-record.js'

const NONE = '–'

/** A line for each cell of a published table that the paper or the record has: paper | ours | difference. */
function compareWithPaper({ name, measures, rows }: PublishedTable, record: ItemRecord) {
  return Object.entries(rows).flatMap(([row, published]) =>
    measures.flatMap(({ name: measure, digits }, column) => {
      const paper = published[column] ?? null
      const ours = record.tables[name]?.[row]?.[measure]
      if (paper === null && ours === undefined) return []
      const deviation = ours?.deviation ?? null
      const spread = deviation === null ? '' : ` ± ${format(deviation, digits)}`
      return {
        row,
        measure,
        paper: paper === null ? NONE : format(paper, digits),
        ours: ours === undefined ? NONE : `${format(ours.mean, digits)}${spread}`,
        difference: paper === null || ours === undefined ? '' : formatDifference(ours.mean - paper, digits),
      }
    }),
  )
}

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'held',
  leans: 'held, but luck might do it',
  'not held': 'not held',
}

const CAUSES: Readonly<Record<Cause, string>> = {
  ours: 'ours is at fault',
  'the data': 'the data',
  'the paper': 'the paper',
  undecided: 'undecided',
}

/** What became of each claim, in words. */
function describeClaims(item: PaperItem, record: ItemRecord) {
  return Object.entries(item.claims).map(([name, claim]) => {
    const found = record.claims[name]
    if (found === undefined) return { verdict: 'not checked', claim, numbers: '', experiment: '' }
    const decision = record.decisions?.[name]
    const because = decision === undefined ? '' : `: ${CAUSES[decision.cause]}`
    return {
      verdict: `${WORDS[found.verdict]}${because}`,
      claim,
      numbers: `${found.numbers}${formatTest(found.test)}`,
      experiment:
        decision === undefined ? '' : `${item.experiments?.[name]?.what ?? ''} ${decision.numbers}`.trim(),
    }
  })
}

/** `9 of 11` claims held, those that luck might explain among them; and for how many of the others the cause was found. */
function countHeldClaims({ claims, decisions = {} }: ItemRecord): string {
  const verdicts = Object.values(claims)
  const failed = verdicts.filter(({ verdict }) => verdict === 'not held').length
  const decided = Object.values(decisions).filter(({ cause }) => cause !== 'undecided').length
  return `${verdicts.length - failed} of ${verdicts.length}${failed === 0 ? '' : `, ${decided} of ${failed} explained`}`
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
    readonly lines: ReturnType<typeof compareWithPaper>
  }[]
  readonly claims: ReturnType<typeof describeClaims>
}

export function reportOf(item: PaperItem, record: ItemRecord | undefined): PaperReport {
  const status = statusOf(item, record)
  if (record === undefined) return { item, record, status, held: '', headline: '', tables: [], claims: [] }
  const tables = item.tables.map((table) => ({
    name: table.name,
    place: table.place,
    lines: compareWithPaper(table, record),
  }))
  const chief = item.headline.map(([table, row, measure]) => {
    const line = tables
      .find(({ name }) => name === table)
      ?.lines.find((one) => one.row === row && one.measure === measure)
    const paper = line === undefined || line.paper === NONE ? '' : ` (paper ${line.paper})`
    return `${row}: ${measure} ${line?.ours ?? NONE}${paper}`
  })
  const claims = describeClaims(item, record)
  return { item, record, status, held: countHeldClaims(record), headline: chief.join(', '), tables, claims }
}

/** The file of a figure, beside the page. */
export function figureFile(item: string, { name }: PaperPlot): string {
  return `${item}-${name}.svg`
}

/** The whole page. */
export function paperPage(paper: Paper, items: readonly PaperItem[], records: readonly ItemRecord[]): string {
  const reports = items.map((item) =>
    reportOf(
      item,
      records.find(({ id }) => id === item.id),
    ),
  )
  const summary = reports.map(({ item, status, held }) => [
    `[\`${item.id}\`](#${item.id})`,
    item.place,
    status,
    held || NONE,
  ])
  return [
    `# ${paper.id.toUpperCase()}: ${paper.title}`,
    `${paper.authors}, ${paper.where}. This page is made by \`abound reproduce ${paper.id} -o docs/papers\` from ` +
      `[${paper.id}.json](${paper.id}.json); what the words mean is in [the folder’s README](README.md).`,
    markdownTable(['item', 'of the paper', 'status', 'claims held'], summary),
    ...reports.map(section),
  ]
    .join('\n\n')
    .concat('\n')
}

function section({ item, record, status, tables, claims }: PaperReport): string {
  const parts = [
    `## ${item.id}`,
    `**${item.title}** (${item.place}). Status: **${status}**.`,
    ...(item.protocol === '' ? [] : [item.protocol]),
    ...(item.differs === '' ? [] : [`*What differs:* ${item.differs}`]),
  ]
  if (record === undefined) return parts.join('\n\n')
  const facts = Object.entries(record.facts).map(([name, value]) => `${name} ${groupDigits(value)}`)
  const quick = record.quick ? ' **A quick run: smaller than the paper’s.**' : ''
  parts.push(
    `Run on ${record.date}, ${record.machine}, seed ${record.seed}, ${formatDuration(record.seconds)}.${quick}` +
      (facts.length > 0 ? ` Counted: ${facts.join(', ')}.` : ''),
  )
  for (const { name, place, lines } of tables) {
    if (lines.length === 0) continue
    parts.push(`${capitalise(name)} (${place}):`)
    const rows = lines.map(({ row, measure, paper, ours, difference }, i) => {
      const isRepeated = i > 0 && lines[i - 1].row === row
      return [isRepeated ? '' : row, measure, paper, ours, difference]
    })
    parts.push(markdownTable(['', '', 'paper', 'ours', 'difference'], rows))
  }
  if (claims.length > 0) {
    const rows = claims.map(({ verdict, claim, numbers }) => [verdict, claim, numbers])
    parts.push(markdownTable(['', 'claim', 'ours (pairs for : against, chance by luck)'], rows))
    for (const { verdict, claim, experiment } of claims)
      if (experiment !== '') parts.push(`- *${capitalise(verdict)}.* “${claim}” ${experiment}`)
  }
  for (const note of record.notes) parts.push(`- ${note}`)
  for (const plot of record.plots) parts.push(`![${plot.title}](${figureFile(item.id, plot)})`)
  return parts.join('\n\n')
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function format(number: number, digits: number): string {
  return number.toFixed(digits).replace('-', '−')
}

function formatDifference(number: number, digits: number): string {
  if (Number(number.toFixed(digits)) === 0) return format(0, digits)
  return `${number > 0 ? '+' : ''}${format(number, digits)}`
}

/** 12345 → 12,345 */
function groupDigits(value: number | string): string {
  return Number.isInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, ',') : String(value)
}

function formatDuration(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} minutes`
}
