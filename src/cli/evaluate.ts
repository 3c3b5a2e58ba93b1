// abound evaluate MODEL DATA

import type { Command } from 'commander'
import { InputError } from '../index.js'
import { load } from '../node/index.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { evaluateSource, measureTable } from './measures.js'
import { Progress } from './progress.js'
import { grouped, print, table } from './terminal.js'

interface Flags extends DataFlags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly perLabel?: boolean
}

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('<data...>', 'labelled texts')
    .option('--json', 'print all measures as one JSON object, per label too')
    .option('--per-label', 'print a line for each label too')
    .option('--quiet', 'no progress bar')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Labels are assigned by the thresholds that \`predict --assign\` would use.

Examples:
  abound evaluate news.abound test.jsonl.gz
  abound evaluate news.abound test.jsonl.gz --json`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const classifier = await load(model)
  const { source, report } = openData(paths, flags)
  const progress = new Progress(flags.quiet === true)
  const measures = await evaluateSource(classifier, source.documents(), (documents) => {
    const share =
      source.bytes === undefined || source.bytes === 0 ? undefined : source.bytesRead() / source.bytes
    progress.update('measuring', share, documents, 'documents')
  })
  progress.clear()
  report()
  if (measures.judged === 0) {
    throw new InputError(
      measures.leftOut === 0
        ? `${source.path}: there are no documents to measure on`
        : `${source.path}: none of the ${grouped(measures.leftOut)} documents has labels: expected some to measure on`,
    )
  }
  if (flags.json === true) return print(`${JSON.stringify(measures)}\n`)
  await print(measureTable(measures))
  if (flags.perLabel !== true) return
  const rows = measures.perLabel.map((one) => [
    one.label,
    String(one.documents),
    String(one.assigned),
    ...[one.precision, one.recall, one.f1, one.breakeven, one.averagePrecision].map((x) =>
      x === null ? '–' : x.toFixed(3),
    ),
  ])
  await print(
    `\n${table([['label', 'documents', 'assigned', 'precision', 'recall', 'F1', 'breakeven', 'average precision'], ...rows])}`,
  )
}
