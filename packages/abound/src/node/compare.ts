// Runs a comparison: a process for each cell, several at a time where memory allows, finished ones kept in a file. A program
// that has extended Abound by declarations that are in no plugin runs all cells itself, one after the other.
// Except for times, results do not depend on how many run at once.

import { InputError } from '../errors.js'
import { addedDeclarations } from '../extend.js'
import type { ComparedMeasure } from '../measure/measures/index.js'
import { resolveTrainOptions } from '../pipeline/train-options.js'
import type { StopSignal } from '../pipeline/training-control.js'
import type { CellResult, Contender } from '../selection/cell.js'
import { type CompareResult, compareCells } from '../selection/compare.js'
import { type SplitPlan, splitNames, splitsOf } from '../selection/split-plan.js'
import { CellRunner } from './cell-runner.js'
import type { CellMessage, PlainSourceSettings } from './cell-task.js'
import { fingerprintOf } from './fingerprint.js'
import { isExtendedHere, pluginFingerprint } from './plugins.js'
import { ResultsFile } from './results-file.js'
import { openSources } from './source.js'

/** What to compare, and how. */
export interface CompareTask {
  readonly version: string
  readonly paths: readonly string[]
  readonly settings: PlainSourceSettings
  readonly contenders: readonly Contender[]
  readonly plan: SplitPlan
  /** The file to test on, where the plan says so. */
  readonly test?: string
  readonly measure: ComparedMeasure
  /** Cells at a time. */
  readonly threads: number
  /** Where finished cells are kept. */
  readonly results: string
}

/** What a comparison is doing. */
export interface CompareHooks {
  /** At the start: cells that were done before, of all. */
  started?(done: number, cells: number): void
  /** A cell is done. */
  finished?(cell: CellResult, done: number, cells: number): void
  /** How far a running cell is. */
  progress?(contender: string, split: string, phase: string, share: number | undefined): void
  failed?(contender: string, split: string, message: string): void
}

/**
 * Compares learners on the same splits. Cells that a results file has are not run again; `signal` ends the running
 * ones, and leaves the file with those that are done. Cells run in processes of their own, unless the program has called
 * `extend`: then they run in it, one after the other, and their peak memory is that of the program.
 *
 * @example
 * const contenders = [] // such as { name: 'svm --cost 2', learner: 'svm', options: { cost: 2 } }, …
 * const { split } = await compare({
 *   version: '1',
 *   paths: ['january.jsonl'],
 *   settings: {},
 *   plan: { kind: 'folds', folds: 2, seed: 1 },
 *   contenders,
 *   measure: 'R1',
 *   threads: 2,
 *   results: 'kept.jsonl',
 * })
 * split.names // ['fold 1 of 2', 'fold 2 of 2']
 */
export async function compare(
  task: CompareTask,
  hooks: CompareHooks = {},
  signal?: StopSignal,
): Promise<CompareResult> {
  const { contenders, plan, version, measure } = task
  // A mistyped option must be found before cells are run, not after.
  for (const { learner, options } of contenders) resolveTrainOptions({ learner, ...options })
  const names = splitNames(plan)
  const tested = task.test === undefined ? [] : [task.test]
  const fingerprint = await fingerprintOf([...task.paths, ...tested])
  const file = new ResultsFile(task.results)
  const keyed = contenders.flatMap((contender) =>
    names.map((split, at) => ({ contender, split, at, key: keyOf(task, fingerprint, contender, split) })),
  )
  const found = (key: string): CellResult | undefined => file.get(key)
  const missing = keyed.filter(({ key }) => found(key) === undefined)
  let done = keyed.length - missing.length
  hooks.started?.(done, keyed.length)
  const failures = new Map<string, string>()
  if (missing.length > 0) {
    const tests = await testsOf(task)
    // Another process would not know what this program has added; then all cells are run here, so that times compare.
    const runner = new CellRunner(
      { ...task, here: isExtendedHere() },
      {
        progress: hooks.progress,
        finished(key, cell) {
          file.add(key, cell)
          hooks.finished?.(cell, ++done, keyed.length)
        },
        failed(contender, split, message) {
          failures.set(contender, message)
          hooks.failed?.(contender, split, message)
        },
      },
    )
    signal?.addEventListener('abort', () => runner.stop(signal.reason), { once: true })
    await runner.run(missing.map(({ at, ...cell }) => ({ ...cell, test: tests[at] })))
  }
  return compareCells({
    version,
    measure,
    data: { paths: task.paths, fingerprint, ...(task.test === undefined ? {} : { test: task.test }) },
    split: { kind: plan.kind, names },
    contenders,
    // A cell of an earlier run may be stored under another spelling (`ff` for `ff --margin 0`).
    cells: keyed.flatMap(({ key, contender, split }) => {
      const cell = found(key)
      return cell === undefined ? [] : [{ ...cell, contender: contender.name, split }]
    }),
    failures,
  })
}

/** The key of a cell: everything that its figures depend on, with options as resolved, not as written. */
function keyOf(
  task: CompareTask,
  fingerprint: string,
  { learner, options }: Contender,
  split: string,
): string {
  const { learnerOptions, vectorOptions, run } = resolveTrainOptions({ learner, ...options })
  const { version, settings, plan, test } = task
  const all = { version, fingerprint, settings, plan, tested: test !== undefined, split }
  const code = codeBehind(learner, vectorOptions.weighting)
  const text = JSON.stringify({ ...all, learner, learnerOptions, vectorOptions, run, code })
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

/** A program's own declarations have no version: what was measured with them holds for that one run. */
const THIS_RUN = globalThis.crypto.randomUUID()

/** What stands for the code from outside that a cell's figures depend on; undefined where they depend on none. */
function codeBehind(learner: string, weighting: string): string | undefined {
  const { learners, weightings, formats, measures } = addedDeclarations()
  const isBehind =
    formats.length + measures.length > 0 ||
    learners.some(({ name }) => name === learner) ||
    weightings.some(({ name }) => name === weighting)
  if (!isBehind) return undefined
  return isExtendedHere() ? THIS_RUN : pluginFingerprint()
}

/** What each split tests on. */
async function testsOf({ plan, test, paths, settings }: CompareTask): Promise<CellMessage['test'][]> {
  if (plan.kind === 'test') {
    if (test === undefined) throw new InputError('expected a file to test on')
    return [{ path: test }]
  }
  const values: string[] = []
  let count = 0
  const { skipBad, ...plain } = settings
  const source = openSources(paths, { ...plain, ...(skipBad === true ? { onBad() {} } : {}) })
  for await (const batch of source.documents()) {
    count += batch.length
    if (!('field' in plan)) continue
    for (const { part } of batch) {
      if (part === undefined)
        throw new InputError(`${source.path}: expected a field "${plan.field}" in each document`)
      values.push(part)
    }
  }
  return splitsOf(plan, count, values).map((split) => ({ rows: split.test }))
}
