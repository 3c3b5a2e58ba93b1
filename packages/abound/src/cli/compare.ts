// abound compare DATA… --learners a,b,c

import { statSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { comparedMeasure, comparedMeasures, InputError, LEARNERS, type SplitPlan } from '../internal.js'
import { compare, type PlainSourceSettings } from '../node/internal.js'
import { comparisonTable, signTestTable } from './comparison.js'
import { contendersFrom } from './contenders.js'
import { addDataFlags, type DataFlags, sourceSettings } from './data-flags.js'
import { offer } from './offered-values.js'
import { addTrainFlags, givenOptions } from './option-flags.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { formatAmount, parseWholeNumber, print, threadsOf, warn } from './terminal.js'
import { VERSION } from './version.js'

const RESULTS = 'abound-compare.jsonl'
const HOLDOUT = 0.1
const FOLDS = 5

interface Flags extends DataFlags {
  readonly learners: string
  readonly test?: string
  readonly folds?: string
  readonly trials?: string
  readonly holdout?: string
  readonly split?: string
  readonly measure: string
  readonly measures?: string
  readonly results: string
  readonly report?: string
  readonly threads?: string
  readonly quiet?: boolean
  readonly json?: boolean
}

export function define(command: Command): void {
  const measures = comparedMeasures().map(({ name }) => name)
  command
    .argument('<data...>', 'labelled texts')
    .addOption(
      offer(
        new Option('--learners <list>', 'learners parted by commas, each with options of its own if need be'),
        LEARNERS.map(({ name }) => name),
      ).makeOptionMandatory(),
    )
    .option('--test <file>', 'measure on this file')
    .option('--folds <k>', `cross-validate: each document is tested once (default: ${FOLDS} folds)`)
    .addOption(
      offer(
        new Option('--measure <name>', 'what decides who is best, and what sign tests look at').default('R1'),
        measures,
      ),
    )
    .option('--measures <names>', 'columns of the table, parted by commas (default: as many as fit)')
    .option('--results <file>', 'where finished cells are kept, and found again', RESULTS)
    .option(
      '--report <file>',
      'write a page (HTML): the table, speed against quality, all measures, sign tests',
    )
    .option('--threads <n>', 'trainings at a time, as far as memory allows (default: one a core)')
    .option('--quiet', 'no progress, only the result')
    .option('--json', 'print everything as one JSON object, each cell too')
  command.optionsGroup('Splits:')
  command
    .option('--trials <n>', 'hold out a part of the documents so many times')
    .option('--holdout <part>', `the share that --trials and --split hold out (default: ${HOLDOUT})`)
    .option(
      '--split <how>',
      'time:FIELD trains on the earlier and tests on the later; group:FIELD keeps each group on one side',
    )
  command.optionsGroup('')
  addDataFlags(command)
  addTrainFlags(command)
  command.addHelpText(
    'after',
    `
Every learner gets the same splits: --test, --folds (the default), --trials or --split; --split group:FIELD goes with
--folds, too. Options of text and training hold for all learners, those of learners for all that know them; behind
a learner's name they are its own. A comma parts learners.

Finished cells are kept in ${RESULTS} of the current folder (or in --results), under the bytes of the data, options,
split and version: a run that was stopped goes on where it was, and one that is done prints its table at once.

Best is marked *, and = marks those not significantly worse than it: the sign test over documents (with --trials over
trials), two-tailed, 5 %. Measures: ${measures.join(', ')}.

Examples:
  abound compare train.jsonl --test test.jsonl --learners ff,mmp,svm
  abound compare news.jsonl --folds 5 --learners "ff --margin 0.5, svm --cost 2, svm --ngrams 2" --stop english
  abound compare mail.jsonl --split time:date --holdout 0.2 --learners naive-bayes,svm --measures R1,microF1`,
  )
  command.action(run)
}

async function run(paths: string[], flags: Flags, command: Command): Promise<void> {
  // Here --trials is a way to split; behind the learner top-down it is an option of that.
  const { trials: _, ...given } = givenOptions(command)
  const contenders = contendersFrom(flags.learners, given)
  const plan = planOf(flags, Number(given.seed ?? 1))
  const measure = comparedMeasure(flags.measure).name
  const columns = flags.measures === undefined ? undefined : measuresFrom(flags.measures)
  const threads = threadsOf(flags)
  for (const path of paths.concat(flags.test ?? [])) {
    if (path === '-' || statSync(path, { throwIfNoEntry: false })?.isFIFO())
      throw new InputError('compare reads its data many times: expected files, not a pipe')
  }
  checkOutput(flags.results)
  if (flags.report !== undefined) checkOutput(flags.report)
  const settings: PlainSourceSettings = {
    ...sourceSettings(flags),
    ...(flags.skipBad === true ? { skipBad: true } : {}),
    ...('field' in plan ? { partField: plan.field } : {}),
  }
  const quiet = flags.quiet === true
  const progress = new Progress(quiet)
  const controller = new AbortController()
  let kept = 0
  let all = 0
  const stop = (): void => {
    progress.clear()
    process.stderr.write(`\nstopped; ${formatAmount(kept, 'finished cell')} kept in ${flags.results}\n`)
    controller.abort()
    process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const result = await compare(
    {
      version: VERSION,
      paths,
      settings,
      contenders,
      plan,
      measure,
      threads,
      results: flags.results,
      ...(flags.test === undefined ? {} : { test: flags.test }),
    },
    {
      started(done, cells) {
        kept = done
        all = cells
        if (quiet) return
        const found = done === 0 ? '' : `; ${done} of them found there`
        process.stderr.write(`${formatAmount(cells, 'cell')}, kept in ${flags.results}${found}\n`)
      },
      finished(_, done) {
        kept = done
        progress.update('comparing', done / all, done, 'cells')
      },
      progress: (contender, split, phase) =>
        progress.update('comparing', kept / all, kept, 'cells', `${contender} (${split}): ${phase}`),
      failed(contender, split, message) {
        progress.clear()
        warn(`${contender} (${split}) failed: ${message}`)
        process.exitCode = 2
      },
    },
    controller.signal,
  )
  process.removeListener('SIGINT', stop)
  process.removeListener('SIGTERM', stop)
  progress.clear()
  if (flags.report !== undefined) await (await import('./report.js')).writeComparison(flags.report, result)
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  await print(comparisonTable(result, columns))
  await print(signTestTable(result))
}

function measuresFrom(list: string): string[] {
  return list.split(',').map((name) => comparedMeasure(name.trim()).name)
}

function planOf(flags: Flags, seed: number): SplitPlan {
  const { test, trials, split } = flags
  const ways = [test, trials, split].filter((way) => way !== undefined)
  if (ways.length > 1 || (flags.folds !== undefined && (test ?? trials) !== undefined))
    throw new InputError('expected one of --test, --folds, --trials and --split (--folds goes with group)')
  const holdout = shareOf(flags.holdout)
  if (test !== undefined) return { kind: 'test' }
  if (trials !== undefined)
    return { kind: 'trials', trials: parseWholeNumber('--trials', trials), holdout, seed }
  const folds = flags.folds === undefined ? FOLDS : parseWholeNumber('--folds', flags.folds)
  if (split === undefined) return { kind: 'folds', folds, seed }
  const [, kind, field] = /^(time|group):(.+)$/.exec(split) ?? []
  if (kind === 'time' && flags.folds === undefined) return { kind, field, holdout }
  if (kind !== 'group') throw new InputError(`--split ${split}: expected time:FIELD or group:FIELD`)
  if (flags.folds !== undefined) return { kind: 'group-folds', field, folds, seed }
  return { kind, field, holdout, seed }
}

function shareOf(text: string | undefined): number {
  if (text === undefined) return HOLDOUT
  const share = Number(text)
  if (!(share > 0 && share < 1))
    throw new InputError(`--holdout ${text}: expected a fraction between 0 and 1`)
  return share
}
