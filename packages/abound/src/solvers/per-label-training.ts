// The routing set-up of Lewis et al. 1996, shared by Widrow-Hoff and EG: each label is trained by itself, on
// the documents judged for it, from Rocchio's vector if asked, on examples drawn with replacement, and may keep
// the best vector on the way (pocketing) and see few words only.
//
// Pocketing: after the 100th example and every 100 from there on the current vector, not the mean, takes the
// place of the one kept if its simple average precision over the label's documents is higher; among equal
// scores the wrong documents count as first. One look costs the label's rows, so N draws cost N/100 passes.

import type { Dataset, OptionSpecs, TrainingContext } from '../contract.js'
import { passesOption } from '../options.js'
import { Rng } from '../structures/rng.js'
import { forEachLabelTask, type LabelTask } from './label-tasks.js'

export type PerLabelOptions = {
  start: string
  highTarget: number
  lowTarget: number
  draws: number
  pocket: boolean
  words: number
  passes: number
}

const POCKET_EVERY = 100

/** The options; `plain` is how a learner calls the vector it starts from by itself. */
export function perLabelOptions(plain: string): OptionSpecs<PerLabelOptions> {
  return {
    passes: passesOption(),
    highTarget: {
      kind: 'number',
      default: 1,
      help: 'the score a document of a label should have (0.47 for inquery weights)',
    },
    lowTarget: {
      kind: 'number',
      default: 0,
      help: 'the score other documents should have (0.40 for inquery weights)',
    },
    start: {
      kind: 'choice',
      default: plain,
      choices: [plain, 'rocchio'],
      help: 'the weights to start from',
    },
    draws: {
      kind: 'integer',
      default: 0,
      min: 0,
      max: 1e9,
      help: 'train each label on so many documents drawn with replacement, in place of passes',
    },
    pocket: {
      kind: 'boolean',
      default: false,
      help: 'keep the weights that ranked a label’s training documents best, looked at every 100 documents',
    },
    words: {
      kind: 'integer',
      default: 0,
      min: 0,
      help: 'each label sees its description and so many words of highest Rocchio weight; 0: all words',
    },
  }
}

/** Whether these options need all rows at once, label by label. */
export function trainsPerLabel({ start, draws, pocket, words }: PerLabelOptions): boolean {
  return start === 'rocchio' || draws > 0 || pocket || words > 0
}

/** What learns one label. */
export interface LabelTrainer {
  learn(data: Dataset, row: number): void
  /** The score under the current weights. */
  scoreNow(data: Dataset, row: number): number
  /** Keeps the current weights aside. */
  keep(): void
  /** Goes back to the weights kept, which then are the model. */
  useKept(): void
}

/** How a learner trains label by label. */
interface PerLabelLearner<Trainer> {
  /** Whether half of the draws have the label. */
  readonly balanced: boolean
  start(task: LabelTask): Trainer
  /** Takes over what was learned of a label. */
  adopt(label: number, trainer: Trainer, task: LabelTask): void
}

/** Trains each label by itself. */
export function trainPerLabel<Trainer extends LabelTrainer>(
  data: Dataset,
  options: PerLabelOptions,
  context: TrainingContext,
  learner: PerLabelLearner<Trainer>,
): void {
  forEachLabelTask(data, options, context, (label, task) => {
    const trainer = learner.start(task)
    trainLabel(trainer, task, options, learner.balanced, { ...context, seed: context.seed + 1 + label })
    learner.adopt(label, trainer, task)
  })
}

/** Trains on a label's examples: draws, or passes in their order. `balanced`: half of the draws have the label. */
export function trainLabel(
  trainer: LabelTrainer,
  { data, positives, negatives }: LabelTask,
  { draws, passes, pocket }: PerLabelOptions,
  balanced: boolean,
  { seed, keepOrder }: Pick<TrainingContext, 'seed' | 'keepOrder'>,
): void {
  const all = new Uint32Array(positives.length + negatives.length)
  all.set(positives)
  all.set(negatives, positives.length)
  // In the order of the documents, so that what is drawn does not depend on which of them have the label.
  all.sort()
  if (all.length === 0) return
  const rng = new Rng(seed)
  const halves = balanced && positives.length > 0 && negatives.length > 0
  const order = all.slice()
  const examples = draws > 0 ? draws : passes * all.length
  let best = -1
  for (let i = 0; i < examples; i++) {
    let from: Uint32Array = all
    if (draws === 0) {
      if (i % all.length === 0 && keepOrder !== true) rng.shuffle(order)
    } else if (halves) from = rng.below(2) === 0 ? positives : negatives
    trainer.learn(data, draws === 0 ? order[i % all.length] : from[rng.below(from.length)])
    if (!pocket || (i + 1) % POCKET_EVERY !== 0) continue
    const precision = simpleAveragePrecision(
      Float64Array.from(positives, (row) => trainer.scoreNow(data, row)),
      Float64Array.from(negatives, (row) => trainer.scoreNow(data, row)),
    )
    if (precision <= best) continue
    best = precision
    trainer.keep()
  }
  if (best >= 0) trainer.useKept()
}

/** Mean of the precision at each positive; ties are ranked against it. 0 without positives. */
export function simpleAveragePrecision(positives: Float64Array, negatives: Float64Array): number {
  const count = positives.length
  if (count === 0) return 0
  const ascending = positives.slice().sort()
  // above[i]: negatives that score as much as the i-th positive from below, but not as the next.
  const above = new Uint32Array(count)
  for (const score of negatives) {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ascending[middle] <= score) low = middle + 1
      else high = middle
    }
    if (low > 0) above[low - 1]++
  }
  let wrong = 0
  let sum = 0
  for (let i = count - 1, hits = 1; i >= 0; i--, hits++) {
    wrong += above[i]
    sum += hits / (hits + wrong)
  }
  return sum / count
}
