// SVMs under a kernel, each label against the rest, with one matrix of kernels for all labels.

import type { Dataset, Model, TrainingContext } from '../../contract.js'
import { InputError } from '../../errors.js'
import { KernelFunction } from '../../models/kernel-function.js'
import { KernelSolver, kernelMatrix } from '../../solvers/kernel-descent.js'
import { KernelSolutions } from '../../solvers/kernel-solutions.js'
import { rowWeights } from '../../structures/dataset.js'
import { againstRest, rowsByLabel } from '../../structures/rows-by-label.js'
import { option, worded } from '../../wording.js'
import { CRAMMER_SINGER } from './multiclass.js'
import type { SvmOptions } from './svm-options.js'

export function trainWithKernel(data: Dataset, options: SvmOptions, context: TrainingContext): Model {
  refuseOthers(options)
  const { cost, positiveWeight, tolerance, maxPasses } = options
  const loss = options.loss === 'hinge' ? 'hinge' : 'squared-hinge'
  const kernel = new KernelFunction(options)
  const solver = new KernelSolver(kernelMatrix(data, kernel))
  const solutions = new KernelSolutions(data, kernel)
  const rows = rowsByLabel(data, data.labelCount)
  const weights = rowWeights(data)
  // The solver asks its matrix for lengths.
  const lengths = new Float64Array(0)
  for (let label = 0; label < data.labelCount; label++) {
    context.progress?.(label, data.labelCount, 'labels')
    const known = againstRest(data, label, rows)
    const costs = Float64Array.from(
      known.signs,
      (sign, i) => cost * (sign > 0 ? positiveWeight : 1) * weights[known.rows[i]],
    )
    const problem = { ...known, data, lengths, costs }
    const descent = solver.fresh(problem)
    solver.descend(problem, descent, { loss, tolerance, maxPasses, seed: context.seed + label })
    solutions.add(problem, descent.alphas)
  }
  return solutions.model()
}

/** Refuses what there is for weights of words alone. */
function refuseOthers({ multiclass, loss, nbWeights, prune, kernel }: SvmOptions): void {
  const given =
    multiclass === CRAMMER_SINGER
      ? option('multiclass', multiclass)
      : loss === 'logistic'
        ? option('loss', loss)
        : nbWeights
          ? option('nbWeights')
          : prune > 0
            ? option('prune', prune)
            : undefined
  if (given !== undefined)
    throw new InputError(
      worded`${given} is for weights of words: expected it without ${option('kernel', kernel)}`,
    )
}
