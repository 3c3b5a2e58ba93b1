// What the blocks of the docs find around them: a folder with small files of the names that they use, the commands that
// they type, and, for those in TypeScript, documents and models.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = process.env.ABOUND_CLI ?? join(ROOT, 'packages/abound/dist/bin/main.js')
/** Few labels, so that each training takes a moment. */
const LABELS = ['noun.animal', 'noun.plant', 'noun.food', 'verb.motion', 'noun.time', 'noun.body']

interface Row {
  readonly id: string
  readonly text: string
  readonly labels: readonly string[]
}

function sample(part: 'train' | 'test', each: number): Row[] {
  const lines = gunzipSync(readFileSync(join(ROOT, `sample/${part}.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Row)
  const few = LABELS.flatMap((label) => rows.filter(({ labels }) => labels[0] === label).slice(0, each))
  // In turns, so that any part of a file has all labels.
  return few.map((_, i) => few[(i % LABELS.length) * each + Math.floor(i / LABELS.length)])
}

/** A folder for all pages to begin with. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abound-docs-'))
  const [train, test] = [sample('train', 30), sample('test', 10)]
  const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
  }
  mkdirSync(join(folder, 'sample'))
  for (const name of ['news', 'train', 'sample/train']) {
    write(`${name}.jsonl`, lines(train))
    write(`${name}.jsonl.gz`, lines(train))
  }
  for (const name of ['test', 'sample/test']) {
    write(`${name}.jsonl`, lines(test))
    write(`${name}.jsonl.gz`, lines(test))
  }
  write('valid.jsonl', lines(test))
  for (const name of ['titles', 'new']) write(`${name}.jsonl`, lines(test))
  write('monday.jsonl', lines(train.slice(0, 120)))
  write('tuesday.jsonl', lines(train.slice(120)))
  write(
    'labelled.jsonl',
    lines(train.slice(0, 60)).replaceAll('noun.animal', 'printing').replaceAll('noun.plant', 'access'),
  )
  write('unlabelled.jsonl', lines(train.slice(60)))
  const fastText = (rows: readonly Row[]): string =>
    rows.map(({ labels, text }) => `__label__${labels[0]} ${text}\n`).join('')
  write('train.txt', fastText(train))
  write('test.txt', fastText(test))
  const cells = train.map(({ text, labels }) => `"${text.replaceAll('"', '""')}",${labels[0]},${labels[0]}\n`)
  write('tickets.csv', `text,label,queue\n${cells.join('')}`)
  const story = (rows: readonly Row[]): string => rows.map(({ text }) => `It is ${text}.\n`).join('')
  write('novel.txt', story(train))
  write('another-novel.txt', story(test))
  write('package.json', '{ "type": "module" }\n')
  makeCommands(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['news', 'glosses', 'tickets'])
    run(folder, `abound train news.jsonl --learner ff --margin 0.3 -o ${name}.abound --quiet`)
  return folder
}

/** The same for one page, which may change what is in it. */
export function copyFolder(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'abound-docs-'))
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function makeCommands(folder: string): void {
  mkdirSync(join(folder, 'bin'))
  const commands = {
    abound: `exec "${process.execPath}" "${COMMAND}" "$@"`,
    npx: '[ "$1" = abound ] || { echo "npx $1 is not here" >&2; exit 1; }\nshift\nexec abound "$@"',
  }
  for (const [name, does] of Object.entries(commands)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${does}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
}

/** Runs lines of a shell there; the first that fails ends it, and is told with what it printed. */
export function run(folder: string, script: string): string {
  const { ABOUND_DATA: _, ...env } = process.env
  return execFileSync('sh', ['-ec', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PATH: `${join(folder, 'bin')}:${env.PATH}`, NO_COLOR: '1' },
  })
}

/** What a block in TypeScript may use without saying where it is from, by name. */
export const GIVEN: Readonly<Record<string, string>> = {
  documents: `[
  { text: 'wheat and corn', labels: ['grain'] },
  { text: 'corn prices rose', labels: ['grain'] },
  { text: 'wheat prices fell', labels: ['grain'] },
  { text: 'gold and silver', labels: ['metal'] },
  { text: 'gold mine', labels: ['metal'] },
  { text: 'silver prices fell', labels: ['metal'] },
]`,
  testDocuments: `[{ text: 'wheat and corn', labels: ['metal'] }]`,
  labelled: `[{ text: 'corn prices', labels: ['grain'] }, { text: 'gold mine', labels: ['metal'] }]`,
  unlabelled: `[{ text: 'corn rose' }, { text: 'a mine of silver' }]`,
  model: `await (await import('abound')).train([{ text: 'corn', labels: ['grain'] }, { text: 'gold', labels: ['metal'] }], { learner: 'ff' })`,
  one: `await (await import('abound')).load('news.abound')`,
  other: `await (await import('abound')).load('glosses.abound')`,
  title: `'News'`,
  made: `{ version: '0', date: 'today' }`,
  facts: `{ learner: 'ff', options: {}, documents: 2, features: 2, labels: 2 }`,
  data: `{ name: 'news', documents: 6 }`,
}
