// abound tune DATA… --learner NAME

import { type Command, Option } from 'commander'
import {
  comparedMeasure,
  comparedMeasures,
  type Document,
  InputError,
  LEARNERS,
  learnerNamed,
  optionFlags,
  type Trial,
  TUNE_BUDGET,
  type TuneFindings,
  tune,
} from '../internal.js'
import { ForkJoinThreads } from '../node/internal.js'
import { type SearchFlags, trainCommand } from './choice.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { findingsSender, runInterruptibly } from './interruptible.js'
import { offer } from './offered-values.js'
import { addTrainFlags, givenOptions } from './option-flags.js'
import { Progress } from './progress.js'
import { formatAmount, parseSeconds, parseWholeNumber, print, threadsOf } from './terminal.js'
import { stoppedReport, tuneReport } from './tune-report.js'

interface Flags extends DataFlags {
  readonly learner: string
  readonly budget?: string
  readonly folds?: string
  readonly holdout?: string
  readonly validate?: string
  readonly test?: string
  readonly measure: string
  readonly threads?: string
  readonly quiet?: boolean
  readonly json?: boolean
}

const TUNE_FLAGS: SearchFlags = {
  valued: '--learner --budget --measure --holdout --folds --validate --test --threads'.split(' '),
  plain: ['--quiet', '--json'],
}

export function define(command: Command): void {
  const measures = comparedMeasures().map(({ name }) => name)
  command
    .argument('<data...>', 'labelled texts')
    .addOption(
      offer(
        new Option('--learner <names>', 'the learner to tune, or several parted by commas'),
        LEARNERS.map(({ name }) => name),
      ).makeOptionMandatory(),
    )
    .option(
      '--budget <seconds>',
      `what the search may take, by the reckoning of an ordinary machine (default: ${TUNE_BUDGET})`,
    )
    .addOption(offer(new Option('--measure <name>', 'what to search the best of').default('R1'), measures))
    .option('--holdout <part>', 'measure configurations on this share of the documents (default: 0.2)')
    .option('--folds <k>', 'cross-validate configurations instead')
    .option('--validate <file>', 'measure configurations on this file instead')
    .option('--test <file>', 'report on this file; else a fifth of the documents is kept from the search')
    .option('--threads <n>', 'threads that share long training (default: one a core)')
    .option('--quiet', 'no progress, only the result')
    .option('--json', 'print everything as one JSON object')
  addDataFlags(command)
  addTrainFlags(command)
  command.addHelpText(
    'after',
    `
Random configurations of the learner's and the text's options are tried on a few documents, the better third of them
on more, and so on. Options that are given are settled and not searched. The search is laid out by predicted costs,
not by the clock: the same data, options and seed find the same on any machine.

The score that counts is the last one: on documents that the search did not see, beside the learner's defaults.
Measures: ${measures.join(', ')}.

Ctrl-C prints the best so far; once more, and it ends without.

Examples:
  abound tune news.jsonl --learner svm
  abound tune news.jsonl --learner svm,mmp,ff --budget 120 --measure microF1 --folds 3
  abound tune train.jsonl --learner ff --stop english --validate dev.jsonl --test test.jsonl`,
  )
  command.action(run)
}

async function run(paths: string[], flags: Flags, command: Command): Promise<void> {
  const given = givenOptions(command)
  const learners = flags.learner.split(',').map((name) => learnerNamed(name.trim()).name)
  const measure = comparedMeasure(flags.measure).name
  const ways = [flags.folds, flags.holdout, flags.validate].filter((way) => way !== undefined)
  if (ways.length > 1) throw new InputError('expected one of --holdout, --folds and --validate')
  const threads = threadsOf(flags)
  const trainThe = (winner: Trial): string =>
    trainCommand([...process.argv.slice(3), '-o', 'model.abound'], winner, given, TUNE_FLAGS)
  const send = findingsSender<TuneFindings>()
  if (send === undefined) {
    return runInterruptibly<TuneFindings>(async (found) => {
      const winner = found?.trials[0]
      if (found === undefined || winner === undefined)
        return void process.stderr.write('stopped before a configuration was tried\n')
      const command = trainThe(winner)
      const asJson = { ...found, winner, stopped: true, command }
      await print(flags.json === true ? `${JSON.stringify(asJson)}\n` : stoppedReport(found, command))
    })
  }
  const progress = new Progress(flags.quiet === true)
  const documents = await readAll(paths, flags, progress)
  const validate = flags.validate === undefined ? undefined : await readAll([flags.validate], flags, progress)
  const test = flags.test === undefined ? undefined : await readAll([flags.test], flags, progress)
  if (flags.quiet !== true)
    process.stderr.write(
      `${formatAmount(documents.length, 'document')} to tune on; Ctrl-C prints the best so far\n`,
    )
  const pool = threads > 1 ? new ForkJoinThreads(threads) : undefined
  const result = await tune(
    documents,
    {
      learners,
      given,
      measure,
      ...(flags.budget === undefined ? {} : { budget: parseSeconds('--budget', flags.budget) }),
      ...(flags.holdout === undefined ? {} : { holdout: Number(flags.holdout) }),
      ...(flags.folds === undefined ? {} : { folds: parseWholeNumber('--folds', flags.folds) }),
      ...(validate === undefined ? {} : { validate }),
      ...(test === undefined ? {} : { test }),
    },
    {
      trying: (done, total, learner, options) =>
        progress.update('tuning', done / total, done, 's', [learner, ...optionFlags(options)].join(' ')),
      tried: send,
    },
    pool === undefined ? {} : { pool },
  )
  pool?.close()
  progress.clear()
  const train = trainThe(result.winner)
  if (flags.json === true) return print(`${JSON.stringify({ ...result, command: train })}\n`)
  await print(tuneReport(result, flags.test, train))
}

async function readAll(paths: readonly string[], flags: DataFlags, progress: Progress): Promise<Document[]> {
  const { source, report: say } = openData(paths, flags, { textBytes: true })
  const documents: Document[] = []
  for await (const batch of source.documents()) {
    documents.push(...batch)
    progress.update('reading', undefined, documents.length, 'documents')
  }
  progress.clear()
  say()
  return documents
}
