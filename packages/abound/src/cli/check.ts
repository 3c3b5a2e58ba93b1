// abound check DATA [TEST]

import type { Command } from 'commander'
import { type CheckReport, type Corpus, checkCorpus, InputError } from '../internal.js'
import { ForkJoinThreads, writeFileSafely } from '../node/internal.js'
import { addDataFlags, type DataFlags, dataKinds, openData } from './data-flags.js'
import { byKind, findingLines, findingsText, summaryLine } from './findings.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { formatAmount, formatBytes, parseWholeNumber, print, threadsOf } from './terminal.js'

interface Flags extends DataFlags {
  readonly near: string
  readonly labels: boolean
  readonly fast?: boolean
  readonly top: string
  readonly output?: string
  readonly seed: string
  readonly threads?: string
  readonly quiet?: boolean
  readonly json?: boolean
}

export function define(command: Command): void {
  command
    .argument('<data>', `the texts to learn from: ${dataKinds()}`)
    .argument('[test]', 'the texts to measure on: also looks for texts that are in both')
    .option(
      '--near <share>',
      'texts are nearly the same if they share so much of their runs of three words',
      '0.8',
    )
    .option('--no-labels', 'do not hold labels against texts, which takes most of the time')
    .option('--fast', 'the same as --no-labels')
    .option('--top <n>', 'examples shown of each kind', '5')
    .option(
      '-o, --output <file>',
      'write all findings: a line each of JSON, or of a table if the name ends in .tsv',
    )
    .option('--seed <n>', 'how documents are parted to hold labels against texts', '1')
    .option(
      '--threads <n>',
      'threads that may be used (default: one a core); the findings are the same at any number',
    )
    .option('--quiet', 'print nothing but findings, warnings and errors')
    .option('--json', 'print counts and the first examples of each kind as one JSON object')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Finds what should be mended before learning or measuring, worst first: the same text with other labels, test texts that
are in the training data, labels that are probably wrong or missing, labels that are one but for their spelling, empty,
unreadable and odd texts, duplicates. It changes nothing, and its exit code is 0 whatever it finds.

Wrong and missing labels are suspicions of models that have not seen the document: look before you mend.

Examples:
  abound check train.jsonl.gz test.jsonl.gz
  abound check tickets.csv --label-column queue -o to-mend.tsv
  abound check titles.jsonl --fast --top 20`,
  )
  command.action(run)
}

async function run(data: string, test: string | undefined, flags: Flags): Promise<void> {
  const started = performance.now()
  const near = Number(flags.near)
  if (!(near > 0 && near <= 1))
    throw new InputError(`--near ${flags.near}: expected a number above 0, at most 1`)
  const seed = Number(flags.seed)
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new InputError(`--seed ${flags.seed}: expected a whole number, at least 0`)
  const top = parseWholeNumber('--top', flags.top)
  const threads = threadsOf(flags)
  if (flags.output !== undefined) checkOutput(flags.output)
  if (data === '-' && test === '-')
    throw new InputError('standard input is named twice: expected it for the training or the test data')
  const sources = [data, ...(test === undefined ? [] : [test])].map((path) => openData([path], flags))
  const corpora = sources.map(
    ({ source }): Corpus => ({
      name: source.path,
      rereadable: source.rereadable,
      batches: () => source.documents(),
    }),
  )
  const progress = new Progress(flags.quiet === true)
  const pool = threads > 1 ? new ForkJoinThreads(threads) : undefined
  const report = await checkCorpus(
    corpora[0],
    corpora[1],
    { near, seed, labels: flags.labels && flags.fast !== true },
    {
      progress(phase, done, total) {
        const unit = phase === 'reading' ? 'documents' : phase === 'comparing' ? 'bands' : 'folds'
        progress.update(phase, total === 0 ? undefined : done / total, done, unit)
      },
    },
    pool === undefined ? {} : { pool },
  )
  pool?.close()
  progress.clear()
  for (const source of sources) source.report()
  if (flags.output !== undefined)
    await writeFileSafely(flags.output, findingLines(report.findings, flags.output))
  const seconds = (performance.now() - started) / 1000
  if (flags.json === true) return print(`${JSON.stringify(asJson(report, top, seconds))}\n`)
  await print(`${summaryLine(report, data, test)}\n${findingsText(report.findings, top)}`)
  if (flags.quiet === true) return
  const { documents } = report.train
  process.stderr.write(
    `checked ${formatAmount(documents + (report.test?.documents ?? 0), 'document')} in ${seconds.toFixed(2)} s ` +
      `(peak memory ${formatBytes(process.resourceUsage().maxRSS * 1024)})\n`,
  )
  if (flags.output !== undefined)
    process.stderr.write(`wrote ${formatAmount(report.findings.length, 'finding')} to ${flags.output}\n`)
}

function asJson({ findings, ...report }: CheckReport, top: number, seconds: number): object {
  return {
    ...report,
    findings: findings.length,
    kinds: byKind(findings).map(({ kind, what, all, toMend }) => ({
      kind,
      what,
      findings: all.length,
      toMend,
      examples: all.slice(0, top),
    })),
    seconds,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  }
}
