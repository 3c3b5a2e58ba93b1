// abound convert IN OUT

import { type Command, Option } from 'commander'
import { InputError, Vectors, writtenFormats } from '../internal.js'
import { load, vectorFiles, writeDocuments, writeVectors } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { offer } from './offered-values.js'
import { addVectorFlags, givenOptions } from './option-flags.js'
import { checkOutput } from './output.js'
import { formatAmount, print, warn } from './terminal.js'

interface Flags extends DataFlags {
  readonly to?: string
  readonly model?: string
  readonly quiet?: boolean
}

export function define(command: Command): void {
  const written = writtenFormats().map(({ name }) => name)
  command
    .argument('<in>', 'data to read')
    .argument('<out>', 'file to write, its format by its extension (.gz too), or - with --to')
    .addOption(offer(new Option('--to <format>', `format of the output: ${written.join(', ')}`), written))
    .option('--model <model>', 'make vectors as this model does: its words, frequencies and labels')
    .option('--quiet', 'print nothing but warnings and errors')
  addDataFlags(command)
  addVectorFlags(command)
  command.addHelpText(
    'after',
    `
With --weighting or --model, texts become vectors: x.svm (svmlight; .svm.gz) or
x.npz (SciPy's load_npz). Beside it:
  x.vocabulary.txt  a word a line: line n is feature n of x.svm, column n - 1
                    of x.npz
  x.labels.txt      a label a line, numbered likewise; in x.svm a document
                    without labels has the label 0
  x.labels.npz      with x.npz: documents by labels, 1 where there is the label
  x.documents.tsv   a document a line: its id, and labelled, none (known to have
                    none), partly or unlabelled

Examples:
  abound convert news.csv news.jsonl.gz --label-column topic
  abound convert reut2-000.sgm - --to fasttext
  abound convert train.jsonl train.npz --weighting tfidf --min-df 2
  abound convert test.jsonl test.npz --model news.abound`,
  )
  command.action(run)
}

async function run(from: string, to: string, flags: Flags, command: Command): Promise<void> {
  if (to === '-' && flags.to === undefined)
    throw new InputError('standard output: say what to write with --to, such as --to jsonl')
  const given = givenOptions(command)
  const asked = Object.keys(given).length > 0 || flags.model !== undefined
  if (asked || /\.npz$/i.test(to)) return convertToVectors(from, to, flags, given)
  const { source, report } = openData([from], flags)
  const { documents } = await writeDocuments(to, source.documents(), {
    onWarning: warn,
    ...(flags.to === undefined ? {} : { to: flags.to }),
  })
  report()
  if (to !== '-' && flags.quiet !== true)
    await print(`wrote ${formatAmount(documents, 'document')} to ${to}\n`)
}

async function convertToVectors(
  from: string,
  to: string,
  flags: Flags,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const files = vectorFiles(to)
  if (flags.to !== undefined)
    throw new InputError('--to: vectors are written as the name says: expected x.svm or x.npz')
  if (files === undefined)
    throw new InputError(`${to}: a weighting or model makes vectors: expected x.svm, x.svm.gz or x.npz`)
  const [option] = Object.keys(given)
  if (flags.model !== undefined && option !== undefined)
    throw new InputError({
      message: `${option}: a model has its own`,
      commandLine: `--model has its own text options: leave out those given, or --model`,
      option,
    })
  for (const path of [to, files.vocabulary, files.labels, files.documents]) checkOutput(path)
  const { source, report } = openData([from], flags, { textBytes: true })
  if (flags.model === undefined && !source.rereadable)
    throw new InputError(`${source.path}: vectors take two readings: expected a file, or --model`)
  const corpus = { name: source.path, rereadable: source.rereadable, batches: () => source.documents() }
  const vectors =
    flags.model === undefined
      ? await Vectors.ofCorpus(corpus, given)
      : Vectors.ofModel(await load(flags.model))
  const { documents } = await writeVectors(to, vectors, source.documents())
  report()
  if (vectors.unknownLabels > 0)
    warn(
      `${formatAmount(vectors.unknownLabels, 'document')} of labels that ${flags.model} does not know: these are left out`,
    )
  if (flags.quiet === true) return
  const beside = [files.vocabulary, files.labels, files.documents]
  if (files.kind === 'npz') beside.push(files.labelMatrix)
  await print(
    `wrote ${formatAmount(documents, 'document')} of ${formatAmount(vectors.words, 'feature')} and ` +
      `${formatAmount(vectors.labels.count, 'label')} to ${to}\nbeside it ${beside.join(', ')}\n`,
  )
}
