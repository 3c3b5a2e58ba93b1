// Training a model again on its corpus and on what was taught: when it is due, and the training itself, which leaves
// the model at work alone.

import { type Classifier, toBytes } from 'abound'
import { HttpError } from '../http-error.js'
import type { ReportProgress, TrainJob } from './jobs.js'
import type { Recipe } from './lineage.js'
import type { ServedModel } from './served-model.js'

/** Whether enough was learned since event `lastTried`, or what was taken back is still in the model. */
export function rebuildIsDue(
  { classifier, lineage, host, applied }: ServedModel,
  lastTried: number,
): boolean {
  const { rebuildAfter = Math.max(100, Math.round(classifier.documents / 10)) } = host
  if (rebuildAfter === 0 || applied - lastTried < rebuildAfter) return false
  const recipe = lineage.recipe(applied)
  if (recipe?.base.body.corpus === undefined) return false
  return recipe.learned.length >= rebuildAfter || lineage.stale
}

/** Refuses to train a model again that needs its corpus and does not have it. */
export function requireCorpus({ classifier, hasCorpus }: ServedModel): void {
  if (classifier.online || hasCorpus) return
  throw new HttpError(
    409,
    'no_corpus',
    `${classifier.learner} learns from all documents at once, and the server does not have them: start it with --data`,
  )
}

/** A training on the corpus of a recipe and on examples, with the labels' names as of event `upTo`. */
export function retraining(
  { name, lineage }: ServedModel,
  { base }: Recipe,
  examples: readonly number[],
  upTo: number,
  { options, learner }: Classifier,
): TrainJob {
  return {
    kind: 'train',
    model: name,
    corpus: base.body.corpus,
    examples,
    upTo,
    renames: lineage.renames(upTo),
    options: { ...options, learner },
  }
}

/**
 * Trains, and keeps the new model's file: its sha256, `worse` where it was no match for the model at work, or
 * `nothing to do` for an online learner without a corpus, which has learned all there is.
 */
export async function trainAgain(
  model: ServedModel,
  progress: ReportProgress,
): Promise<{ readonly sha256: string } | 'worse' | 'nothing to do'> {
  requireCorpus(model)
  const { classifier, lineage, host, applied: upTo } = model
  const recipe = lineage.recipe(upTo)!
  if (recipe.base.body.corpus === undefined) return 'nothing to do'
  const rival = classifier.online ? undefined : await host.files.put(toBytes(classifier))
  const job = retraining(model, recipe, lineage.surviving(upTo), upTo, classifier)
  const unseenAfter = recipe.rebuild?.body.upTo ?? 0
  const result = await host.run(
    rival === undefined ? job : { ...job, rival: { sha256: rival, unseenAfter } },
    progress,
  )
  return result.sha256 === '' ? 'worse' : { sha256: await host.files.put(result.bytes) }
}
