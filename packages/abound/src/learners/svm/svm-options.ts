// The options of an SVM, as its solvers read them.

import type { KernelOptions } from '../../models/kernel-function.js'

export const MULTICLASS = ['one-against-rest', 'crammer-singer'] as const
export const LOSSES = ['hinge', 'squared-hinge', 'logistic'] as const

export type SvmOptions = {
  multiclass: (typeof MULTICLASS)[number]
  loss: (typeof LOSSES)[number]
  cost: number
  positiveWeight: number
  tolerance: number
  maxPasses: number
  nbWeights: boolean
  prune: number
} & KernelOptions
