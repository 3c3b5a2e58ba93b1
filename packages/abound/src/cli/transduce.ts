// abound transduce LABELLED UNLABELLED

import type { Command } from 'commander'
import { type Corpus, InputError, learners, transduceCorpora } from '../internal.js'
import { FileClassifier, writeFileSafely } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { addLearnerFlags, givenOptions } from './option-flags.js'
import { checkOutput } from './output.js'
import {
  addFormatFlags,
  type FormatFlags,
  headingOf,
  type Line,
  lineSettings,
  writerOf,
} from './prediction-lines.js'
import { Progress } from './progress.js'
import { formatAmount, formatBytes, parseWholeNumber, print, warn } from './terminal.js'

interface Flags extends DataFlags, FormatFlags {
  readonly output?: string
  readonly top?: string
  readonly curve?: string
  readonly quiet?: boolean
}

/** Lines written at a time. */
const BATCH = 1000

export function define(command: Command): void {
  command
    .argument('<labelled>', 'a few labelled texts, as for abound train')
    .argument('<unlabelled>', 'texts to label; labels that they have are not looked at')
    .option('-o, --output <model>', 'also write the model, which can label other texts')
    .option('--top <k>', 'the best labels of each text by score, instead of those it was found to have')
  addFormatFlags(command)
    .option('--curve <file>', 'write the objective after each training, which falls while C* stays as it is')
    .option('--quiet', 'print nothing but the labels, warnings and errors')
  addDataFlags(command)
  addLearnerFlags(command, learners.tsvm)
  command.addHelpText(
    'after',
    `
How many of the unlabelled texts have a label matters more than any other option. Without --positives it is
guessed from the labelled ones; from a few dozen of these the guess is poor, and most of the gain is lost.
--positives estimate looks at the unlabelled texts too: now some points better, now the same.
counts.tsv below has a line label⇥number (or a part: label⇥0.05) for each label you can say something of.

Examples:
  abound transduce few.jsonl many.jsonl > labels.jsonl
  abound transduce few.jsonl many.jsonl --positives counts.tsv --as tsv -o many.abound
  abound transduce spam-or-not.jsonl mail.jsonl --positives 0.2 --top 1`,
  )
  command.action(run)
}

async function run(
  labelledPath: string,
  unlabelledPath: string,
  flags: Flags,
  command: Command,
): Promise<void> {
  const started = performance.now()
  const given = givenOptions(command)
  const top = flags.top === undefined ? undefined : parseWholeNumber('--top', flags.top)
  const lines = { ...lineSettings(flags), mayReject: false }
  for (const path of [flags.output, flags.curve]) if (path !== undefined) checkOutput(path)
  if (labelledPath === '-' && unlabelledPath === '-')
    throw new InputError(
      'standard input is named twice: expected it for the labelled or the unlabelled texts',
    )
  const labelled = openData([labelledPath], flags)
  const unlabelled = openData([unlabelledPath], flags, { withoutLabels: true })
  const progress = new Progress(flags.quiet === true)
  const texts: Pick<Line, 'id' | 'text'>[] = []
  const points: Readonly<Record<string, number>>[] = []
  const { model, labels, leftOut } = await transduceCorpora(
    { name: labelledPath, rereadable: false, batches: () => labelled.source.documents() },
    noted(unlabelledPath, () => unlabelled.source.documents(), texts, lines.as === 'table'),
    { ...given, ...(top === undefined ? {} : { top }) },
    {
      ...(flags.curve === undefined ? {} : { curve: (point) => points.push(point) }),
      progress: (phase, done, total, unit = 'documents') =>
        progress.update(phase, total === 0 ? undefined : done / total, done, unit),
      afterFirstPass({ documents, features, labels, unlabelled, rowBytes }) {
        progress.clear()
        if (flags.quiet === true) return
        process.stderr.write(
          `${formatAmount(documents, 'labelled document')}, ${formatAmount(unlabelled, 'unlabelled document')}, ` +
            `${formatAmount(features, 'feature')}, ${formatAmount(labels, 'label')}, ${formatBytes(rowBytes)} of rows\n`,
        )
      },
    },
  )
  progress.clear()
  labelled.report()
  unlabelled.report()
  if (leftOut > 0) warn(`${labelledPath}: ${formatAmount(leftOut, 'document')} without labels left out`)
  if (flags.curve !== undefined)
    await writeFileSafely(
      flags.curve,
      curveLines(points, (id) => model.labelName(id)),
    )
  const bytes = flags.output === undefined ? 0 : await save(flags.output)
  const write = writerOf(lines, model)
  const heading = headingOf(lines, model)
  if (heading !== '') await print(heading)
  for (let from = 0; from < labels.length; from += BATCH) {
    let out = ''
    for (let i = from; i < Math.min(from + BATCH, labels.length); i++)
      out += write({ ...texts[i], labels: labels[i], rejected: false, confidence: 0 })
    await print(out)
  }
  if (flags.quiet === true) return
  const seconds = (performance.now() - started) / 1000
  const peak = formatBytes(process.resourceUsage().maxRSS * 1024)
  process.stderr.write(
    `labelled ${formatAmount(labels.length, 'document')} in ${seconds.toFixed(2)} s (peak memory ${peak})\n`,
  )
  if (flags.output !== undefined) process.stderr.write(`wrote ${flags.output} (${formatBytes(bytes)})\n`)

  async function save(path: string): Promise<number> {
    return (await new FileClassifier(model.toParts()).save(path)).bytes
  }
}

/** The corpus, which adds ids to a list as documents are read, and the texts themselves where they are shown. */
function noted(
  name: string,
  documents: Corpus['batches'],
  texts: Pick<Line, 'id' | 'text'>[],
  shown: boolean,
): Corpus {
  return {
    name,
    rereadable: false,
    async *batches() {
      for await (const batch of documents()) {
        for (const { id, text } of batch) texts.push({ id, text: shown ? text : undefined })
        yield batch
      }
    },
  }
}

function curveLines(
  points: readonly Readonly<Record<string, number>>[],
  labelName: (id: number) => string,
): string[] {
  const lines = points.map(
    ({ label, minusCost, plusCost, swapped, objective }) =>
      `${labelName(label).replace(/[\t\r\n]/g, ' ')}\t${minusCost}\t${plusCost}\t${swapped}\t${objective}\n`,
  )
  return ['label\tminusCost\tplusCost\tswapped\tobjective\n', ...lines]
}
