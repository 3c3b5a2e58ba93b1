// abound reproduce [ITEM]

import { InputError } from 'abound'
import {
  type Command,
  colours,
  list,
  Progress,
  parseWholeNumber,
  print,
  table,
} from 'abound/internal/command'
import type { ItemRecord } from '../papers/item-record.js'
import type { PaperReport } from '../papers/paper-page.js'
import {
  decideEarlier,
  paperItems,
  paperReport,
  readRecords,
  reproduce,
  writeRecords,
} from '../papers/reproduce.js'

interface Flags {
  readonly quick?: boolean
  readonly experiments?: boolean
  readonly seed?: string
  readonly threads?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly output?: string
}

export function define(command: Command): void {
  command
    .argument(
      '[items...]',
      'what to run: an item, a paper (all of its items), or all; without any they are listed',
    )
    .option('--quick', 'a smaller version: fewer documents and trials')
    .option('--experiments', 'only the experiments for claims that did not hold in the last results')
    .option('--seed <n>', 'where every random choice starts from (default: 1)')
    .option('--threads <n>', 'threads for learners that use them (default: one a core)')
    .option(
      '-o, --output <folder>',
      'add the results to this folder: JSON, and a page with figures for each paper',
    )
    .option('--json', 'print the results as one JSON object')
    .option('--quiet', 'no progress bar')
    .addHelpText(
      'after',
      `
Runs tables and figures of the five papers again that Abound’s learners come from, and prints them beside the
published ones. The corpora are looked for in the folder that ABOUND_DATA names (see abound datasets). Listed beside
each item are the last figures that were measured: those of --output, or those that come with the package.

Examples:
  abound reproduce
  abound reproduce mcg09-austen
  abound reproduce cs02-tables --quick
  abound reproduce mcg09 -o results`,
    )
  command.action(run)
}

async function run(names: string[], flags: Flags): Promise<void> {
  if (names.length === 0) return listItems(flags)
  const items = new Set((await Promise.all(names.map((name) => paperItems(name)))).flat())
  const runnable = [...items].filter((item) => item.run !== undefined)
  if (runnable.length === 0) {
    const [item] = items
    throw new InputError(`${item.id} cannot be run: ${item.differs}`)
  }
  const seed = flags.seed === undefined ? {} : { seed: parseWholeNumber('--seed', flags.seed) }
  const threads = flags.threads === undefined ? {} : { threads: parseWholeNumber('--threads', flags.threads) }
  const progress = new Progress(flags.quiet === true || flags.json === true)
  const earlier = flags.experiments === true ? await readRecords(flags.output) : []
  const records: ItemRecord[] = []
  for (const item of runnable) {
    const settings = {
      ...seed,
      ...threads,
      quick: flags.quick === true,
      progress: (share: number, doing: string) => progress.update(item.id, share, 0, '', doing),
    }
    const last = earlier.find(({ id }) => id === item.id)
    if (flags.experiments === true && last === undefined)
      throw new InputError(`${item.id} has no results yet whose claims could be looked into`)
    const record =
      last === undefined ? await reproduce(item, settings) : await decideEarlier(item, last, settings)
    progress.clear()
    records.push(record)
    if (flags.json !== true) await print(shownRecord(await paperReport(item, record)))
    // After each: a run of all takes an hour, and what is done is done.
    if (flags.output !== undefined) await writeRecords(flags.output, [record])
  }
  if (flags.json === true) await print(`${JSON.stringify({ items: records })}\n`)
}

async function listItems({ output, json }: Flags): Promise<void> {
  const items = await paperItems()
  const records = await readRecords(output)
  const reports = await Promise.all(
    items.map((item) =>
      paperReport(
        item,
        records.find(({ id }) => id === item.id),
      ),
    ),
  )
  if (json === true) return print(`${JSON.stringify({ items: reports.map(plain) })}\n`)
  let paper = ''
  for (const report of reports) {
    const { item } = report
    if (item.paper.id !== paper) {
      paper = item.paper.id
      const { authors, title, where } = item.paper
      await print(
        `${paper === reports[0].item.paper.id ? '' : '\n'}${colours.bold(paper.toUpperCase())}  ${authors}, ${title}, ${where}\n`,
      )
    }
    await print(shownLine(report))
  }
}

function plain({ item, status, held, record }: PaperReport): object {
  const { id, paper, place, title, corpora, data, differs } = item
  return {
    id,
    paper: paper.id,
    place,
    title,
    corpora,
    data,
    differs,
    status,
    held,
    ...(record === undefined ? {} : { record }),
  }
}

function shownLine({ item, status, held, headline, record }: PaperReport): string {
  const claims = record === undefined ? '' : `; claims held: ${held}`
  const head = `  ${colours.bold(item.id)}  ${item.place}: ${item.title}\n`
  // The rest is on the paper's page and is said after a run.
  const [why] = item.data === 'none' ? [item.differs] : item.differs.split(/(?<=\.) /)
  const state = `      ${status}${claims}${item.data === 'same' ? '' : `. ${why}`}\n`
  return head + state + (headline === '' ? '' : `      ${headline}\n`)
}

function shownRecord({ item, status, held, tables, claims, record }: PaperReport): string {
  const out = [`${colours.bold(item.id)}  ${item.place}: ${item.title}\n`]
  for (const { name, place, lines } of tables) {
    if (lines.length === 0) continue
    const rows = lines.map(({ row, measure, paper, ours, difference }) => [
      row,
      measure,
      paper,
      ours,
      difference,
    ])
    out.push(`\n${name} (${place})\n`, table([['', '', 'paper', 'ours', 'difference'], ...rows], '  '))
  }
  if (claims.length > 0) {
    out.push('\nclaims\n')
    out.push(
      list(
        claims.flatMap(({ verdict, claim, numbers, experiment }) => [
          [verdict, claim],
          ['', numbers],
          ...(experiment === '' ? [] : [['', experiment]]),
        ]),
        '  ',
      ),
    )
  }
  for (const note of record?.notes ?? []) out.push(`\nnote: ${note}\n`)
  out.push(`\nstatus: ${status}; claims held: ${held}; ${record?.seconds} s\n`)
  if (item.differs !== '') out.push(`differs: ${item.differs}\n`)
  return out.join('')
}
