// Kernels: products of two documents in a space that is not built, by their dot product and lengths.

import type { OptionSpecs, State } from '../contract.js'
import { InputError } from '../errors.js'
import { numberFrom } from '../structures/state-arrays.js'

export const KERNELS = ['linear', 'poly', 'rbf'] as const

/** Which kernel, as scikit-learn has its parameters. */
export type KernelOptions = {
  kernel: (typeof KERNELS)[number]
  degree: number
  gamma: number
  coef0: number
}

const MOST_DEGREE = 20

/** `--kernel` of a learner, and what goes with it. */
export const KERNEL_OPTIONS: OptionSpecs<KernelOptions> = {
  kernel: {
    kind: 'choice',
    default: 'linear',
    choices: KERNELS,
    help:
      'what two documents x and z have in common: linear x·z, poly (gamma·x·z + coef0)^degree, rbf exp(-gamma·‖x-z‖²). ' +
      'The last two keep documents instead of weights, and are for small data: 10,000 documents at most',
  },
  degree: { kind: 'integer', default: 2, min: 1, max: MOST_DEGREE, help: 'of --kernel poly' },
  gamma: {
    kind: 'number',
    default: 1,
    min: 1e-9,
    max: 1e9,
    help: 'of --kernel poly and rbf; 1 is for rows of length 1, as l2 makes them',
  },
  coef0: {
    kind: 'number',
    default: 1,
    min: -1e9,
    max: 1e9,
    help: 'of --kernel poly: above 0, words count alone as well as together',
  },
}

/** Values of kernels are numbers of 32 bits: a larger one becomes the largest of these. */
const MOST = 3.4028234663852886e38

export class KernelFunction {
  readonly kernel: KernelOptions['kernel']
  readonly degree: number
  readonly gamma: number
  readonly coef0: number

  constructor({ kernel, degree, gamma, coef0 }: KernelOptions) {
    this.kernel = kernel
    this.degree = degree
    this.gamma = gamma
    this.coef0 = coef0
  }

  /** K(x, z) from x·z, ‖x‖² and ‖z‖². */
  of(dot: number, xx: number, zz: number): number {
    if (this.kernel === 'rbf') return Math.exp(-this.gamma * Math.max(0, xx + zz - 2 * dot))
    const value = this.kernel === 'poly' ? power(this.gamma * dot + this.coef0, this.degree) : dot
    return Math.min(Math.max(value, -MOST), MOST)
  }

  numbers(): State['numbers'] {
    const { kernel, degree, gamma, coef0 } = this
    return { kernel: KERNELS.indexOf(kernel), degree, gamma, coef0 }
  }

  static from(numbers: State['numbers']): KernelFunction {
    const kernel = KERNELS[numberFrom(numbers, 'kernel')]
    const degree = numberFrom(numbers, 'degree')
    const gamma = numberFrom(numbers, 'gamma')
    if (
      kernel === undefined ||
      !Number.isInteger(degree) ||
      degree < 1 ||
      degree > MOST_DEGREE ||
      !(gamma > 0)
    )
      throw new InputError('the model has a kernel that there is not')
    return new KernelFunction({ kernel, degree, gamma, coef0: numberFrom(numbers, 'coef0') })
  }
}

/** By multiplication alone: the same bits on every machine. */
function power(base: number, exponent: number): number {
  let result = 1
  for (let i = 0; i < exponent; i++) result *= base
  return result
}
