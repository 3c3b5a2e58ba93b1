// What dropping small weights did to a model: decisions for the pruned model, and for the unpruned one to compare it with.

import type { Model } from '../contract.js'
import type { Classifier } from './classifier.js'
import { type Decisions, type DecisionTask, decideBySplits, type HeldOutMeasures } from './decisions.js'

/** Before and after small weights were dropped. */
export interface Pruning {
  /** The classifier that kept all weights, with thresholds and probabilities fitted to it. */
  readonly unpruned: Classifier
  /** Measures on the documents that were held out to decide by; absent where none were. */
  readonly heldOut?: { readonly before: HeldOutMeasures; readonly after: HeldOutMeasures }
}

/** What was decided for the pruned model, and for the unpruned one if there is one. */
interface PrunedDecisions {
  readonly decisions: Decisions
  readonly before?: { readonly model: Model; readonly decisions: Decisions }
  readonly heldOut?: Pruning['heldOut']
}

/** Decides for a model. Where it was pruned and `wanted`, decides for the unpruned one too, by the same trainings. */
export function decideOnBoth(task: DecisionTask, wanted: boolean): PrunedDecisions {
  const whole = task.model.takeUnpruned?.()
  if (whole === undefined || !wanted) return { decisions: decideBySplits(task) }
  const wholes: Model[] = []
  let after: HeldOutMeasures | undefined
  let before: HeldOutMeasures | undefined
  const decisions = decideBySplits({
    ...task,
    trainOn(rows, foldRows) {
      const part = task.trainOn(rows, foldRows)
      wholes.push(part.takeUnpruned?.() ?? part)
      return part
    },
    measured(measures) {
      after = measures
    },
  })
  const wholeDecisions = decideBySplits({
    ...task,
    model: whole,
    // The splits are the same, in the same order.
    trainOn: () => wholes.shift()!,
    measured(measures) {
      before = measures
    },
  })
  return {
    decisions,
    before: { model: whole, decisions: wholeDecisions },
    ...(before === undefined || after === undefined ? {} : { heldOut: { before, after } }),
  }
}
