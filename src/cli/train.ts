// abound train DATA… -o MODEL

import type { Command } from 'commander'
import { type Corpus, DEFAULT_LEARNER, holdOutCorpus, InputError, LEARNERS, type Measures } from '../index.js'
import { type FileClassifier, type Source, trainCorpus } from '../node/index.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { evaluateSource, measureTable } from './measures.js'
import { addTrainFlags, givenOptions } from './option-flags.js'
import { Progress } from './progress.js'
import { counted, grouped, print, sized } from './terminal.js'

interface Flags extends DataFlags {
  readonly output: string
  readonly learner?: string
  readonly validate?: string
  readonly quiet?: boolean
  readonly json?: boolean
}

export function define(command: Command): void {
  command
    .argument(
      '<data...>',
      'labelled texts: .jsonl, .csv, .tsv, .txt (fastText), .svm, .parquet, .sgm, a folder, or -',
    )
    .requiredOption('-o, --output <model>', 'the model file to write')
    .option(
      '--learner <name>',
      `how to learn: ${LEARNERS.map(({ name }) => name).join(', ')} (default: ${DEFAULT_LEARNER})`,
    )
    .option('--validate <part>', 'hold out a fraction (0.1), or take a file, and print measures on it')
    .option(
      '--threads <n>',
      'threads to use; this version works on one, and the model is the same at any number',
    )
    .option('--quiet', 'print nothing but errors')
    .option('--json', 'print the result as one JSON object')
  addDataFlags(command)
  addTrainFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  abound train news.jsonl.gz -o news.abound
  abound train news.csv --label-column topic --learner naive-bayes --min-df 2 -o news.abound
  abound train tickets.jsonl --fields title,text --stem porter --stop english --validate 0.1 -o tickets.abound`,
  )
  command.action(run)
}

async function run(paths: string[], flags: Flags, command: Command): Promise<void> {
  const started = performance.now()
  const given = givenOptions(command)
  const { source, report } = openData(paths, flags)
  const progress = new Progress(flags.quiet === true)
  const { train, test } = splitCorpus(source, flags.validate, Number(given.seed ?? 1))
  const classifier = await trainCorpus(
    train,
    { ...given, learner: flags.learner ?? DEFAULT_LEARNER },
    {
      progress(phase, done, total) {
        const share = phase === 'reading' ? ratio(source.bytesRead(), source.bytes) : ratio(done, total)
        progress.update(phase, share, done, phase === 'deciding' ? 'splits' : 'documents')
      },
      looked({ documents, features, labels, unlabelled, rowBytes, streamed }) {
        progress.clear()
        if (flags.quiet === true) return
        const how = streamed ? 'read again for each pass: too large to keep' : `${sized(rowBytes)} of rows`
        const skipped = unlabelled > 0 ? `; ${counted(unlabelled, 'unlabelled document')} left out` : ''
        process.stderr.write(
          `${counted(documents, 'document')}, ${counted(features, 'feature')}, ${counted(labels, 'label')}, ${how}${skipped}\n`,
        )
      },
    },
  )
  progress.clear()
  report()
  const { bytes } = await classifier.save(flags.output)
  const seconds = (performance.now() - started) / 1000
  const validation = await validate(classifier, flags, test)
  const result = {
    learner: classifier.learner,
    options: classifier.options,
    documents: classifier.documents,
    features: classifier.featureCount,
    labels: classifier.labelCount,
    seconds,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    modelBytes: bytes,
    ...classifier.figures(),
    ...(validation === undefined ? {} : { validation }),
  }
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  if (flags.quiet === true) return
  const edges = 'edges' in result ? `, ${grouped(Number(result.edges))} edges` : ''
  await print(
    `${result.learner} learned ${counted(result.labels, 'label')} from ${counted(result.documents, 'document')} in ` +
      `${seconds.toFixed(2)} s (peak memory ${sized(result.peakMemoryBytes)})\n` +
      `wrote ${flags.output} (${sized(bytes)}${edges})\n`,
  )
  if (validation !== undefined) await print(`\n${heldOutName(flags.validate)}\n${measureTable(validation)}`)
}

/** The documents to train on, and those held out of them if `--validate` names a fraction. */
function splitCorpus(
  source: Source,
  part: string | undefined,
  seed: number,
): { readonly train: Corpus; readonly test: Corpus | undefined } {
  const whole: Corpus = { batches: () => source.documents(), rereadable: source.rereadable }
  const fraction = Number(part)
  if (part === undefined || Number.isNaN(fraction)) return { train: whole, test: undefined }
  if (!(fraction > 0 && fraction < 1)) {
    throw new InputError(`--validate ${part}: expected a fraction between 0 and 1, or a file`)
  }
  if (!source.rereadable)
    throw new InputError('--validate with a fraction reads the data twice: expected a file, not a pipe')
  return holdOutCorpus(whole, fraction, seed)
}

async function validate(
  classifier: FileClassifier,
  flags: Flags,
  heldOut: Corpus | undefined,
): Promise<Measures | undefined> {
  if (flags.validate === undefined) return undefined
  if (heldOut !== undefined) return evaluateSource(classifier, heldOut.batches())
  const { source, report } = openData([flags.validate], flags)
  const measures = await evaluateSource(classifier, source.documents())
  report()
  return measures
}

function heldOutName(part: string | undefined): string {
  return Number.isNaN(Number(part))
    ? `On ${part}:`
    : `On the held-out ${part} (the model was trained on the rest):`
}

function ratio(done: number, total: number | undefined): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total)
}
