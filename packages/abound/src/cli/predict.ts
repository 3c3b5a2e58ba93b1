// abound predict MODEL [DATA]

import { type Command, Option } from 'commander'
import type { Document } from '../internal.js'
import { loadShared, type Source } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { predictThreads } from './predict-threads.js'
import { typedText } from './prediction-input.js'
import { addFormatFlags, type FormatFlags, headingOf, lineSettings } from './prediction-lines.js'
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
    .argument(
      '[data...]',
      'files of texts, or a text itself; without any (or -), standard input: JSON lines, or one text a line',
    )
    .addOption(new Option('--top <k>', 'how many labels for each text').default('1', '1'))
    .option('--assign', 'the labels above their thresholds instead')
    .option('--threads <n>', 'threads that a long file is ranked on (default: one a core)')
  addRejectFlags(command)
  addFormatFlags(command)
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
A text on the command line stands there as it is; a file of that name wins. On a terminal answers are a table, elsewhere
JSON lines; --as says otherwise. Numbers have 4 significant digits (--digits), which never turns an order round: where
rounding would make a probability below 1 a 1, or carry a lead across --reject, further digits follow.

With --reject or --reject-label a line of JSON also says "rejected": true or false and how far the first label leads
("confidence"); a rejected one has no labels. In TSV it has an empty label and the word rejected, as fasttext that word
alone. A text that the model finds no label for is rejected too.

Examples:
  abound predict news.abound "Wheat exports rose 4 pct" --top 3
  echo "Wheat exports rose 4 pct" | abound predict news.abound
  abound predict news.abound new.jsonl.gz --assign --as tsv
  abound predict calls.abound new.jsonl --reject 0.5 --reject-label other`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const top = parseWholeNumber('--top', flags.top)
  const reject = rejectOptions(flags)
  const lines = {
    ...lineSettings(flags),
    mayReject: reject !== undefined,
    ...(reject?.reject === undefined ? {} : { reject: reject.reject }),
  }
  const threads = threadsOf(flags)
  const options = { top, assign: flags.assign === true, ...reject }
  const text = typedText(paths, flags.from)
  const { source, report } = text === undefined ? openTexts(paths, flags) : sourceOf(text)
  const predictor = predictThreads({ options, lines }, threads, print, source.bytes)
  try {
    const shared = await loadShared(model)
    shared.classifier.rejectLabelId(options)
    predictor.load(shared)
    const heading = headingOf(lines, shared.classifier)
    if (heading !== '') await print(heading)
    await predictor.addAll(source)
  } finally {
    await predictor.close()
  }
  report()
}

/** What is read from standard input are lines, unless it is said what they are. */
function openTexts(paths: readonly string[], flags: Flags): ReturnType<typeof openData> {
  const piped = paths.length === 0 || (paths.length === 1 && paths[0] === '-')
  return openData(
    piped ? ['-'] : paths,
    piped && flags.from === undefined ? { ...flags, from: 'lines' } : flags,
    { textBytes: true, withoutLabels: true },
  )
}

function sourceOf(text: string): { source: Pick<Source, 'documents' | 'bytes' | 'blocks'>; report(): void } {
  const documents = async function* (): AsyncGenerator<Document[]> {
    yield [{ text }]
  }
  return { source: { documents, bytes: text.length }, report() {} }
}
