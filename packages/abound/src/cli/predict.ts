// abound predict MODEL [DATA]

import { type Command, Option } from 'commander'
import { loadShared } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { predictThreads } from './predict-threads.js'
import { addFormatFlag, type FormatFlags, writerOf } from './prediction-lines.js'
import { addRejectFlags, type RejectFlags, rejectOptions } from './rejection.js'
import { parseWholeNumber, print, threadsOf } from './terminal.js'

interface Flags extends DataFlags, FormatFlags, RejectFlags {
  readonly top: string
  readonly assign?: boolean
  readonly threads?: string
}

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('[data...]', 'texts; without any (or -), standard input: JSON lines, or one text a line')
    .addOption(new Option('--top <k>', 'how many labels for each text').default('1', '1'))
    .option('--assign', 'the labels above their thresholds instead')
    .option('--threads <n>', 'threads that a long file is ranked on (default: one a core)')
  addRejectFlags(command)
  addFormatFlag(command)
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
With --reject or --reject-label a line of JSON also says "rejected": true or false and how far the first label leads
("confidence"); a rejected one has no labels. In TSV it has an empty label and the word rejected, as fasttext that word
alone. A text that the model finds no label for is rejected too.

Examples:
  echo "Wheat exports rose 4 pct" | abound predict news.abound --top 3
  abound predict news.abound new.jsonl.gz --assign --as tsv
  abound predict calls.abound new.jsonl --reject 0.5 --reject-label other`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const top = parseWholeNumber('--top', flags.top)
  const reject = rejectOptions(flags)
  writerOf(flags)
  const threads = threadsOf(flags)
  const options = { top, assign: flags.assign === true, ...reject }
  const piped = paths.length === 0 || (paths.length === 1 && paths[0] === '-')
  const { source, report } = openData(
    piped ? ['-'] : paths,
    piped && flags.from === undefined ? { ...flags, from: 'lines' } : flags,
    { textBytes: true, withoutLabels: true },
  )
  const predictor = predictThreads(
    { options, as: flags.as, mayReject: reject !== undefined },
    threads,
    print,
    source.bytes,
  )
  try {
    const shared = await loadShared(model)
    shared.classifier.rejectLabelId(options)
    predictor.load(shared)
    await predictor.addAll(source)
  } finally {
    await predictor.close()
  }
  report()
}
