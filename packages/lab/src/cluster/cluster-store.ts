// What the tasks of a run can reach, given to them from outside: bytes by their sha256, and the documents of shards.

import type { Document } from 'abound'
import type { Plan, Shard } from './plan.js'

/** Files that are named by what is in them, where every machine can read and write them. */
export interface ClusterStore {
  /** The bytes of this sha256; refuses others. */
  read(sha256: string): Promise<Uint8Array>
  /** Writes bytes whole or not at all; answers their sha256. Writing the same again changes nothing. */
  write(parts: readonly Uint8Array[]): Promise<string>
  /** The documents of a shard, after its sha256 was found right. */
  documents(shard: Shard, plan: Plan): AsyncIterable<readonly Document[]>
  /** The bytes of a model, after its sha256 was found right. */
  model(model: { readonly uri: string; readonly sha256: string }): Promise<Uint8Array>
}
