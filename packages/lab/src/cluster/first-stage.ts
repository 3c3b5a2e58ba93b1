// The first stage: every shard is read once. Its rows of counts stay in the store; what it met of terms and labels is
// added up by name. Then one task puts the names in order, drops the rare ones, and says what all later tasks need.

import { InputError } from 'abound'
import {
  ByteTable,
  type Container,
  chooseDecisions,
  FEWEST_DOCUMENTS,
  type FirstPass,
  firstPass,
  MANY_DOCUMENTS,
  type ResolvedOptions,
  refuseEmpty,
  settleTerms,
  Vectoriser,
} from 'abound/internal'
import { itemName } from './cluster-record.js'
import type { MapContext } from './map-context.js'
import { forEachName, nameArrays, namePayloads, namesInOrder } from './names.js'
import { openPayload, payload, readItem, toFloats } from './payload.js'
import { clusterOptions } from './plan.js'
import { rowFile } from './row-file.js'

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
export async function lookTask({ plan, task, stage, store, out }: MapContext): Promise<void> {
  const { buckets } = stage
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
export async function settleTask({ plan, inputs, store, out }: MapContext): Promise<void> {
  const options = clusterOptions(plan.options)
  const outputs: Container[] = []
  for (const sha256 of inputs.look) outputs.push(openPayload(await store.read(sha256), 'look'))
  const facts = plan.shards.map(
    ({ id }) =>
      openPayload(readItem(outputs[0], itemName('facts', id)), 'facts').header as unknown as ShardFacts,
  )
  const vectors = facts.find((one) => one.vectors !== null)?.vectors ?? undefined
  facts.forEach((one, id) => {
    if (one.vectors === null || one.vectors === vectors) return
    throw new InputError(`${plan.shards[id].uri}: expected texts in all shards, or ready-made vectors in all`)
  })
  const sum = (name: 'documents' | 'unlabelled' | 'withOneLabel'): number =>
    facts.reduce((total, one) => total + one[name], 0)
  const mergeNames = (key: string) =>
    namesInOrder(outputs.map((output) => openPayload(readItem(output, key), key)))
  const terms = mergeNames('terms')
  const labels = mergeNames('labels')
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
  const arrays = {
    ...nameArrays(vocabulary.terms, 'terms.'),
    'terms.df': vocabulary.df,
    'terms.occurrences': vocabulary.occurrences,
    ...nameArrays(seen.labels, 'labels.'),
    'labels.documents': Float64Array.from(seen.labelDocuments),
  }
  await out.put(0, 'settled', payload(header, arrays))
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
export async function readSettled({
  plan,
  inputs,
  store,
}: Pick<MapContext, 'plan' | 'inputs' | 'store'>): Promise<Settled> {
  const options = clusterOptions(plan.options)
  const output = openPayload(await store.read(inputs.settle[0]), 'settle')
  const { header, sections } = openPayload(readItem(output, itemName('settled', 0)), 'settled')
  const documents = Number(header.documents)
  const vectoriser = await Vectoriser.load(options.vectorOptions, {
    terms: readTable(sections, 'terms.'),
    df: toFloats(sections['terms.df']),
    occurrences: toFloats(sections['terms.occurrences']),
    documents,
    vectors: header.vectors === true,
  })
  return {
    options,
    seen: {
      vectoriser,
      labels: readTable(sections, 'labels.'),
      rows: undefined,
      documents,
      unlabelled: Number(header.unlabelled),
      withOneLabel: Number(header.withOneLabel),
      labelDocuments: Array.from(toFloats(sections['labels.documents'])),
    },
    held: Number(header.held),
    rows: header.rows as string[],
    shardDocuments: header.shardDocuments as number[],
  }
}

/** A table of names in their order: interned one by one, it is the table of one machine. */
function readTable(sections: Container['sections'], prefix: string): ByteTable {
  const table = new ByteTable()
  forEachName(sections, (bytes, from, to, hash) => table.intern(bytes, from, to, hash), prefix)
  return table
}

const HELD_OUT_SHARE = 0.2

/** How many documents are held out to decide by; beyond some number, more of them change little. */
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
