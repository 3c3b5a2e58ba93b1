// abound train DATA… -o MODEL

import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import {
  AUTO,
  AUTO_BUDGET,
  type AutoChoice,
  DataError,
  flagName,
  InputError,
  LEARNERS,
  learnerNamed,
  type Pruning,
  startEvaluation,
  type TrainHooks,
  type TrainingExtras,
} from '../internal.js'
import {
  continueCorpus,
  ForkJoinThreads,
  firstPassOnThreads,
  load,
  pluginAddresses,
  shrink,
  trainCorpus,
} from '../node/internal.js'
import { AUTO_FLAGS, choiceLines, nextSteps, trainCommand } from './choice.js'
import { addCutFlags, type ClusterFlags } from './cluster-flags.js'
import { addDataFlags, DATA, dataKinds, openData } from './data-flags.js'
import { type CurveFlags, LearningCurves } from './learning-curves.js'
import { evaluateSource, measureTable, warnOfUnknownLabels } from './measures.js'
import { offer } from './offered-values.js'
import { addTrainFlags, givenOptions, TRAINING } from './option-flags.js'
import { checkOutput } from './output.js'
import { loadFromPackage } from './packages.js'
import { Progress } from './progress.js'
import { pruningTable, reportPruning } from './pruning.js'
import { omitUnasked, reportOptions } from './report-options.js'
import { reportShrinking, shrinkingTable } from './shrinking.js'
import {
  formatAmount,
  formatBytes,
  formatCount,
  parseBytes,
  parseSeconds,
  print,
  threadsOf,
  warn,
} from './terminal.js'
import { heldOutName, splitCorpus } from './validation.js'

interface Flags extends ClusterFlags, CurveFlags {
  readonly budget?: string
  readonly validate?: string
  readonly report?: string
  readonly continue?: string
  readonly labelText?: string
  readonly size?: string
}

/** Flags of training on one machine that a cluster cannot use. */
const ONE_MACHINE = [
  'validate',
  'report',
  'continue',
  'labelText',
  'budget',
  'cumulative',
  'curve',
  'size',
  'weightColumn',
] as const

/**
 * From this many bytes of data on, threads are started before reading, for a learner that uses them: they are ready when
 * it has been read.
 */
const PREPARE_FROM = 1 << 21

const LEARNER_NAMES = [AUTO, ...LEARNERS.map(({ name }) => name)]

export function define(command: Command): void {
  command
    .argument('<data...>', `labelled texts: ${dataKinds()}`)
    .requiredOption('-o, --output <model>', 'the model file to write')
    .addOption(
      offer(
        new Option(
          '--learner <name>',
          `how to learn: ${LEARNER_NAMES.join(', ')} (default: ${AUTO}, which tries those that suit the data)`,
        ),
        LEARNER_NAMES,
      ),
    )
    .option(
      '--budget <seconds>',
      `what ${AUTO} may take to try learners, by the reckoning of an ordinary machine (default: ${AUTO_BUDGET})`,
    )
    .option('--validate <part>', 'hold out a fraction (0.1), or take a file, and print measures on it')
    .option(
      '--report <file>',
      'with --validate: write a page (HTML) of these measures, with --cumulative and --curve if given',
    )
    .option(
      '--size <size>',
      'the most that the model may take, such as 2MB: what it has beyond is dropped as by `abound shrink`',
    )
    .option(
      '--threads <n>',
      'threads that read a long file and share long training (default: one a core); the model is the same at any number',
    )
    .option('--quiet', 'print nothing but warnings and errors')
    .option('--json', 'print the result as one JSON object')
  addDataFlags(command).addOption(
    new Option(
      '--weight-column <name>',
      'field or column of what a document counts for: an error on it costs so many times as much (svm)',
    ).helpGroup(DATA),
  )
  command.optionsGroup(TRAINING)
  command
    .option(
      '--label-text <file>',
      'a description of each label, label⇥text a line (rocchio, widrow-hoff, eg)',
    )
    .option('--cumulative <file>', 'write the mean losses 1–3 of each round, predicted before it was learned')
    .option(
      '--curve <file>',
      'write the error of each round as TSV, on the --validate part too (learners that work in rounds)',
    )
    .option(
      '--continue <model>',
      'go on from a model on the same data, with more --rounds; text options are the model’s',
    )
  command.optionsGroup('Cluster, many machines:')
  command.option('--cluster <where>', 'train on shards: local (threads), spark://HOST:PORT, yarn or k8s://…')
  addCutFlags(command)
  command
    .option('--bundle <file>', 'our build and its Node in one archive, shipped to the executors of Spark')
    .option('--conf <settings...>', 'settings of Spark, key=value')
  addTrainFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  abound train news.jsonl.gz -o news.abound
  abound train news.jsonl.gz --learner ff --margin 0.5 -o news.abound
  abound train news.csv --label-column topic --learner naive-bayes --min-df 2 -o news.abound
  abound train tickets.jsonl --fields title,text --stem porter --stop english --validate 0.1 -o tickets.abound
  abound train news.jsonl --learner boost --rounds 500 --validate test.jsonl --curve rounds.tsv -o news.abound
  abound train news.jsonl --learner svm --prune 0.1 --validate 0.2 -o small.abound
  abound train news.jsonl --learner svm --size 500kB --validate 0.2 -o small.abound
  abound train news.jsonl --validate 0.1 --report news.html -o news.abound
  abound train news.jsonl --cluster local --shards 4 --learner ff --passes 2 -o news.abound
  abound train news.jsonl --continue news.abound --rounds 1000 -o longer.abound`,
  )
  command.action(run)
}

async function run(paths: string[], flags: Flags, command: Command): Promise<void> {
  const started = performance.now()
  const given = givenOptions(command)
  const threads = threadsOf(flags)
  const size = flags.size === undefined ? undefined : parseBytes('--size', flags.size)
  checkOutput(flags.output)
  if (flags.cluster !== undefined) {
    if (flags.cluster !== 'local' && pluginAddresses.length > 0)
      throw new InputError('--plugin: the executors of Spark have no plugins: expected --cluster local')
    const others = ONE_MACHINE.filter((flag) => flags[flag] !== undefined)
    const { trainOnCluster } = await loadFromPackage(
      '@abound/lab',
      '--cluster',
      () => import('@abound/lab/commands/train-cluster'),
    )
    return trainOnCluster(paths, flags, given, others.map(flagName))
  }
  if (flags.report !== undefined) {
    if (flags.validate === undefined)
      throw new InputError('--report shows what --validate measures: expected --validate, too')
    checkOutput(flags.report)
  }
  const curves = new LearningCurves(flags)
  const older = flags.continue === undefined ? undefined : await load(flags.continue)
  const learner = older?.learner ?? flags.learner ?? AUTO
  const { source, report } = openData(paths, flags, { textBytes: true })
  const progress = new Progress(flags.quiet === true)
  const { train, test, all } = splitCorpus(source, flags, Number(given.seed ?? older?.options.seed ?? 1))
  if (flags.budget !== undefined && learner !== AUTO)
    throw new InputError(`--budget is for --learner ${AUTO}: ${learner} takes what it takes`)
  const known = learner === AUTO ? undefined : learnerNamed(learner)
  const takesUnlabelled = known?.takesUnlabelled === true
  let choice: AutoChoice | undefined
  let pruning: Pruning | undefined
  const warnings: string[] = []
  const hooks: TrainHooks = {
    ...curves.hooks(),
    pruned(found) {
      pruning = found
    },
    progress(phase, done, total, unit = phase === 'deciding' ? 'splits' : 'documents', latest = '') {
      const share = phase === 'reading' ? ratio(source.bytesRead(), source.bytes) : ratio(done, total)
      progress.update(phase, share, done, unit, latest)
    },
    warning(what) {
      progress.clear()
      warn(what.commandLine)
      warnings.push(what.commandLine)
    },
    reading: (documents) =>
      progress.update('looking', ratio(source.bytesRead(), source.bytes), documents, 'documents'),
    trying: (done, total, name) =>
      progress.update('choosing', ratio(done, total), done, 's of trials', `now ${name}`),
    chosen(found) {
      choice = found
      progress.clear()
      if (flags.quiet !== true) process.stderr.write(choiceLines(found))
    },
    afterFirstPass({ documents, features, labels, unlabelled, rowBytes, streamed }) {
      progress.clear()
      if (flags.quiet === true) return
      const how = streamed ? ', read again for each pass: too large to keep' : formatRows(rowBytes)
      const taken = takesUnlabelled ? 'learned from, too' : 'left out'
      const skipped = unlabelled > 0 ? `; ${formatAmount(unlabelled, 'unlabelled document')} ${taken}` : ''
      if (takesUnlabelled && unlabelled === 0)
        warn(`${learner} learns from unlabelled documents too, and found none: it does what svm does`)
      process.stderr.write(
        `${formatAmount(documents, 'document')}, ${formatAmount(features, 'feature')}, ${formatAmount(labels, 'label')}${how}${skipped}\n`,
      )
    },
  }
  const pool = threads > 1 ? new ForkJoinThreads(threads) : undefined
  if (known?.online === false && known.jobs !== undefined && (source.bytes ?? 0) >= PREPARE_FROM)
    pool?.prepare()
  const extras: TrainingExtras = {
    ...(pool === undefined ? {} : { pool }),
    ...(flags.labelText === undefined ? {} : { labelTexts: readLabelTexts(flags.labelText) }),
    ...(test === undefined ? {} : { heldOut: test }),
    ...(all ? { firstPassReader: firstPassOnThreads(source, pool?.workers) } : {}),
  }
  const named = {
    ...given,
    ...(flags.learner === undefined ? {} : { learner: flags.learner }),
    ...(flags.budget === undefined ? {} : { budget: parseSeconds('--budget', flags.budget) }),
  }
  const training =
    older === undefined
      ? trainCorpus(train, named, hooks, extras)
      : continueCorpus(older, train, named, hooks, extras)
  const whole = await training.finally(() => void pool?.close())
  progress.clear()
  report()
  const classifier = size === undefined ? whole : await shrink(whole, { size })
  const { bytes } = await classifier.save(flags.output)
  await curves.write(classifier.learner)
  const seconds = (performance.now() - started) / 1000
  const page =
    flags.report === undefined ? undefined : new (await import('./report.js')).EvaluationPage(classifier)
  const evaluation = startEvaluation(classifier, page === undefined ? {} : reportOptions())
  const found =
    test === undefined
      ? undefined
      : await evaluateSource(classifier, test.batches(), undefined, evaluation, page?.add)
  if (found !== undefined) warnOfUnknownLabels(found)
  if (page !== undefined && flags.report !== undefined && found !== undefined) {
    const isFile = Number.isNaN(Number(flags.validate))
    await page.write(flags.report, found, {
      paths: isFile ? [String(flags.validate)] : paths,
      data: isFile ? String(flags.validate) : `${flags.validate} of ${source.path}, held out`,
      model: flags.output,
      training: curves.course(),
      facts: {
        'learned from': source.path,
        training: `${seconds.toFixed(2)} s, peak memory ${formatBytes(process.resourceUsage().maxRSS * 1024)}`,
      },
    })
  }
  const validation = found === undefined ? undefined : omitUnasked(found, { rejection: false })
  const pruned =
    pruning === undefined ? undefined : await reportPruning(pruning, classifier, test, validation)
  const shrinking = size === undefined ? undefined : await reportShrinking(whole, classifier, test)
  const same =
    choice === undefined ? undefined : trainCommand(process.argv.slice(3), choice, given, AUTO_FLAGS)
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
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(pruned === undefined ? {} : { pruning: pruned }),
    ...(shrinking === undefined ? {} : { shrinking }),
    ...(choice === undefined ? {} : { choice, command: same }),
    ...(validation === undefined ? {} : { validation }),
  }
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  if (flags.quiet === true) return
  const edges = 'edges' in result ? `, ${formatCount(Number(result.edges))} edges` : ''
  await print(
    `${result.learner} learned ${formatAmount(result.labels, 'label')} from ${formatAmount(result.documents, 'document')} in ` +
      `${seconds.toFixed(2)} s (${eachOf(seconds, result.documents)} a document, peak memory ` +
      `${formatBytes(result.peakMemoryBytes)})\n` +
      `wrote ${flags.output} (${formatBytes(bytes)}${edges})\n` +
      (same === undefined ? '' : `the same again: ${same}\n`),
  )
  if (validation !== undefined) await print(`\n${heldOutName(flags.validate)}\n${measureTable(validation)}`)
  if (pruned !== undefined) await print(`\n${pruningTable(pruned, classifier.options.prune)}`)
  if (shrinking !== undefined) await print(`\n${shrinkingTable(shrinking)}`)
  if (process.stdout.isTTY === true) await print(nextSteps(flags))
}

/** 0.000088 → 88 µs */
function eachOf(seconds: number, documents: number): string {
  const microseconds = (seconds / documents) * 1e6
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`
}

/** The memory that rows take; nothing for a corpus so small that it does not matter. */
function formatRows(bytes: number): string {
  return bytes === 0 ? '' : `, ${formatBytes(bytes)} of rows`
}

function ratio(done: number, total: number | undefined): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total)
}

/** Lines of label⇥text. */
function readLabelTexts(path: string): Map<string, string> {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    throw new InputError(`--label-text ${path}: cannot read it: expected a file of label⇥text lines`)
  }
  const texts = new Map<string, string>()
  for (const [i, line] of content.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const tab = line.indexOf('\t')
    if (tab < 1) throw new DataError(path, i + 1, 'expected a label, a tab and its description')
    texts.set(line.slice(0, tab), line.slice(tab + 1))
  }
  return texts
}
