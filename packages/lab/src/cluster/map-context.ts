// What a task of a map is given: its place in the plan, the outputs it reads, and where its payloads go.

import type { RecordWriter } from './cluster-record.js'
import type { ClusterStore } from './cluster-store.js'
import type { Outputs, Plan, Stage } from './plan.js'

export interface MapContext {
  readonly plan: Plan
  readonly stage: Stage
  readonly task: number
  readonly inputs: Outputs
  readonly store: ClusterStore
  readonly out: RecordWriter
}
