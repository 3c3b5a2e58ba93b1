// Parts of an evaluation, worked out apart: the same figures to the last bit as one document after the other.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Judgement } from '../../packages/abound/src/contract.js'
import { FirstLabels, LabelProbabilities } from '../../packages/abound/src/measure/calibration.js'
import { Evaluation } from '../../packages/abound/src/measure/evaluation.js'
import { type DocumentSink, EvaluationPart } from '../../packages/abound/src/measure/evaluation-part.js'
import { Rejections } from '../../packages/abound/src/measure/rejections.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { denseScores } from './scores-of.js'

const LABELS = 7

function newEvaluation(): Evaluation {
  return new Evaluation({
    labelCount: LABELS,
    labelName: (l) => `label ${l}`,
    training: { documents: 90, positives: [40, 30, 20, 10, 5, 1, 0] },
    keep: 3,
    details: { resamples: 5 },
    firstLabels: new FirstLabels(),
    labelProbabilities: new LabelProbabilities(),
    rejections: new Rejections({ below: 0.2 }),
  })
}

/** A document that is the same for the same seed: some have many labels, some unknown ones, some none. */
function addRandom(to: DocumentSink, seed: number): void {
  const rng = new Rng(seed)
  const scores = denseScores(Array.from({ length: LABELS }, () => rng.below(9) / 7))
  const most = rng.below(8) === 0 ? 40 : 3
  const labels = Array.from({ length: rng.below(most) }, () => rng.below(LABELS + most))
  const truth = labels.filter((l) => l < LABELS)
  const unknown = labels.filter((l) => l >= LABELS).map((l) => `new ${l}`)
  const judged = rng.below(3) as Judgement
  const probabilities = scores.values.map(() => rng.float())
  if (judged !== 0) {
    to.labelProbabilities?.add(scores, probabilities, truth)
    to.firstLabels?.add(probabilities[0], rng.below(2) === 0)
    to.rejections?.add(rng.float(), rng.below(4) === 0, rng.below(2) === 0, rng.below(3) === 0)
  }
  to.add(scores, truth, unknown, judged, rng.below(2) === 0 ? [1, 3] : truth.slice(0, 1))
}

describe('EvaluationPart', () => {
  it('gives the same figures wherever documents are parted', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { maxLength: 8 }), fc.nat(1000), (sizes, seed) => {
        const whole = newEvaluation()
        const parted = newEvaluation()
        let next = seed
        const part = new EvaluationPart(parted.partOptions)
        for (const [i, size] of sizes.entries()) {
          for (let d = 0; d < size; d++, next++) {
            addRandom(whole, next)
            // Parts and single documents may take turns.
            addRandom(i % 3 === 2 ? parted : part, next)
          }
          parted.append(structuredClone(part.take()))
        }
        expect(parted.result()).toEqual(whole.result())
        expect(parted.outcomes()).toEqual(whole.outcomes())
      }),
    )
  })
})
