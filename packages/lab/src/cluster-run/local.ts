// A cluster on one machine: the same plan, tasks and records, moved between threads instead of machines.

import { TaskQueue, WorkerPool } from 'abound/internal'
import type { ClusterRecord } from '../cluster/cluster-record.js'
import type { Descriptor } from '../cluster/plan.js'
import { reduceBucket } from '../cluster/reduce.js'
import { CLUSTER, type Errand, recordsOf } from './cluster-task.js'
import { FolderStore } from './folder-store.js'
import { type ClusterRun, commitStage, descriptorOf, outputsSoFar } from './run.js'

/** What a run is doing. */
export interface ClusterHooks {
  /** How many of the maps and reduces of a stage are done. */
  progress?(stage: string, done: number, total: number): void
  /** A stage is done: bytes that went from maps to reduces, and bytes of its outputs. */
  stage?(name: string, moved: number, written: number): void
}

/** Maps and reduces, wherever they are done. */
interface Hands {
  map(descriptor: Descriptor): Promise<ClusterRecord[]>
  reduce(descriptor: Descriptor, records: ClusterRecord[]): Promise<{ sha256: string; bytes: number }>
  close(): Promise<void>
}

/**
 * Runs what is left of a run on threads; the result is the same at any number.
 *
 * @example
 * const shards = await cutShards(openSource('news.jsonl.gz'), 2, 'local.shards')
 * const run = await beginRun('local.run', planTraining(shards, { learner: 'ff' }))
 * const stages: string[] = []
 * await runLocally(run, 1, { stage: (name) => stages.push(name) })
 * stages // ['look', 'settle', 'epoch-1', 'model']
 */
export async function runLocally(run: ClusterRun, threads: number, hooks: ClusterHooks = {}): Promise<void> {
  const most = Math.max(...run.plan.stages.map(({ tasks, buckets }) => Math.max(tasks, buckets)))
  const hands = threads > 1 ? new Threads(Math.min(threads, most), run.folder) : new Alone(run.folder)
  try {
    let done = await outputsSoFar(run)
    for (const stage of run.plan.stages) {
      if (done[stage.name] !== undefined) continue
      const total = stage.tasks + stage.buckets
      let steps = 0
      const told = <T>(value: T): T => {
        hooks.progress?.(stage.name, ++steps, total)
        return value
      }
      const maps = Array.from({ length: stage.tasks }, (_, task) =>
        hands.map(descriptorOf(run, stage, done, { task })).then(told),
      )
      const records = (await allOf(maps)).flat()
      const moved = records.reduce((sum, { bytes }) => sum + bytes.length, 0)
      const buckets: ClusterRecord[][] = Array.from({ length: stage.buckets }, () => [])
      for (const record of records)
        buckets[Number(record.head.slice(0, record.head.indexOf('\t')))].push(record)
      const reduces = buckets.map((own, bucket) => {
        own.sort((a, b) => (a.head < b.head ? -1 : 1))
        return hands.reduce(descriptorOf(run, stage, done, { bucket }), own).then(told)
      })
      const outputs = await allOf(reduces)
      done = await commitStage(
        run,
        done,
        stage,
        outputs.map(({ sha256 }) => sha256),
      )
      hooks.stage?.(
        stage.name,
        moved,
        outputs.reduce((sum, { bytes }) => sum + bytes, 0),
      )
    }
  } finally {
    await hands.close()
  }
}

/** All results, or the first error once every promise has settled. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.map((one) => (one as PromiseFulfilledResult<T>).value)
}

/** The caller's own thread, one task after the other. */
class Alone implements Hands {
  private readonly store: FolderStore
  private turn: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.store = new FolderStore(folder)
  }

  map(descriptor: Descriptor): Promise<ClusterRecord[]> {
    return this.next(() => recordsOf(descriptor, this.store))
  }

  reduce(descriptor: Descriptor, records: ClusterRecord[]): Promise<{ sha256: string; bytes: number }> {
    return this.next(() => reduceBucket(descriptor, records, this.store))
  }

  async close(): Promise<void> {}

  private next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => {})
    return done
  }
}

/** Threads that take errands as they become free. */
class Threads implements Hands {
  private readonly queue: TaskQueue<string, Errand, unknown>

  constructor(size: number, folder: string) {
    const pool = new WorkerPool(size, { file: new URL('./worker.js', import.meta.url).href })
    this.queue = new TaskQueue(pool, CLUSTER, folder)
  }

  map(descriptor: Descriptor): Promise<ClusterRecord[]> {
    return this.queue.run(() => ({ descriptor })) as Promise<ClusterRecord[]>
  }

  reduce(descriptor: Descriptor, records: ClusterRecord[]): Promise<{ sha256: string; bytes: number }> {
    return this.queue.run(() => ({ descriptor, records })) as Promise<{ sha256: string; bytes: number }>
  }

  close(): Promise<void> {
    return this.queue.close()
  }
}
