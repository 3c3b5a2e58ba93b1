// Training a model again on its corpus and on what was taught: when it is due, and the training itself, which leaves
// the model at work alone.

import { type Classifier, toBytes } from 'abound'
import { HttpError } from '../http-error.js'
import type { Lineage } from './lineage.js'
import type { ModelHost } from './served-model.js'

/** A model as it is when a training begins. */
export interface RebuiltModel {
  readonly name: string
  readonly classifier: Classifier
  readonly lineage: Lineage
  readonly host: ModelHost
  /** The last event that it knows of. */
  readonly applied: number
}

/** Whether enough was learned since event `lastTried`, or what was taken back is still in the model. */
export function rebuildIsDue(
  { classifier, lineage, host, applied }: RebuiltModel,
  lastTried: number,
): boolean {
  const { rebuildAfter = Math.max(100, Math.round(classifier.documents / 10)) } = host
  if (rebuildAfter === 0 || applied - lastTried < rebuildAfter) return false
  const recipe = lineage.recipe(applied)
  if (recipe?.base.body.corpus === undefined) return false
  return recipe.learned.length >= rebuildAfter || lineage.stale
}

/**
 * Trains, and keeps the new model's file: its sha256, `worse` where it was no match for the model at work, or
 * `nothing to do` for an online learner without a corpus, which has learned all there is.
 */
export async function trainAgain(
  { name, classifier, lineage, host, applied: upTo }: RebuiltModel,
  progress: (share: number, message: string) => void,
): Promise<{ readonly sha256: string } | 'worse' | 'nothing to do'> {
  const { base, rebuild } = lineage.recipe(upTo)!
  const { corpus } = base.body
  if (corpus === undefined) {
    if (classifier.online) return 'nothing to do'
    throw new HttpError(
      409,
      'no_corpus',
      `${classifier.learner} learns from all documents at once, and the server does not have them: start it with --data`,
    )
  }
  const rival = classifier.online ? undefined : await host.files.put(toBytes(classifier))
  const result = await host.run(
    {
      kind: 'train',
      model: name,
      corpus,
      examples: lineage.surviving(upTo),
      upTo,
      renames: lineage.renames.filter(({ seq }) => seq <= upTo),
      options: { ...classifier.options, learner: classifier.learner },
      ...(rival === undefined ? {} : { rival: { sha256: rival, unseenAfter: rebuild?.body.upTo ?? 0 } }),
    },
    progress,
  )
  return result.sha256 === '' ? 'worse' : { sha256: await host.files.put(result.bytes) }
}
