// What a worker of a cluster on one machine does: maps and reduces, one after the other.

import { defineTask } from 'abound/internal'
import type { ClusterRecord } from '../cluster/cluster-record.js'
import { mapTask } from '../cluster/map.js'
import type { Descriptor } from '../cluster/plan.js'
import { reduceBucket } from '../cluster/reduce.js'
import { FolderStore } from './folder-store.js'

/** A map; or a reduce, with its records. */
export interface Errand {
  readonly descriptor: Descriptor
  readonly records?: ClusterRecord[]
}

/** The folder of the run, and what is to be done there. */
export const CLUSTER = defineTask('cluster', async () => (folder: string) => {
  const store = new FolderStore(folder)
  return ({ descriptor, records }: Errand): Promise<unknown> =>
    records === undefined ? recordsOf(descriptor, store) : reduceBucket(descriptor, records, store)
})

/** All records of a map. */
export async function recordsOf(descriptor: Descriptor, store: FolderStore): Promise<ClusterRecord[]> {
  const records: ClusterRecord[] = []
  await mapTask(descriptor, store, (record) => {
    records.push(record)
  })
  return records
}
