// What teaching answers: how many examples were new, and the version that knows of them.

import { Type } from '@sinclair/typebox'
import type { Appended } from '../log/feedback-store.js'
import type { ServedModel } from '../model/served-model.js'
import type { Metrics } from './metrics.js'
import { Seq } from './schemas.js'

/** The fields of the answer but for the ids, which each route describes. */
export const TAUGHT = { version: Type.Integer(), seq: Seq, taught: Type.Integer(), repeated: Type.Integer() }

/** Counts what was taught, and answers. */
export function answerTaught(model: ServedModel, metrics: Metrics, appended: readonly Appended[]) {
  const repeated = appended.filter((one) => one.repeated).length
  metrics.taught.inc({ model: model.name }, appended.length - repeated)
  return {
    version: model.applied,
    seq: Math.max(0, ...appended.map(({ seq }) => seq)),
    taught: appended.length - repeated,
    repeated,
    ids: appended.map(({ id }) => id),
  }
}
