// abound shrink MODEL -o OUT

import type { Command } from 'commander'
import { InputError } from '../internal.js'
import { load, shrink } from '../node/internal.js'
import { addDataFlags, type DataFlags } from './data-flags.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { reportShrinking, shrinkingTable } from './shrinking.js'
import { formatBytes, parseBytes, print } from './terminal.js'
import { validationFile } from './validation.js'

interface Flags extends DataFlags {
  readonly output: string
  readonly size?: string
  readonly bits: string
  readonly prune?: string
  readonly validate?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .requiredOption('-o, --output <model>', 'the smaller model file to write')
    .option('--size <size>', 'the most that it may take, such as 2MB or 500kB (MB = 1,000,000 bytes)')
    .option('--bits <n>', 'bits of a weight: 8, 16 or 32', '8')
    .option('--prune <w>', 'drop weights nearer to 0 than this, whatever the size')
    .option('--validate <file>', 'labelled texts to measure it on, before and after')
    .option('--json', 'print the result as one JSON object')
    .option('--quiet', 'print nothing but warnings and errors')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Weights are stored in 8 bits with a scale for each word, words that no label uses leave, and with --size those weights
and words go that do least for their bytes. Without --size and --prune hardly anything changes but the size.

Thresholds and probabilities are kept. A shrunk model predicts, explains, evaluates and serves as any other, but learns
no more: keep the model that it was made of. Rules and boosting have no weights to drop, only words that none asks for.

Examples:
  abound shrink news.abound -o small.abound
  abound shrink news.abound --size 500kB --validate test.jsonl.gz -o small.abound
  abound shrink news.abound --bits 16 --prune 0.05 -o small.abound`,
  )
  command.action(run)
}

async function run(path: string, flags: Flags): Promise<void> {
  const bits = Number(flags.bits)
  if (bits !== 8 && bits !== 16 && bits !== 32)
    throw new InputError(`--bits ${flags.bits}: expected 8, 16 or 32`)
  const prune = flags.prune === undefined ? 0 : leastOf(flags.prune)
  const size = flags.size === undefined ? undefined : parseBytes('--size', flags.size)
  checkOutput(flags.output)
  const test = flags.validate === undefined ? undefined : validationFile(flags.validate, flags)
  const model = await load(path)
  const small = await shrink(model, { bits, prune, ...(size === undefined ? {} : { size }) })
  const progress = new Progress(flags.quiet === true)
  const report = await reportShrinking(model, small, test, (documents) =>
    progress.update('measuring', undefined, documents, 'documents'),
  )
  progress.clear()
  const { bytes } = await small.save(flags.output)
  if (flags.json === true) return print(`${JSON.stringify({ learner: small.learner, ...report })}\n`)
  if (flags.quiet === true) return
  await print(`${shrinkingTable(report)}wrote ${flags.output} (${formatBytes(bytes)})\n`)
}

function leastOf(value: string): number {
  const least = value.trim() === '' ? Number.NaN : Number(value)
  if (!(least >= 0 && Number.isFinite(least)))
    throw new InputError(`--prune ${value}: expected a number of at least 0`)
  return least
}
