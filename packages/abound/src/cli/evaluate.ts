// abound evaluate MODEL DATA

import type { Command } from 'commander'
import { InputError, startEvaluation } from '../internal.js'
import { loadShared } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { detailTables } from './details.js'
import { evaluateOnThreads, isForThreads } from './evaluate-threads.js'
import { evaluateSource, measureTable, warnOfUnknownLabels } from './measures.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import {
  addRejectFlags,
  type RejectFlags,
  rejectionTable,
  rejectOptions,
  writeRejectionCurve,
} from './rejection.js'
import { omitUnasked, reportOptions } from './report-options.js'
import { formatCount, print, table, threadsOf } from './terminal.js'

interface Flags extends DataFlags, RejectFlags {
  readonly curve?: string
  readonly report?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly perLabel?: boolean
  readonly details?: boolean
  readonly beta?: string
  readonly threads?: string
}

const ACCEPT_ALL = { reject: Number.NEGATIVE_INFINITY }

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('<data...>', 'labelled texts')
    .option('--json', 'print all measures as one JSON object, per label too')
    .option('--per-label', 'print a line for each label too')
    .option('--details', 'with 95 % intervals, bands of labels by training documents, confusions')
    .option('--beta <b>', 'F_b beside F1, where recall matters b times as much as precision')
    .option('--report <file>', 'write a page (HTML) with curves, labels, confusions and the worst mistakes')
    .option('--threads <n>', 'threads that a long file is measured on (default: one a core, from 64 MB on)')
    .option('--quiet', 'no progress bar')
  command.optionsGroup('Rejection:')
  addRejectFlags(command)
  command.option(
    '--curve <file>',
    'write accuracy against false rejection for every threshold of --reject, as TSV',
  )
  command.optionsGroup('')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Labels are assigned by the thresholds that \`predict --assign\` would use.

With --details every figure has its bootstrap 95 % interval over documents, and there are results by how many training
documents a label had, and which labels are taken for which: the first label for the true one where every document has
one label, else a wrong label that is assigned while a true one is missing.

With --reject, --reject-label or --curve it also measures what rejecting brings and costs: the accuracy of the first
label on the documents that are accepted, and false rejection, the share of all documents that are rejected although
their best label is right. --json has the curve in at most 100 points.

--report writes one file that fetches nothing: curves, a table of labels, confusions, the worst mistakes with the words
that spoke for them, and every measure with a line of explanation.

Figures do not depend on --threads. With --report there is one, and so there is for a model that has probabilities of more
than 1,000 labels.

Examples:
  abound evaluate news.abound test.jsonl.gz
  abound evaluate news.abound test.jsonl.gz --json
  abound evaluate news.abound test.jsonl.gz --details
  abound evaluate news.abound test.jsonl.gz --report news.html
  abound evaluate calls.abound test.jsonl --reject 0.5 --reject-label other --curve curve.tsv`,
  )
  command.action(run)
}

async function run(model: string, paths: string[], flags: Flags): Promise<void> {
  const reject = rejectOptions(flags) ?? (flags.curve === undefined ? undefined : ACCEPT_ALL)
  const threads = threadsOf(flags)
  const shared = await loadShared(model)
  const { classifier } = shared
  for (const file of [flags.curve, flags.report]) if (file !== undefined) checkOutput(file)
  const page =
    flags.report === undefined ? undefined : new (await import('./report.js')).EvaluationPage(classifier)
  const evaluation = startEvaluation(classifier, {
    ...(page === undefined ? reject : reportOptions(reject)),
    ...(flags.details === true ? { details: true } : {}),
    ...(flags.beta === undefined ? {} : { beta: betaOf(flags.beta) }),
  })
  const { source, report } = openData(paths, flags, { textBytes: true })
  const progress = new Progress(flags.quiet === true)
  const seen = (documents: number): void => {
    const share =
      source.bytes === undefined || source.bytes === 0 ? undefined : source.bytesRead() / source.bytes
    progress.update('measuring', share, documents, 'documents')
  }
  // A page wants the documents themselves.
  const found =
    threads > 1 && page === undefined && isForThreads(source, classifier, flags.threads !== undefined)
      ? await evaluateOnThreads(shared, source, threads, evaluation, seen)
      : await evaluateSource(classifier, source.documents(), seen, evaluation, page?.add)
  progress.clear()
  report()
  if (found.judged === 0) {
    throw new InputError(
      found.leftOut === 0
        ? `${source.path}: there are no documents to measure on`
        : `${source.path}: none of the ${formatCount(found.leftOut)} documents has labels: expected some to measure on`,
    )
  }
  warnOfUnknownLabels(found)
  const { rejections } = evaluation
  if (flags.curve !== undefined && rejections !== undefined) {
    await writeRejectionCurve(flags.curve, rejections)
  }
  if (page !== undefined && flags.report !== undefined)
    await page.write(flags.report, found, { paths, data: source.path, model })
  const measures = omitUnasked(found, { rejection: reject !== undefined, details: flags.details === true })
  if (flags.json === true) return print(`${JSON.stringify(measures)}\n`)
  await print(measureTable(measures))
  if (measures.details !== undefined) await print(detailTables(measures, measures.details))
  if (measures.rejection !== undefined && rejections !== undefined) {
    await print(rejectionTable(measures.rejection, rejections.curve()))
  }
  if (flags.perLabel !== true) return
  const rows = measures.perLabel.map((one) => [
    one.label,
    String(one.documents),
    String(one.assigned),
    ...[one.precision, one.recall, one.f1, one.breakeven, one.averagePrecision].map((x) =>
      x === null ? '–' : x.toFixed(3),
    ),
  ])
  await print(
    `\n${table([['label', 'documents', 'assigned', 'precision', 'recall', 'F1', 'breakeven', 'average precision'], ...rows])}`,
  )
}

function betaOf(value: string): number {
  const beta = value.trim() === '' ? Number.NaN : Number(value)
  if (!(beta >= 0 && Number.isFinite(beta))) throw new InputError(`--beta ${value}: expected a number from 0`)
  return beta
}
