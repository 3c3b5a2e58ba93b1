// abound datasets [NAME] · abound datasets get NAME…

import { InputError } from 'abound'
import {
  type Command,
  colours,
  formatAmount,
  formatBytes,
  formatCount,
  list,
  Progress,
  print,
  table,
  warn,
} from 'abound/internal/command'
import { dataFolder, findDataset, type LocalDataset } from '../datasets/data-folder.js'
import { readLock } from '../datasets/dataset-lock.js'
import { DATASETS, datasetNamed } from '../datasets/dataset-registry.js'
import { type DatasetEntry, documentsOf } from '../datasets/entry.js'
import { type GetHooks, type GotDataset, getDataset } from '../datasets/get-dataset.js'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly keep?: boolean
  readonly again?: boolean
  readonly mirror?: string
}

export function define(command: Command): void {
  command
    .argument('[words...]', 'a dataset, for details; or get and datasets to fetch')
    .option('--json', 'print JSON')
    .option('--keep', 'get: keep the original files too')
    .option('--again', 'get: fetch and convert what is here already')
    .option('--mirror <address>', 'get: fetch ADDRESS/DATASET/FILE instead of the files at their homes')
    .option('--quiet', 'print nothing but warnings and errors')
    .addHelpText(
      'after',
      `
Files go into the folder that ABOUND_DATA names, by default the user's cache folder.

Examples:
  abound datasets
  abound datasets reuters21578
  abound datasets get banking77 20newsgroups`,
    )
    .action(run)
}

async function run(words: readonly string[], flags: Flags): Promise<void> {
  const [first, ...names] = words
  if (first === undefined) return showAll(flags)
  if (first !== 'get') {
    if (names.length > 0)
      throw new InputError(`datasets ${words.join(' ')}: expected one dataset, or get and datasets`)
    return showOne(first, flags)
  }
  if (names.length === 0) throw new InputError('datasets get: expected a dataset: abound datasets lists them')
  // A slip in the last name should not show after the first has been fetched.
  const chosen = names.map(datasetNamed)
  const got: unknown[] = []
  for (const entry of chosen) got.push(await get(entry, flags))
  if (flags.json === true) await print(`${JSON.stringify(got.length === 1 ? got[0] : got, null, 2)}\n`)
}

async function showAll({ json }: Flags): Promise<void> {
  const all = DATASETS.map(({ name }) => findDataset(name))
  if (json === true) return print(`${JSON.stringify(all.map(facts), null, 2)}\n`)
  const rows = all.map((local) => {
    const { entry } = local
    return [
      entry.name,
      stateOf(local),
      countOf(documentsIn(local)),
      countOf(entry.labels),
      downloadSize(entry),
      entry.terms.split(/[;:,]/)[0],
      entry.what,
    ]
  })
  await print(
    `${table([['dataset', 'here', 'documents', 'labels', 'download', 'terms', 'what'], ...rows])}\n` +
      `In ${dataFolder()} (ABOUND_DATA names another folder).\n` +
      'abound datasets NAME shows all of its terms of use; abound datasets get NAME fetches it.\n',
  )
}

async function showOne(name: string, { json }: Flags): Promise<void> {
  const local = findDataset(name)
  if (json === true) return print(`${JSON.stringify(facts(local), null, 2)}\n`)
  const { entry, folder, missing } = local
  const lock = readLock(folder)
  await print(
    `${colours.bold(entry.name)}: ${entry.title}\n${entry.what}\n\n` +
      list([
        ['documents', countOf(documentsIn(local))],
        ['labels', countOf(entry.labels)],
        ['download', downloadSize(entry)],
        ['terms', entry.terms],
        ['home', entry.home],
        ['cite', entry.cite],
        ...(entry.note === undefined ? [] : [['note', entry.note]]),
        ['folder', folder],
      ]),
  )
  const files = entry.files.map(({ name, what, documents }) => [
    name,
    countOf(lock?.files[name]?.documents || documents),
    missing.includes(name) ? 'not here' : 'here',
    what,
  ])
  await print(`\n${table([['file', 'documents', '', 'what'], ...files])}`)
  const originals = entry.originals.map(({ name, url, where, hash }) => [
    name,
    hash === undefined ? 'no sha256 known' : `sha256 ${hash.hex.slice(0, 12)}… (${hash.source})`,
    url ?? `by hand: ${where ?? entry.home}`,
  ])
  await print(`\n${list([['original', '', ''], ...originals])}`)
  if (missing.length > 0) await print(`\nabound datasets get ${entry.name} fetches it.\n`)
}

async function get(entry: DatasetEntry, flags: Flags): Promise<unknown> {
  const local = findDataset(entry.name)
  const silent = flags.quiet === true || flags.json === true
  if (local.missing.length === 0 && flags.again !== true) {
    if (!silent) await print(`${entry.name} is here already: ${local.folder} (--again fetches it again)\n`)
    return facts(local)
  }
  const progress = new Progress(flags.quiet === true)
  let got: GotDataset
  try {
    got = await getDataset(entry, {
      ...(flags.keep === undefined ? {} : { keep: flags.keep }),
      ...(flags.mirror === undefined ? {} : { mirror: flags.mirror }),
      onProgress: (hooks) => show(progress, hooks),
    })
  } finally {
    progress.clear()
  }
  for (const warning of got.warnings) warn(warning)
  if (!silent) await print(report(entry, got))
  return { ...facts(findDataset(entry.name)), originals: got.originals }
}

function show(progress: Progress, { phase, file, done, total }: GetHooks): void {
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total)
  if (phase === 'converting') progress.update(phase, share, done, 'documents')
  else progress.update(`${phase} ${file}`, share, done / 1024, 'kB')
}

function report(entry: DatasetEntry, { folder, files, originals }: GotDataset): string {
  const what = new Map(entry.files.map((file) => [file.name, file.what]))
  const rows = files.map(({ name, documents }) => [
    name,
    documents > 0 ? formatAmount(documents, 'document') : '',
    what.get(name) ?? '',
  ])
  const words = {
    published: 'its sha256 is the published one',
    'as before': 'its sha256 is the same as before',
    'first seen':
      'no sha256 is published that we know of: this one is noted, and later downloads must have it',
  }
  const hashes = originals.map(
    ({ name, trust }) =>
      `${name}: ${trust === 'first seen' && entry.changing === true ? 'it changes, so no sha256 is asked for' : words[trust]}\n`,
  )
  return `${entry.name} is in ${folder}\n${list(rows, '  ')}${hashes.join('')}terms of use: ${entry.terms}\n`
}

function facts(local: LocalDataset): Record<string, unknown> {
  const { entry, folder, missing, files } = local
  const { name, title, what, home, terms, cite, labels, note, changing = false } = entry
  return {
    name,
    title,
    what,
    documents: documentsIn(local),
    labels,
    home,
    terms,
    cite,
    note,
    changing,
    here: missing.length === 0,
    folder,
    files: entry.files.map((file) => ({ ...file, path: files.get(file.name) ?? null })),
    originals: entry.originals,
  }
}

/** As counted when it was fetched, else as the registry has it. */
function documentsIn({ entry, folder }: LocalDataset): number | undefined {
  const counts = Object.values(readLock(folder)?.files ?? {})
  const sum = counts.reduce((total, { documents }) => total + documents, 0)
  return sum > 0 ? sum : documentsOf(entry)
}

function stateOf({ entry, missing }: LocalDataset): string {
  if (missing.length === 0) return 'yes'
  return missing.length === entry.files.length
    ? 'no'
    : `${entry.files.length - missing.length} of ${entry.files.length}`
}

function countOf(count: number | undefined): string {
  return count === undefined ? '–' : formatCount(count)
}

/** Only where the size of each original is known. */
function downloadSize({ originals }: DatasetEntry): string {
  if (originals.some(({ url }) => url === undefined)) return 'by hand'
  const sizes = originals.map(({ bytes }) => bytes)
  return sizes.includes(undefined)
    ? '–'
    : formatBytes(sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0))
}
