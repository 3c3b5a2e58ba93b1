// The first stage: every shard is read once. Its rows of counts stay in the store; what it met of terms and labels is
// added up by name. Then one task puts the names in order, drops the rare ones, and says what all later tasks need.

import { InputError } from 'abound'
import type { Container } from 'abound/modelfile'
import {
  chooseDecisions,
  FEWEST_DOCUMENTS,
  type FirstPass,
  firstPass,
  MANY_DOCUMENTS,
  type ResolvedOptions,
  refuseEmpty,
  settleTerms,
} from 'abound/pipeline'
import { ByteTable, murmur3 } from 'abound/structures'
import { Vectoriser } from 'abound/vectors'
import { headOf, type RecordWriter } from './cluster-record.js'
import { blobOf, namePayloads, namesInOrder } from './names.js'
import { floatsOf, idsOf, itemOf, opened, payload } from './payload.js'
import { clusterOptions, type Plan } from './plan.js'
import { rowFile } from './row-file.js'
import type { ClusterStore } from './store.js'

/** What a shard says of itself. */
interface ShardFacts {
  readonly documents: number
  readonly unlabelled: number
  readonly withOneLabel: number
  readonly vectors: boolean | null
  /** Where its rows are. */
  readonly rows: string
}

/** Reads one shard. */
export async function lookTask(
  plan: Plan,
  task: number,
  buckets: number,
  store: ClusterStore,
  out: RecordWriter,
): Promise<void> {
  const options = clusterOptions(plan.options)
  const shard = plan.shards[task]
  const corpus = { name: shard.uri, rereadable: false, batches: () => store.documents(shard, plan) }
  const seen = await firstPass(corpus, options, {}, false)
  const read = seen.documents + seen.unlabelled
  if (read !== shard.documents) {
    throw new InputError(`${shard.uri}: ${read} documents, and the plan says ${shard.documents}: plan again`)
  }
  const { terms, df, occurrences, vectors } = seen.vectoriser.parts()
  const rows = await store.write([rowFile(seen.rows!.seal(), terms, seen.labels)])
  const facts: ShardFacts = {
    documents: seen.documents,
    unlabelled: seen.unlabelled,
    withOneLabel: seen.withOneLabel,
    vectors: vectors ?? null,
    rows,
  }
  await out.put(0, 'facts', payload({ ...facts }, {}))
  const documents = Float64Array.from({ length: seen.labels.count }, (_, id) => seen.labelDocuments[id] ?? 0)
  const labels = namePayloads(seen.labels, { documents }, buckets)
  const names = namePayloads(terms, { df, occurrences }, buckets)
  for (let bucket = 0; bucket < buckets; bucket++) {
    await out.put(bucket, 'labels', labels[bucket])
    await out.put(bucket, 'terms', names[bucket])
  }
}

/** Puts together what all shards met. */
export async function settleTask(
  plan: Plan,
  looked: readonly string[],
  store: ClusterStore,
  out: RecordWriter,
): Promise<void> {
  const options = clusterOptions(plan.options)
  const outputs: Container[] = []
  for (const sha256 of looked) outputs.push(opened(await store.read(sha256), 'look'))
  const facts = plan.shards.map(
    ({ id }) => opened(itemOf(outputs[0], factsName(id)), 'facts').header as unknown as ShardFacts,
  )
  const vectors = facts.find((one) => one.vectors !== null)?.vectors ?? undefined
  facts.forEach((one, id) => {
    if (one.vectors === null || one.vectors === vectors) return
    throw new InputError(`${plan.shards[id].uri}: expected texts in all shards, or ready-made vectors in all`)
  })
  const sum = (name: 'documents' | 'unlabelled' | 'withOneLabel'): number =>
    facts.reduce((total, one) => total + one[name], 0)
  const named = (key: string) => namesInOrder(outputs.map((output) => opened(itemOf(output, key), key)))
  const terms = named('terms')
  const labels = named('labels')
  const documents = sum('documents')
  const seen: FirstPass = {
    vectoriser: await Vectoriser.load(options.vectorOptions, {
      terms: terms.table,
      df: terms.counts.df,
      occurrences: terms.counts.occurrences,
      documents,
      vectors,
    }),
    labels: labels.table,
    rows: undefined,
    documents,
    unlabelled: sum('unlabelled'),
    withOneLabel: sum('withOneLabel'),
    labelDocuments: Array.from(labels.counts.documents),
  }
  refuseEmpty(seen)
  settleTerms(seen, options)
  const vocabulary = seen.vectoriser.parts()
  const header = {
    documents,
    unlabelled: seen.unlabelled,
    withOneLabel: seen.withOneLabel,
    vectors: vectors === true,
    held: heldOutCount(options, seen),
    rows: facts.map(({ rows }) => rows),
    shardDocuments: facts.map((one) => one.documents),
  }
  const termNames = blobOf(vocabulary.terms)
  const labelNames = blobOf(seen.labels)
  const arrays = {
    'terms.bytes': termNames.bytes,
    'terms.lengths': termNames.lengths,
    'terms.df': vocabulary.df,
    'terms.occurrences': vocabulary.occurrences,
    'labels.bytes': labelNames.bytes,
    'labels.lengths': labelNames.lengths,
    'labels.documents': Float64Array.from(seen.labelDocuments),
  }
  await out.put(0, 'settled', payload(header, arrays))
}

/** The name under which a reduce keeps the facts of a shard. */
function factsName(shard: number): string {
  return `facts.${headOf(0, 'facts', shard, 0).split('\t')[2]}`
}

/** What all tasks after looking know. */
export interface Settled {
  readonly options: ResolvedOptions
  /** Without rows. */
  readonly seen: FirstPass
  /** Documents held out to decide by, about: 0 for none. */
  readonly held: number
  /** By shard: where its rows are, and how many. */
  readonly rows: readonly string[]
  readonly shardDocuments: readonly number[]
}

/** Reads what the settling task wrote. */
export async function readSettled(
  plan: Plan,
  [sha256]: readonly string[],
  store: ClusterStore,
): Promise<Settled> {
  const options = clusterOptions(plan.options)
  const output = opened(await store.read(sha256), 'settle')
  const { header, sections } = opened(itemOf(output, 'settled.000000'), 'settled')
  const documents = Number(header.documents)
  const vectoriser = await Vectoriser.load(options.vectorOptions, {
    terms: tableFrom(sections, 'terms'),
    df: floatsOf(sections['terms.df']),
    occurrences: floatsOf(sections['terms.occurrences']),
    documents,
    vectors: header.vectors === true,
  })
  return {
    options,
    seen: {
      vectoriser,
      labels: tableFrom(sections, 'labels'),
      rows: undefined,
      documents,
      unlabelled: Number(header.unlabelled),
      withOneLabel: Number(header.withOneLabel),
      labelDocuments: Array.from(floatsOf(sections['labels.documents'])),
    },
    held: Number(header.held),
    rows: header.rows as string[],
    shardDocuments: header.shardDocuments as number[],
  }
}

/** A table of names end to end, in their order: interned one by one, it is the table of one machine. */
function tableFrom(sections: Container['sections'], what: string): ByteTable {
  const bytes = sections[`${what}.bytes`] as Uint8Array
  const lengths = idsOf(sections[`${what}.lengths`])
  const table = new ByteTable()
  for (let i = 0, from = 0; i < lengths.length; from += lengths[i++]) {
    const to = from + lengths[i]
    table.intern(bytes, from, to, murmur3(bytes, from, to))
  }
  return table
}

const HELD_OUT_SHARE = 0.2

/** How many documents are held out to decide by; many say no more of it than a good many. */
function heldOutCount({ run, learner, learnerOptions }: ResolvedOptions, seen: FirstPass): number {
  const { thresholds, probabilities } = chooseDecisions(run, seen.withOneLabel / seen.documents, learner)
  const byThresholds = thresholds.kind !== 'top' && thresholds.kind !== 'fixed'
  const byProbabilities = probabilities !== 'none' && seen.documents >= FEWEST_DOCUMENTS
  const tunes = learner.online && learner.needsWhole?.(learnerOptions) === true
  if (seen.documents < 2 || !(byThresholds || byProbabilities || tunes)) return 0
  return Math.min(
    Math.max(1, Math.round(seen.documents * HELD_OUT_SHARE)),
    MANY_DOCUMENTS,
    seen.documents - 1,
  )
}
