// abound inspect MODEL or DATA

import { open, stat } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { flagName, InputError, weightTable } from '../internal.js'
import { compress, type FileClassifier, inCell, load, writeFileSafely } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { checkOutput } from './output.js'
import { ruleLine } from './rule-line.js'
import {
  colours,
  formatAmount,
  formatBytes,
  formatCount,
  list,
  parseWholeNumber,
  print,
  table,
} from './terminal.js'

interface Flags extends DataFlags {
  readonly label?: string
  readonly term?: string
  readonly weights?: boolean
  readonly output?: string
  readonly top: string
  readonly json?: boolean
}

export function define(command: Command): void {
  command
    .argument('<file...>', 'a model file, or data')
    .option('--label <name>', 'the strongest words of a label, or its rules')
    .option('--term <term>', 'the strongest labels of a word')
    .option('--weights', 'all weights of a model as TSV: feature, label, weight')
    .option('-o, --output <file>', 'with --weights: the file to write (.gz too), not standard output')
    .addOption(new Option('--top <n>', 'how many to list').default('15', '15'))
    .option('--json', 'print one JSON object')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  abound inspect news.abound
  abound inspect news.abound --label wheat
  abound inspect news.abound --term export
  abound inspect news.abound --weights -o weights.tsv.gz
  abound inspect news.jsonl.gz`,
  )
  command.action(run)
}

async function run(paths: string[], flags: Flags): Promise<void> {
  const top = parseWholeNumber('--top', flags.top)
  if (flags.output !== undefined && flags.weights !== true)
    throw new InputError('--output is for --weights: all else is printed')
  if (paths.length === 1 && (await looksLikeModel(paths[0]))) return inspectModel(paths[0], top, flags)
  if (flags.label !== undefined || flags.term !== undefined || flags.weights === true) {
    throw new InputError(`${paths[0]} is data: --label, --term and --weights look into a model file`)
  }
  return inspectData(paths, top, flags)
}

/** By its name, or by the first byte of the model files' magic, which no text starts with. */
async function looksLikeModel(path: string): Promise<boolean> {
  if (path.endsWith('.abound')) return true
  try {
    const file = await open(path)
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(5), 0, 5, 0)
      return bytesRead === 5 && new TextDecoder('latin1').decode(buffer) === '\xabound'
    } finally {
      await file.close()
    }
  } catch {
    return false
  }
}

async function inspectModel(path: string, top: number, flags: Flags): Promise<void> {
  if (flags.output !== undefined) checkOutput(flags.output)
  const model = await load(path)
  if (flags.weights === true) return writeWeights(model, flags.output)
  if (flags.label !== undefined) {
    const terms = model.strongestTerms(flags.label, top)
    const rules = model.rules(flags.label)
    if (flags.json === true) return print(`${JSON.stringify({ label: flags.label, terms, rules })}\n`)
    if (rules !== undefined && rules.length > 0) {
      const lines = rules.slice(0, top).map((rule) => `${ruleLine(rule, flags.label!)}\n`)
      const rest = rules.length - lines.length
      return print(lines.join('') + (rest > 0 ? colours.dim(`and ${rest} more\n`) : ''))
    }
    if (rules !== undefined) return print(`no rule speaks for "${flags.label}" in this model\n`)
    if (terms.length === 0) return print(`no word speaks for "${flags.label}" in this model\n`)
    return print(table(terms.map(({ term, weight }) => [term, weight.toFixed(4)])))
  }
  if (flags.term !== undefined) {
    const labels = model.strongestLabels(flags.term, top)
    if (flags.json === true) return print(`${JSON.stringify({ term: flags.term, labels })}\n`)
    if (labels.length === 0) return print(`the model has nothing on "${flags.term}"\n`)
    return print(table(labels.map(({ label, weight }) => [label, weight.toFixed(4)])))
  }
  return printModel(path, model, top, flags)
}

/** A line a weight, as they come. */
async function writeWeights(model: FileClassifier, path: string | undefined): Promise<void> {
  if (path === undefined) {
    for (const part of weightParts(model)) await print(part)
    return
  }
  const parts = weightParts(model)
  await writeFileSafely(path, path.endsWith('.gz') ? compress(parts) : parts)
}

const LINES_AT_ONCE = 1000

function* weightParts(model: FileClassifier): Generator<string> {
  let text = 'feature\tlabel\tweight\n'
  let lines = 0
  for (const [feature, label, weight] of weightTable(model)) {
    text += `${inCell(feature)}\t${inCell(label)}\t${weight}\n`
    if (++lines % LINES_AT_ONCE > 0) continue
    yield text
    text = ''
  }
  yield text
}

async function printModel(path: string, model: FileClassifier, top: number, flags: Flags): Promise<void> {
  const labels = Array.from({ length: model.labelCount }, (_, id) => ({
    label: model.labelName(id),
    documents: model.documentsOf(id),
  }))
  const { size } = await stat(path)
  if (flags.json === true) {
    return print(
      `${JSON.stringify({
        learner: model.learner,
        options: model.options,
        documents: model.documents,
        features: model.featureCount,
        modelBytes: size,
        ...model.figures(),
        ...(model.shrunk === undefined ? {} : { shrunk: model.shrunk }),
        labels,
      })}\n`,
    )
  }
  const figures = Object.entries(model.figures()).map(([name, value]) => [
    inWords(name),
    Number.isInteger(value) ? formatCount(value) : value.toFixed(2),
  ])
  await print(
    `${colours.bold(path)}: ${model.learner}, ${formatBytes(size)}\n${table(
      [
        ['documents', formatCount(model.documents)],
        ['features', formatCount(model.featureCount)],
        ['labels', formatCount(model.labelCount)],
        ...figures,
      ],
      '  ',
    )}${shrunkLine(model)}`,
  )
  const options = Object.entries(model.options).filter(([, value]) => value !== '')
  await print(
    `options\n${list(
      options.map(([name, value]) => [flagName(name), formatOption(value)]),
      '  ',
    )}`,
  )
  labels.sort((a, b) => b.documents - a.documents)
  await print(
    `most frequent labels\n${table(
      labels.slice(0, top).map(({ label, documents }) => [label, formatCount(documents)]),
      '  ',
    )}`,
  )
}

/** What a shrunk model was. */
function shrunkLine({ shrunk }: FileClassifier): string {
  if (shrunk === undefined) return ''
  const bits = shrunk.bits <= 32 ? `, ${shrunk.bits} bits a weight` : ''
  return `shrunk from ${formatAmount(shrunk.features, 'feature')} and ${formatAmount(shrunk.weights, 'weight')}${bits}; it learns no more\n`
}

/** edgesPerFeature → edges per feature */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function formatOption(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

async function inspectData(paths: readonly string[], top: number, flags: Flags): Promise<void> {
  const { source, report } = openData(paths, flags)
  const counts = new Map<string, number>()
  const sum = {
    documents: 0,
    withLabels: 0,
    knownNone: 0,
    unlabelled: 0,
    partlyJudged: 0,
    pairs: 0,
    emptyTexts: 0,
    textBytes: 0,
    vectors: 0,
  }
  const encoder = new TextEncoder()
  for await (const batch of source.documents()) {
    for (const { text, vector, labels, notLabels, partial } of batch) {
      sum.documents++
      if (vector !== undefined) sum.vectors++
      const bytes =
        text === undefined ? 0 : typeof text === 'string' ? encoder.encode(text).length : text.length
      sum.textBytes += bytes
      if (bytes === 0 && vector === undefined) sum.emptyTexts++
      if (partial === true || (labels === undefined && notLabels !== undefined)) sum.partlyJudged++
      if (labels === undefined) sum.unlabelled += notLabels === undefined ? 1 : 0
      else if (labels.length === 0) sum.knownNone++
      else sum.withLabels++
      sum.pairs += labels?.length ?? 0
      for (const label of labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
    }
  }
  report()
  const labels = [...counts]
    .map(([label, documents]) => ({ label, documents }))
    .sort((a, b) => b.documents - a.documents)
  const perDocument = sum.withLabels === 0 ? 0 : sum.pairs / sum.withLabels
  if (flags.json === true) {
    return print(
      `${JSON.stringify({ ...sum, labels: labels.length, labelsPerDocument: perDocument, mostFrequent: labels.slice(0, top) })}\n`,
    )
  }
  const once = labels.filter(({ documents }) => documents === 1).length
  await print(
    `${colours.bold(source.path)}: ${formatAmount(sum.documents, 'document')}, ${formatAmount(labels.length, 'label')}\n${table(
      [
        ['with labels', formatCount(sum.withLabels), `${perDocument.toFixed(2)} a document`],
        ['known to have none', formatCount(sum.knownNone), ''],
        ['unlabelled', formatCount(sum.unlabelled), ''],
        ['partly judged', formatCount(sum.partlyJudged), ''],
        ['empty texts', formatCount(sum.emptyTexts), ''],
        ['labels seen once', formatCount(once), ''],
        sum.vectors > 0
          ? ['ready-made vectors', formatCount(sum.vectors), '']
          : [
              'text',
              formatBytes(sum.textBytes),
              `${formatCount(sum.textBytes / Math.max(1, sum.documents))} bytes a document`,
            ],
      ],
      '  ',
    )}`,
  )
  if (labels.length > 0) {
    await print(
      `most frequent labels\n${table(
        labels.slice(0, top).map(({ label, documents }) => [label, formatCount(documents)]),
        '  ',
      )}`,
    )
  }
}
