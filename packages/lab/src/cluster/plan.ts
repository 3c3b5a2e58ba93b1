// The plan of a run on many machines: shards of the documents, and stages that are a map over tasks and a reduce over
// buckets each. A plan is plain data, and all that follows from it is a function of it: an engine moves records,
// schedules and retries, and decides nothing.

import { InputError } from 'abound'
import {
  type GivenOptions,
  LEARNERS,
  type Learner,
  murmur3,
  type ResolvedOptions,
  resolveTrainOptions,
} from 'abound/internal'

/** A part of the documents, in their order. */
export interface Shard {
  /** Its place among the shards, and its name in every record. */
  readonly id: number
  /** Where it is: a path or `file:` URI that every machine can read. */
  readonly uri: string
  readonly sha256: string
  readonly documents: number
}

/** What the tasks of a stage do. */
export type StageKind = 'look' | 'settle' | 'sums' | 'epoch' | 'labels' | 'model' | 'score'

/** One map and one reduce. */
export interface Stage {
  readonly name: string
  readonly kind: StageKind
  readonly tasks: number
  readonly buckets: number
  /** The stages whose output its tasks read. */
  readonly needs: readonly string[]
  /** Of an epoch: which, from 1. */
  readonly epoch?: number
}

/** How shards are read: the settings of a reader that plain data can hold. */
export type ReadPlan = Readonly<Record<string, string | readonly string[]>>

export interface Plan {
  readonly abound: 'cluster plan'
  readonly version: 1
  readonly task: 'train' | 'evaluate' | 'predict'
  /** As given to `train`; none where a model is there. */
  readonly options: GivenOptions
  /** The model to score with: where it is, and its sha256. */
  readonly model?: { readonly uri: string; readonly sha256: string }
  /** Of `predict`: how many labels for each document. */
  readonly top?: number
  readonly reading: ReadPlan
  readonly shards: readonly Shard[]
  readonly stages: readonly Stage[]
}

/** The output of a stage's buckets, by the sha256 of what was written. */
export type Outputs = Readonly<Record<string, readonly string[]>>

/** What a task of a map, or a bucket of a reduce, is told: one JSON line. */
export interface Descriptor {
  /** The folder of the run, which every machine can reach. */
  readonly run: string
  /** The sha256 of the plan. */
  readonly plan: string
  readonly stage: string
  /** Of a map. */
  readonly task?: number
  /** Of a reduce. */
  readonly bucket?: number
  readonly inputs: Outputs
}

/** How work is cut: the number of buckets, and for learners that go label by label the number of tasks. */
export interface Cut {
  readonly buckets?: number
  readonly tasks?: number
}

const MOST_BUCKETS = 10_000
const MOST_TASKS = 100_000

/**
 * The plan of training on these shards.
 *
 * @example
 * const shards = [{ id: 0, uri: 'a.jsonl', sha256: '0'.repeat(64), documents: 4 }]
 * const { stages } = planTraining(shards, { learner: 'ff', passes: 2 })
 * stages.map(({ name }) => name) // ['look', 'settle', 'epoch-1', 'epoch-2', 'model']
 */
export function planTraining(
  shards: readonly Shard[],
  options: GivenOptions,
  reading: ReadPlan = {},
  { buckets = shards.length, tasks = shards.length }: Cut = {},
): Plan {
  checkShards(shards)
  checkNumber('buckets', buckets, MOST_BUCKETS)
  checkNumber('tasks', tasks, MOST_TASKS)
  const resolved = clusterOptions(options)
  const stage = (name: string, kind: StageKind, over: number, into: number, needs: string[]): Stage => ({
    name,
    kind,
    tasks: over,
    buckets: into,
    needs,
  })
  const learning = learningStages(resolved, shards.length, buckets, tasks, stage)
  const results = learning.filter(({ kind, epoch }) => kind !== 'epoch' || epoch === 1)
  const last = learning[learning.length - 1].name
  const needed = [...new Set(['settle', ...results.map(({ name }) => name), last])]
  return {
    abound: 'cluster plan',
    version: 1,
    task: 'train',
    options,
    reading,
    shards,
    stages: [
      stage('look', 'look', shards.length, buckets, []),
      stage('settle', 'settle', 1, 1, ['look']),
      ...learning,
      stage('model', 'model', 1, 1, needed),
    ],
  }
}

/**
 * The plan of scoring these shards with a model: every document is ranked where its shard is, and one reduce adds up
 * what is counted.
 *
 * @example
 * const shards = [{ id: 0, uri: 'a.jsonl', sha256: '0'.repeat(64), documents: 4 }]
 * planScoring('evaluate', shards, { uri: 'news.abound', sha256: '1'.repeat(64) }).stages[0].name // 'score'
 */
export function planScoring(
  task: 'evaluate' | 'predict',
  shards: readonly Shard[],
  model: { readonly uri: string; readonly sha256: string },
  reading: ReadPlan = {},
  top = 1,
): Plan {
  checkShards(shards)
  checkNumber('top', top, MOST_TASKS)
  return {
    abound: 'cluster plan',
    version: 1,
    task,
    options: {},
    model,
    top,
    reading,
    shards,
    stages: [{ name: 'score', kind: 'score', tasks: shards.length, buckets: 1, needs: [] }],
  }
}

/** The options of a run, if a cluster can do what they ask. */
export function clusterOptions(options: GivenOptions): ResolvedOptions {
  const resolved = resolveTrainOptions(options)
  const { learner, learnerOptions, vectorOptions, run } = resolved
  const refuse = (why: string): InputError =>
    new InputError(`--cluster: ${why}: leave it out, or train on one machine`)
  if (!isShared(learner)) {
    const others = LEARNERS.filter(isShared).map(({ name }) => name)
    throw new InputError(
      `${learner.name} needs all documents at once: on a cluster expected one of ${others.join(', ')}`,
    )
  }
  const why = learner.online
    ? learner.sharding?.refuses?.(learnerOptions)
    : learner.labelwise?.refuses?.(learnerOptions)
  if (why !== undefined) throw refuse(why)
  if (vectorOptions.select !== 'none')
    throw refuse(`--select ${vectorOptions.select} looks at all rows at once`)
  if (run.thresholds === 'train') throw refuse('--thresholds train scores all documents again')
  return resolved
}

/**
 * Whether a learner can learn on several machines.
 *
 * @example
 * isShared(learnerNamed('naive-bayes')) // true
 */
export function isShared(learner: Learner): boolean {
  return learner.online
    ? learner.sharding !== undefined
    : learner.labelwise !== undefined || learner.summing !== undefined
}

/**
 * The seed of a shard in an epoch: a hash of the run's seed, the epoch and the shard.
 *
 * @example
 * shardSeed(1, 1, 0) === shardSeed(1, 2, 0) // false
 */
export function shardSeed(seed: number, epoch: number, shard: number): number {
  const bytes = new TextEncoder().encode(`${seed}:${epoch}:${shard}`)
  return murmur3(bytes, 0, bytes.length) >>> 0
}

/** A plan from its JSON; refuses what no plan is. */
export function planFrom(json: string, name: string): Plan {
  let plan: Plan
  try {
    plan = JSON.parse(json) as Plan
  } catch {
    throw new InputError(`${name}: expected a cluster plan in JSON`)
  }
  if (plan?.abound !== 'cluster plan' || !Array.isArray(plan.shards) || !Array.isArray(plan.stages)) {
    throw new InputError(`${name}: expected a cluster plan as \`abound cluster plan\` writes it`)
  }
  if (plan.version !== 1) {
    throw new InputError(`${name}: a plan of version ${plan.version}: this version of Abound reads 1`)
  }
  return plan
}

/** The stage that a descriptor names. */
export function stageOf(plan: Plan, { stage: name, task, bucket }: Descriptor): Stage {
  const stage = plan.stages.find((one) => one.name === name)
  if (stage === undefined) throw new InputError(`the plan has no stage ${JSON.stringify(name)}`)
  if (task !== undefined && !(Number.isInteger(task) && task >= 0 && task < stage.tasks)) {
    throw new InputError(`task ${task} of stage ${name}: expected 0 to ${stage.tasks - 1}`)
  }
  if (bucket !== undefined && !(Number.isInteger(bucket) && bucket >= 0 && bucket < stage.buckets)) {
    throw new InputError(`bucket ${bucket} of stage ${name}: expected 0 to ${stage.buckets - 1}`)
  }
  return stage
}

/** A descriptor from its line; refuses what is none. */
export function descriptorFrom(line: string): Descriptor {
  let found: Descriptor | undefined
  try {
    found = JSON.parse(line) as Descriptor
  } catch {
    found = undefined
  }
  const { run, plan, stage, inputs } = found ?? {}
  if (
    typeof run !== 'string' ||
    typeof plan !== 'string' ||
    typeof stage !== 'string' ||
    inputs === undefined
  ) {
    throw new InputError(
      `expected a descriptor, a JSON object with run, plan, stage, task or bucket, and inputs, found: ${line.slice(0, 80)}`,
    )
  }
  return found as Descriptor
}

type StageMaker = (name: string, kind: StageKind, tasks: number, buckets: number, needs: string[]) => Stage

function learningStages(
  { learner, learnerOptions }: ResolvedOptions,
  shards: number,
  buckets: number,
  tasks: number,
  stage: StageMaker,
): Stage[] {
  if (!learner.online && learner.labelwise !== undefined) {
    return [stage('labels', 'labels', tasks, Math.min(buckets, tasks), ['settle'])]
  }
  if (!learner.online || learner.sharding?.merge === 'counts') {
    return [stage('sums', 'sums', shards, buckets, ['settle'])]
  }
  return Array.from({ length: learner.passes(learnerOptions) }, (_, i) => ({
    ...stage(`epoch-${i + 1}`, 'epoch', shards, buckets, i === 0 ? ['settle'] : ['settle', `epoch-${i}`]),
    epoch: i + 1,
  }))
}

function checkShards(shards: readonly Shard[]): void {
  checkNumber('shards', shards.length, MOST_TASKS)
  shards.forEach(({ id, sha256 }, i) => {
    if (id !== i) throw new InputError(`shard ${id} stands at place ${i}: expected them in order`)
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new InputError(`shard ${id} has no sha256`)
  })
}

function checkNumber(what: string, n: number, most: number): void {
  if (!Number.isInteger(n) || n < 1 || n > most) {
    throw new InputError(`${what} ${n}: expected a whole number from 1 to ${most}`)
  }
}
