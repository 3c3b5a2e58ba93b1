// Transductive support vector machines, one label against the rest (Joachims, ICML 1999).
//
// Per label, over the labelled documents (cost C) and the unlabelled ones (cost C*), whose signs are part of what is
// sought: min ½(‖w‖² + b²) + C·Σ ξ_i + C*·Σ ξ*_j, with num₊ of the unlabelled on the label's side
// (transduction.ts).
// num₊, of u unlabelled documents: round(u · share of the labelled that have it), at least 1 and at most u − 1; or
//   estimated from the unlabelled (nearest-means.ts); or as given, in all or for each label.
// A label that all or none of the labelled documents have, and any label where nothing is unlabelled, is learned
//   from the labelled alone, as by svm.
// kernel: the same under a kernel (solvers/kernel-descent.ts), on 10,000 documents at most, the unlabelled among them.
// Reads all documents, the unlabelled too, writes the weights of one label after the other, which are independent. Cost:
// labels × some 20 stages × trainings of each × entries of all documents.

import type { BatchLearner, OptionSpecs, TrainingContext } from '../../contract.js'
import { InputError } from '../../errors.js'
import { KERNEL_OPTIONS, KernelFunction, type KernelOptions } from '../../models/kernel-function.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import {
  type Descent,
  linearSolver,
  type MarginSolver,
  type SignedRows,
  squaredLengths,
} from '../../solvers/dual-descent.js'
import { KernelSolver, kernelMatrix } from '../../solvers/kernel-descent.js'
import { KernelSolutions } from '../../solvers/kernel-solutions.js'
import { Postings } from '../../structures/postings.js'
import { againstRest, rowsByJudgement, rowsByLabel } from '../../structures/rows-by-label.js'
import { nearestMeanShares } from './nearest-means.js'
import { readPositives, SHARE } from './positives-option.js'
import { START_COSTS, type StartCosts, transduce } from './transduction.js'

export type TsvmOptions = {
  positives: string
  cost: number
  unlabelledCost: number
  startCosts: StartCosts
  tolerance: number
  maxPasses: number
} & KernelOptions

const OPTIONS: OptionSpecs<TsvmOptions> = {
  positives: {
    kind: 'text',
    default: SHARE,
    pattern: /^(share|estimate|(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|[^\t]+\t.*)$/is,
    expected: 'share, estimate, a number (below 1: a part of them), or lines of label⇥number',
    help:
      'how many of the unlabelled documents have a label. share takes the part of the labelled that have it, which ' +
      'is a poor guess where few are labelled and can undo all that is gained; estimate counts those that are nearest ' +
      'to its labelled ones, now some points better, now the same. Give the numbers if you have any idea of them ' +
      '(labels that are not named go by their share)',
  },
  cost: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'what errors on labelled documents cost against large weights (C)',
  },
  unlabelledCost: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1e6,
    help: 'the same for unlabelled documents (C*); 0: as much as for labelled ones',
  },
  startCosts: {
    kind: 'choice',
    default: 'inverse',
    choices: START_COSTS,
    help:
      'how the rarer side of the unlabelled weighs at the start: inverse (more, the rarer it is), equal, paper (less, ' +
      'as printed there, which gains little)',
  },
  tolerance: {
    kind: 'number',
    default: 0.1,
    min: 1e-9,
    help: 'how far from the best weights a training may stop: less is nearer and slower',
  },
  maxPasses: { kind: 'integer', default: 1000, min: 1, help: 'no training makes more passes than this' },
  ...KERNEL_OPTIONS,
}

export const tsvm: BatchLearner<TsvmOptions> = {
  name: 'tsvm',
  online: false,
  summary: 'support vector machines that also learn from unlabelled documents',
  goodFor:
    'few labelled documents and many unlabelled ones, above all if you know about how many of these have each label ' +
    '(--positives): abound transduce labels them. With some hundred labelled documents for each label svm is as good ' +
    'and much faster, and without unlabelled ones it is svm.',
  source: 'Joachims, Transductive Inference for Text Classification using SVMs, ICML 1999',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  takesUnlabelled: true,
  train: (data, options, context) => {
    const { labelCount, featureCount } = data
    const labelRows = rowsByLabel(data, labelCount)
    const { judged, unlabelled } = rowsByJudgement(data)
    if (unlabelled.length === 1)
      throw new InputError('there is 1 unlabelled document: expected at least 2 to tell apart')
    const positivesOf = readPositives(options.positives, unlabelled.length, labelCount, context, () =>
      nearestMeanShares(data, judged, unlabelled, labelCount),
    )
    const kernel = new KernelFunction(options)
    const solutions = kernel.kernel === 'linear' ? undefined : new KernelSolutions(data, kernel)
    const solver = solutions === undefined ? linearSolver : new KernelSolver(kernelMatrix(data, kernel))
    const lengths = squaredLengths(data)
    const weights = new Postings(featureCount)
    weights.ensure(featureCount - 1)
    const bias = new Float64Array(labelCount)
    for (let label = 0; label < labelCount; label++) {
      context.progress?.(label, labelCount, 'labels')
      const known = againstRest(data, label, labelRows)
      const costs = new Float64Array(known.rows.length).fill(options.cost)
      const problem = { ...known, data, lengths, costs }
      const found = trainLabel(label, problem, unlabelled, positivesOf, options, context, solver)
      solutions?.add(found.problem, found.alphas)
      if (solutions !== undefined) continue
      const own = found.weights
      for (let f = 0; f < featureCount; f++) if (own[f] !== 0) weights.append(f, label, own[f])
      bias[label] = own[featureCount]
    }
    return solutions?.model() ?? LinearModel.ofWeights(WeightRows.over(weights, labelCount), bias)
  },
}

/** The weights of a label as the solver has them, and the α that they are made of. */
function trainLabel(
  label: number,
  problem: SignedRows,
  unlabelled: Uint32Array,
  positivesOf: (label: number, share: number) => number,
  { cost, unlabelledCost, startCosts, tolerance, maxPasses }: TsvmOptions,
  context: TrainingContext,
  solver: MarginSolver,
): Descent & { readonly problem: SignedRows } {
  const seed = context.seed + label
  let having = 0
  for (const sign of problem.signs) if (sign > 0) having++
  if (unlabelled.length === 0 || having === 0 || having === problem.rows.length) {
    const descent = solver.fresh(problem, 'hinge')
    solver.descend(problem, descent, { loss: 'hinge', tolerance, maxPasses, seed })
    const scores = new Float64Array(unlabelled.length)
    solver.scoreRows(problem.data, unlabelled, descent.weights, scores)
    const signs = Int8Array.from(scores, (score) => (score > 0 ? 1 : -1))
    context.decided?.(label, unlabelled, signs, scores)
    return { ...descent, problem }
  }
  const found = transduce(problem, unlabelled, {
    positives: positivesOf(label, having / problem.rows.length),
    unlabelledCost: unlabelledCost === 0 ? cost : unlabelledCost,
    startCosts,
    tolerance,
    maxPasses,
    seed,
    solver,
    step: (step) => context.curve?.({ label, ...step }),
  })
  context.decided?.(label, unlabelled, found.signs, found.scores)
  return found
}
