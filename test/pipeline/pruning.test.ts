// What dropping small weights did, told beside the model that kept them.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import type { Pruning } from '../../packages/abound/src/pipeline/pruning.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import type { NamedOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { topicDocuments } from '../conformance/documents.js'

const documents: Document[] = topicDocuments({ count: 120 })

async function pruned(given: Partial<Extract<NamedOptions, { learner: 'svm' }>>) {
  let pruning: Pruning | undefined
  const model = await train(
    documents,
    { learner: 'svm', prune: 0.2, ...given },
    {
      pruned(found) {
        pruning = found
      },
    },
  )
  return { model, pruning }
}

describe('pruning', () => {
  it('stands beside what training without it gives, byte for byte', async () => {
    for (const thresholds of ['cv', 'top:1', 'train', 'share'] as const) {
      const { model, pruning } = await pruned({ thresholds })
      const plain = await train(documents, { learner: 'svm', thresholds })
      expect(classifierToBytes(pruning!.unpruned)).toEqual(classifierToBytes(plain))
      expect(model.figures().weights).toBeLessThan(plain.figures().weights)
      expect(model.options.prune).toBe(0.2)
    }
  })

  it('does not depend on whether anyone asks', async () => {
    const { model } = await pruned({})
    const quiet = await train(documents, { learner: 'svm', prune: 0.2 })
    expect(classifierToBytes(quiet)).toEqual(classifierToBytes(model))
  })

  it('is measured on what was held out, if anything was', async () => {
    const byFolds = (await pruned({ thresholds: 'cv' })).pruning!.heldOut!
    expect(byFolds.before.documents).toBe(byFolds.after.documents)
    expect(byFolds.before.documents).toBeGreaterThan(100)
    expect(byFolds.before.R1).toBeGreaterThan(0.5)
    expect(byFolds.before.microF1).toBeGreaterThan(0.5)
    const onPart = (await pruned({ thresholds: 'top:1' })).pruning!.heldOut!
    expect(onPart.after.documents).toBeLessThan(30)
    expect(onPart.after.microF1).toBeUndefined()
    const { pruning } = await pruned({ thresholds: 'top:1', probabilities: 'none' })
    expect(pruning!.heldOut).toBeUndefined()
  })

  it('measures the pruned model, not the one before', async () => {
    // Every weight goes: all labels are ranked by their biases, the same for each document.
    const { pruning } = await pruned({ thresholds: 'cv', prune: 1000 })
    expect(pruning!.heldOut!.after.R1).toBeLessThan(Number(pruning!.heldOut!.before.R1) - 0.2)
  })

  it('tells nothing where nothing was asked to go', async () => {
    expect((await pruned({ prune: 0 })).pruning).toBeUndefined()
  })
})
