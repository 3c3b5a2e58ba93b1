// Frequency baseline: s_l = number of training documents with label l. Ignores the text.
// Cost O(labels of the document) per example; what any learner must beat.

import type { Dataset, OnlineLearner, OnlineTrainer, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { floatsFrom, packNumbers } from '../../structures/state-arrays.js'

export type FrequencyOptions = Record<never, never>

export const frequency: OnlineLearner<FrequencyOptions> = {
  name: 'frequency',
  online: true,
  summary: 'ranks labels by how often they occur in training, whatever the text says',
  goodFor: 'knowing what any other learner must beat.',
  source: 'baseline of Madani, Connor & Greiner, JMLR 2009',
  options: {},
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'linear',
  passes: () => 1,
  start: (shape) => new FrequencyTrainer(new Float64Array(shape.labels)),
  resume: ({ arrays }) => {
    const counts = arrays.counts
    return new FrequencyTrainer(floatsFrom(counts, counts?.length ?? 0, 'label counts'))
  },
}

class FrequencyTrainer implements OnlineTrainer {
  private counts: Float64Array
  private labelCount: number

  constructor(counts: Float64Array) {
    this.counts = counts
    this.labelCount = counts.length
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let t = chunk.labelOffsets[2 * r]; t < chunk.labelOffsets[2 * r + 2]; t++) {
      const label = chunk.labels[t]
      this.ensure(label)
      if (t < chunk.labelOffsets[2 * r + 1]) this.counts[label]++
    }
  }

  model(): LinearModel {
    return new LinearModel({
      labelCount: this.labelCount,
      bias: this.counts,
      slope: new Float64Array(this.labelCount),
      weights: new WeightRows(0, this.labelCount),
      scale: 'comparable',
    })
  }

  state(): State {
    return { numbers: {}, arrays: { counts: packNumbers(this.counts.subarray(0, this.labelCount)) } }
  }

  private ensure(label: number): void {
    if (label < this.labelCount) return
    if (label >= this.counts.length) {
      const counts = new Float64Array(Math.max(label + 1, this.counts.length * 2))
      counts.set(this.counts)
      this.counts = counts
    }
    this.labelCount = label + 1
  }
}
