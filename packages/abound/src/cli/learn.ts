// abound learn MODEL DATA

import { type Command, Option } from 'commander'
import { type Document, InputError, sampleOf, shuffledWithin } from '../internal.js'
import { load } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { formatAmount, formatBytes, print } from './terminal.js'

interface Flags extends DataFlags {
  readonly output?: string
  readonly replay?: string
  readonly shuffle: boolean
  readonly seed: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Documents held at a time to be shuffled. */
const BUFFER = 20_000
/** Of a larger file of old examples, a sample. */
const MOST_REPLAYED = 100_000

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file of an online learner')
    .argument('<data...>', 'labelled texts; new words and new labels are welcome')
    .option('-o, --output <model>', 'where to write it (default: over the model itself)')
    .option('--replay <file>', 'old examples to mix in, so that what was learned before is not forgotten')
    .option('--no-shuffle', 'keep the order of the file')
    .addOption(new Option('--seed <n>', 'where the shuffling starts from').default('1', '1'))
    .option('--json', 'print the result as one JSON object')
    .option('--quiet', 'print nothing but warnings and errors')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  abound learn news.abound today.jsonl
  abound learn news.abound today.jsonl -o tomorrow.abound
  abound learn news.abound new-topic.jsonl --replay news.jsonl.gz`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const seed = Number(flags.seed)
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new InputError(`--seed ${flags.seed}: expected a whole number from 0`)
  const output = flags.output ?? model
  const classifier = await load(model)
  checkOutput(output)
  if (classifier.shrunk !== undefined) {
    throw new InputError(
      `${model} was shrunk and only answers: teach the model that it was made of, and shrink that again`,
    )
  }
  if (!classifier.online) {
    throw new InputError(
      `${model} was made by ${classifier.learner}, which learns from all documents at once: train it again`,
    )
  }
  const before = {
    documents: classifier.documents,
    features: classifier.featureCount,
    labels: classifier.labelCount,
  }
  const { source, report } = openData(paths, flags, { textBytes: true })
  const progress = new Progress(flags.quiet === true)
  const replay = flags.replay === undefined ? [] : await readReplay(flags.replay, flags, seed)
  const mixed = flags.shuffle || replay.length > 0
  const batches = mixed ? shuffledWithin(source.documents(), BUFFER, seed) : source.documents()
  let unlabelled = 0
  for await (const batch of batches) {
    const labelled = batch.filter(({ labels, notLabels }) => labels !== undefined || notLabels !== undefined)
    unlabelled += batch.length - labelled.length
    classifier.learn(labelled, { replay, seed })
    const share =
      source.bytes === undefined || source.bytes === 0 ? undefined : source.bytesRead() / source.bytes
    progress.update('learning', share, classifier.documents - before.documents, 'documents')
  }
  progress.clear()
  report()
  const { bytes } = await classifier.save(output)
  const result = {
    learner: classifier.learner,
    documents: classifier.documents - before.documents,
    replayed: replay.length,
    unlabelled,
    newFeatures: classifier.featureCount - before.features,
    newLabels: classifier.labelCount - before.labels,
    modelBytes: bytes,
  }
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  if (flags.quiet === true) return
  await print(
    `learned ${formatAmount(result.documents, 'document')}${replay.length > 0 ? ` among ${formatAmount(replay.length, 'old one')}` : ''}: ${formatAmount(result.newFeatures, 'new feature')}, ` +
      `${formatAmount(result.newLabels, 'new label')}${unlabelled > 0 ? `; ${formatAmount(unlabelled, 'unlabelled document')} left out` : ''}\n` +
      `wrote ${output} (${formatBytes(bytes)})\n`,
  )
}

async function readReplay(path: string, flags: DataFlags, seed: number): Promise<Document[]> {
  const { source, report } = openData([path], flags, { textBytes: true })
  const sample = await sampleOf(source.documents(), MOST_REPLAYED, seed)
  report()
  return sample.filter(({ labels, notLabels }) => labels !== undefined || notLabels !== undefined)
}
