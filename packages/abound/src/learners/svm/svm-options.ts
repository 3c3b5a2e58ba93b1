// The options of an SVM, as its solvers read them.

export type SvmOptions = {
  multiclass: string
  loss: string
  cost: number
  positiveWeight: number
  tolerance: number
  maxPasses: number
  nbWeights: boolean
  prune: number
}
