// abound cluster plan | map | reduce

import { InputError, type SourceSettings } from 'abound'
import { fingerprintOf, LEARNERS, learnerNamed } from 'abound/internal'
import {
  addCutFlags,
  addDataFlags,
  addTrainFlags,
  type Command,
  type CutFlags,
  type DataFlags,
  formatAmount,
  givenOptions,
  openData,
  parseWholeNumber,
  print,
  type RunFlags,
  sourceSettings,
  table,
} from 'abound/internal/command'
import { isShared, type Plan, planScoring, planTraining } from '../cluster/plan.js'
import { mapLines, reduceLines } from '../cluster-run/commands.js'
import { beginRun } from '../cluster-run/run.js'
import { cutShards, wholeShards } from '../cluster-run/shards.js'

interface PlanFlags extends DataFlags, CutFlags {
  readonly learner?: string
  readonly evaluate?: string
  readonly predict?: string
  readonly top?: string
  readonly json?: boolean
}

interface PieceFlags {
  readonly quiet?: boolean
}

export function define(command: Command): void {
  command.addHelpText(
    'after',
    `
A run is a folder that all machines can reach. \`plan\` writes the plan of it; an engine pipes a descriptor a task
through \`map\`, sorts what comes out, and pipes each bucket through \`reduce\`. \`abound train --cluster\` does all of it.

Examples:
  abound cluster plan news.jsonl.gz --shards 8 --learner ff --passes 3 --run /shared/news.run
  abound cluster run /shared/news.run --cluster spark://host:7077 -o news.abound
  abound cluster plan more.jsonl.gz --shards 8 --evaluate news.abound --run /shared/more.run
  abound train news.jsonl.gz --cluster local --shards 8 --learner ff -o news.abound
  abound train news.jsonl.gz --cluster spark://host:7077 --shards 8 --run /shared/news.run --learner ff -o news.abound`,
  )
  definePlan(command.command('plan').description('cut data into shards and write the plan of a run'))
  command
    .command('run')
    .description('do what is planned in a folder, or what is left of it, and print or write what comes out')
    .argument('<run>', 'the folder of the run')
    .option('--cluster <where>', 'local (threads), spark://HOST:PORT, yarn or k8s://…', 'local')
    .option('-o, --output <file>', 'where the model, the measures or the predictions go')
    .option('--threads <n>', 'threads of a local run (default: one a core)')
    .option('--bundle <file>', 'our build and its Node in one archive, shipped to the executors of Spark')
    .option('--conf <settings...>', 'settings of Spark, key=value')
    .option('--quiet', 'show no progress')
    .action(async (folder: string, flags: RunFlags) =>
      (await import('./cluster-run.js')).runPlanned(folder, flags),
    )
  command
    .command('map')
    .description(
      'do the tasks of descriptors, a JSON line each on standard input; records on standard output',
    )
    .option('--quiet', 'say nothing of what was done')
    .action(({ quiet }: PieceFlags) => piece(mapLines, quiet))
  command
    .command('reduce')
    .description('merge the sorted records of a bucket, after its descriptor, on standard input')
    .option('--quiet', 'say nothing of what was done')
    .action(({ quiet }: PieceFlags) => piece(reduceLines, quiet))
}

function definePlan(command: Command): void {
  command
    .argument('<data...>', 'labelled texts; with --shards they are cut again, else each file is a shard')
    .option(
      '--learner <name>',
      `how to learn: ${LEARNERS.filter(isShared)
        .map(({ name }) => name)
        .join(', ')}`,
    )
    .option('--evaluate <model>', 'plan to measure a model instead')
    .option('--predict <model>', 'plan to rank labels by a model instead')
    .option('--top <k>', 'with --predict: how many labels (default: 1)')
    .option('--json', 'print the whole plan')
  addCutFlags(command)
  addDataFlags(command)
  addTrainFlags(command)
  command.action(runPlan)
}

async function runPlan(paths: string[], flags: PlanFlags, command: Command): Promise<void> {
  if (flags.run === undefined) throw new InputError('expected --run, a folder to keep the run in')
  const plan = await planOf(paths, flags, givenOptions(command), flags.run)
  const { folder, sha256 } = await beginRun(flags.run, plan)
  if (flags.json === true) return print(`${JSON.stringify({ run: folder, sha256, ...plan })}\n`)
  await print(
    `${formatAmount(plan.shards.length, 'shard')}\n` +
      table(
        plan.shards.map((s) => [String(s.id), String(s.documents), s.sha256.slice(0, 12), s.uri]),
        '  ',
      ) +
      `${formatAmount(plan.stages.length, 'stage')}\n` +
      table(
        plan.stages.map((s) => [s.name, formatAmount(s.tasks, 'task'), formatAmount(s.buckets, 'bucket')]),
        '  ',
      ) +
      `wrote ${folder}/plan.json (${sha256.slice(0, 12)})\n`,
  )
}

/** The plan that flags ask for; shards that are cut are written into the run's folder. */
export async function planOf(
  paths: readonly string[],
  flags: PlanFlags,
  given: Record<string, unknown>,
  run: string,
): Promise<Plan> {
  const cut = flags.shards !== undefined
  const { source, report } = openData(paths, flags)
  if (!cut && flags.skipBad === true)
    throw new InputError('--skip-bad needs --shards: shards are read as they are')
  const settings = sourceSettings(flags)
  const shards = cut
    ? await cutShards(
        source,
        parseWholeNumber('--shards', flags.shards ?? ''),
        `${run}/shards`,
        isMixed(flags),
      )
    : await wholeShards(paths, settings)
  report()
  const reading = cut ? {} : plain(settings)
  const model = flags.evaluate ?? flags.predict
  if (model !== undefined) {
    const task = flags.evaluate === undefined ? 'predict' : 'evaluate'
    const top = flags.top === undefined ? 1 : parseWholeNumber('--top', flags.top)
    return planScoring(task, shards, { uri: model, sha256: await fingerprintOf([model]) }, reading, top)
  }
  const options = { ...given, ...(flags.learner === undefined ? {} : { learner: flags.learner }) }
  return planTraining(shards, options, reading, {
    ...(flags.buckets === undefined ? {} : { buckets: parseWholeNumber('--buckets', flags.buckets) }),
    ...(flags.tasks === undefined ? {} : { tasks: parseWholeNumber('--tasks', flags.tasks) }),
  })
}

/** Whether shards are dealt out: where each learns for itself for a while, it should see some of all labels. */
function isMixed({ learner: name = 'ff', evaluate, predict }: PlanFlags): boolean {
  if (evaluate !== undefined || predict !== undefined) return false
  const learner = learnerNamed(name)
  return learner.online && learner.sharding !== undefined && learner.sharding.merge !== 'counts'
}

/** What of the settings plain data can hold. */
function plain({ from, fields, textColumn, labelColumn, labelSeparator }: SourceSettings): Plan['reading'] {
  return JSON.parse(
    JSON.stringify({ from, fields, textColumn, labelColumn, labelSeparator }),
  ) as Plan['reading']
}

async function piece(work: typeof mapLines, quiet = false): Promise<void> {
  // To us a reader that has gone is an error: exit code 0 says that all was written.
  process.stdout.removeAllListeners('error')
  process.stdout.on('error', () => process.exit(1))
  await work(process.stdin, print, (message) => {
    if (!quiet) process.stderr.write(`abound: ${message}\n`)
  })
}
