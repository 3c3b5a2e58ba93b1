// One problem of all labels, for documents of exactly one label each: what it refuses, and its model.

import type { Dataset, TrainingContext } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { squaredLengths } from '../../solvers/dual-descent.js'
import { rowWeights } from '../../structures/dataset.js'
import { option, worded } from '../../wording.js'
import { solveCrammerSinger } from './crammer-singer.js'
import type { SvmOptions } from './svm-options.js'

export const CRAMMER_SINGER = 'crammer-singer'

/** More bytes of weights and duals than this are refused. */
const MOST_BYTES = 2 ** 32

/** Trains all labels in one problem. */
const MULTICLASS = option('multiclass', CRAMMER_SINGER)

export function trainMulticlass(data: Dataset, options: SvmOptions, context: TrainingContext): LinearModel {
  refuseOthers(options)
  const { count, featureCount, labelCount } = data
  const bytes = labelCount * (8 * (featureCount + 1) + 12 * count)
  if (bytes > MOST_BYTES) {
    throw new InputError(
      worded`${MULTICLASS} would take ${Math.ceil(bytes / 2 ** 30)} GB for ${labelCount} labels, ${featureCount} features and ${count} documents: leave it out, or have fewer features (${option('minDf')}, ${option('select')})`,
    )
  }
  const { weights } = solveCrammerSinger(
    {
      data,
      lengths: squaredLengths(data),
      labels: Uint32Array.from({ length: count }, (_, row) => onlyLabel(data, row)),
      costs: rowWeights(data).map((weight) => options.cost * weight),
    },
    {
      tolerance: options.tolerance,
      maxPasses: options.maxPasses,
      seed: context.seed,
      progress: (passes) => context.progress?.(passes, 0, 'passes'),
    },
  )
  const end = featureCount * labelCount
  return LinearModel.ofWeights(WeightRows.ofMatrix(weights, featureCount, labelCount), weights.slice(end))
}

/** Refuses options that only one label against the rest has a use for. */
function refuseOthers({ loss, positiveWeight, nbWeights }: SvmOptions): void {
  const other =
    loss !== 'hinge'
      ? option('loss', loss)
      : positiveWeight !== 1
        ? option('positiveWeight', positiveWeight)
        : nbWeights
          ? option('nbWeights')
          : undefined
  if (other === undefined) return
  throw new InputError(worded`${other} is for one label against the rest: leave it or ${MULTICLASS} out`)
}

function onlyLabel(data: Dataset, row: number): number {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const from = labelOffsets[2 * r]
  const count = labelOffsets[2 * r + 1] - from
  if (count === 1 && judged[r] === 1) return labels[from]
  const found = judged[r] === 2 ? 'is partly judged' : `has ${count === 0 ? 'no label' : `${count} labels`}`
  throw new InputError(
    worded`${MULTICLASS} is for exactly one label a document, and one here ${found}: leave it out to train each label against the rest`,
  )
}
