// Frequency baseline (Madani, Connor & Greiner, JMLR 2009): s_l = number of training documents with label l. Reads no text,
// writes a number by label, O(labels of the document); what any learner must beat.

import type { Dataset, OnlineLearner, OnlineTrainer, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { labelsUpTo } from '../../solvers/row-extent.js'
import { grow } from '../../structures/grow.js'
import { floatsFrom, packNumbers } from '../../structures/state-arrays.js'

type FrequencyOptions = Record<never, never>

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
    this.ensure(labelsUpTo(chunk, r))
    for (let t = chunk.labelOffsets[2 * r]; t < chunk.labelOffsets[2 * r + 1]; t++) {
      this.counts[chunk.labels[t]]++
    }
  }

  model(): LinearModel {
    return LinearModel.ofWeights(new WeightRows(0, this.labelCount), this.counts)
  }

  state(): State {
    return { numbers: {}, arrays: { counts: packNumbers(this.counts.subarray(0, this.labelCount)) } }
  }

  private ensure(labels: number): void {
    if (labels <= this.labelCount) return
    this.labelCount = labels
    if (labels <= this.counts.length) return
    this.counts = grow(this.counts, labels * 2)
  }
}
