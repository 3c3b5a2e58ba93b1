// abound predict MODEL [DATA]

import { type Command, Option } from 'commander'
import { type Document, InputError } from '../index.js'
import { type FileClassifier, load } from '../node/index.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { print, wholeNumber } from './terminal.js'

interface Flags extends DataFlags {
  readonly top: string
  readonly assign?: boolean
  readonly reject?: string
  readonly as: string
}

interface Prediction {
  readonly id: string | undefined
  readonly labels: readonly {
    readonly label: string
    readonly score: number
    readonly probability?: number
  }[]
  readonly rejected: boolean
}

const WRITERS: Readonly<Record<string, (prediction: Prediction) => string>> = {
  jsonl: ({ id, labels, rejected }) =>
    `${JSON.stringify({ ...(id === undefined ? {} : { id }), labels, ...(rejected ? { rejected } : {}) })}\n`,
  tsv: ({ id, labels }) =>
    `${[id ?? '', ...labels.flatMap(({ label, score }) => [label, String(score)])].map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`,
  fasttext: ({ labels }) =>
    `${labels.map(({ label }) => `__label__${label.replace(/\s/g, '_')}`).join(' ')}\n`,
}

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('[data...]', 'texts; without any (or -), standard input: JSON lines, or one text a line')
    .addOption(new Option('--top <k>', 'how many labels for each text').default('1', '1'))
    .option('--assign', 'the labels above their thresholds instead')
    .option('--reject <t>', 'no label where the first leads the second by less than this')
    .addOption(
      new Option('--as <format>', `what to print: ${Object.keys(WRITERS).join(', ')}`).default(
        'jsonl',
        'jsonl',
      ),
    )
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  echo "Wheat exports rose 4 pct" | abound predict news.abound --top 3
  abound predict news.abound new.jsonl.gz --assign --as tsv`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const top = wholeNumber('--top', flags.top)
  const reject = flags.reject === undefined ? undefined : Number(flags.reject)
  if (Number.isNaN(reject)) throw new InputError(`--reject ${flags.reject}: expected a number`)
  const write = WRITERS[flags.as]
  if (write === undefined)
    throw new InputError(`--as ${flags.as}: expected ${Object.keys(WRITERS).join(', ')}`)
  const classifier = await load(model)
  const piped = paths.length === 0 || (paths.length === 1 && paths[0] === '-')
  const { source, report } = openData(
    piped ? ['-'] : paths,
    piped && flags.from === undefined ? { ...flags, from: 'lines' } : flags,
  )
  for await (const batch of source.documents()) {
    let out = ''
    for (const document of batch)
      out += write(predict(classifier, document, top, flags.assign === true, reject))
    await print(out)
  }
  report()
}

function predict(
  classifier: FileClassifier,
  document: Document,
  top: number,
  assign: boolean,
  reject: number | undefined,
): Prediction {
  const { id } = document
  if (reject !== undefined) {
    const [first, second] = classifier.rank(document, { top: 2 })
    // A label that was not retrieved has score 0; an only label has no rival.
    const rival = second?.score ?? (classifier.labelCount > 1 ? 0 : Number.NEGATIVE_INFINITY)
    if (first === undefined || first.score - rival < reject) return { id, labels: [], rejected: true }
  }
  if (!assign) return { id, labels: classifier.rank(document, { top }), rejected: false }
  const scores = classifier.score(document)
  const labels = Array.from(classifier.assignIds(scores), (label) => ({
    label: classifier.labelName(label),
    score: scores.values[label],
  }))
  return { id, labels, rejected: false }
}
