// The task of ranking on a worker: the set-up has a model, a piece some texts.

import type { Input } from '../pipeline/document-scorer.js'
import type { RankedLabel } from '../pipeline/label-ranker.js'
import { classifierFromBytes } from '../pipeline/model-bytes.js'
import type { Work } from './worker-protocol.js'

export const RANKING_NAME = 'ranking'

export interface RankingSetup {
  readonly model: Uint8Array
  readonly top: number | undefined
}

/** Loads the model, and ranks each text of a piece. */
export async function rankInWorker({
  model,
  top,
}: RankingSetup): Promise<Work<readonly Input[], readonly RankedLabel[][]>> {
  const classifier = await classifierFromBytes(model)
  return (inputs) => inputs.map((input) => classifier.rank(input, top === undefined ? {} : { top }))
}
