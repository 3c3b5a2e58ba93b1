// Committee of perceptrons (Madani, Connor & Greiner, JMLR 2009, section 5): N one-against-the-rest perceptrons that
// differ in where their weights start, scores averaged.
//
// A member holds a sparse prototype for each label. A word that is not in it counts as 0; the update that
// brings it in starts its weight uniformly in [−1, 1] and then adds y·x ("random weight initialization, in
// [−1, 1], is used when a new feature is added to the prototype"). Then as any perceptron: if y·s ≤ 0, w += y·x.
// Passes go on until a label's 0/1 error on the training documents, at the end of a pass, has not fallen for `patience`
// (5) passes; that is counted for each member and label, and the last weights are kept. All members see the documents in
// the same order.
//
// The mean of the members' scores is the score of the mean of their weights, so the model is one linear model
// and costs no more than that to use. To learn on, the members are kept. Reads and writes what N perceptrons do: training,
// its memory and the model file take N times what one takes. After learning, only the words that moved are averaged again.

import type {
  Dataset,
  NumberArray,
  OnlineLearner,
  OnlineTrainer,
  OptionSpecs,
  State,
} from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import { WeightRows } from '../../models/weight-rows.js'
import { passesOption } from '../../options.js'
import { earlyStoppingOptions, trainWithEarlyStopping } from '../../solvers/early-stopping.js'
import { memberSeeds, OneAgainstRest } from '../../solvers/one-against-rest.js'
import { numberFrom } from '../../structures/state-arrays.js'

export type CommitteeOptions = {
  members: number
  patience: number
  maxPasses: number
  passes: number
}

const MOST_MEMBERS = 1000

const OPTIONS: OptionSpecs<CommitteeOptions> = {
  members: { kind: 'integer', default: 10, min: 1, max: MOST_MEMBERS, help: 'how many perceptrons' },
  ...earlyStoppingOptions(5),
  passes: passesOption(1, ', with --patience 0'),
}

export const committee: OnlineLearner<CommitteeOptions> = {
  name: 'committee',
  online: true,
  summary: 'perceptrons from different random starts, whose scores are averaged',
  goodFor:
    'few labels and time to train: nearly as right as an SVM. ' +
    'Learns members × labels perceptrons; one averaged perceptron is much cheaper.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  passes: (options) => options.passes,
  start: ({ features, labels }, options, { seed }) =>
    new CommitteeTrainer(
      memberSeeds(seed, options.members).map((own) =>
        OneAgainstRest.zero(features, labels, false, { seed: own }),
      ),
    ),
  needsWhole: ({ patience }) => patience > 0,
  trainWhole: (data, options, context) => {
    const { seed } = context
    const { maxPasses } = options
    const total = options.members * maxPasses
    const members = memberSeeds(seed, options.members).map((own, member) => {
      const one = OneAgainstRest.zero(data.featureCount, data.labelCount, false, { seed: own })
      trainWithEarlyStopping(one, data, options, context, (pass) =>
        context.progress?.(member * maxPasses + pass, total, 'passes'),
      )
      return one
    })
    return new CommitteeTrainer(members)
  },
  resume: (state, _options, { seed }) => {
    const count = numberFrom(state.numbers, 'members')
    if (!Number.isInteger(count) || count < 1 || count > MOST_MEMBERS)
      throw new InputError(`the committee has ${count} members: expected 1 to ${MOST_MEMBERS}`)
    return new CommitteeTrainer(
      memberSeeds(seed, count).map((own, member) =>
        OneAgainstRest.from(memberState(state, member), { seed: own }),
      ),
    )
  },
}

/** What a committee's state says of one member. */
function memberState({ numbers, arrays }: State, member: number): State {
  const prefix = `member${member}.`
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix))
  return {
    numbers,
    arrays: Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length), array])),
  }
}

export class CommitteeTrainer implements OnlineTrainer {
  readonly members: readonly OneAgainstRest[]
  private readonly mean = new WeightRows(0, 0)
  /** Words whose weights have moved since they were last averaged; undefined: all. */
  private moved: Set<number> | undefined
  private built: LinearModel | undefined
  private sums = new Float64Array(0)

  constructor(members: readonly OneAgainstRest[]) {
    this.members = members
  }

  learn(data: Dataset, row: number): void {
    let changed = false
    for (const member of this.members) if (member.learn(data, row)) changed = true
    if (!changed || this.moved === undefined) return
    const { columns, offsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let e = offsets[r]; e < offsets[r + 1]; e++) this.moved.add(columns[e])
  }

  model(): LinearModel {
    const { mean } = this
    const { featureCount, labelCount } = this.members[0].current
    mean.ensure(featureCount, labelCount)
    if (this.moved === undefined) for (let f = 0; f < featureCount; f++) this.average(f)
    else for (const feature of this.moved) this.average(feature)
    this.moved = new Set()
    if (this.built === undefined || this.built.labelCount < labelCount)
      this.built = LinearModel.ofWeights(mean)
    return this.built
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    const states = this.members.map((member) => member.state())
    for (const [i, state] of states.entries()) {
      for (const [name, array] of Object.entries(state.arrays)) arrays[`member${i}.${name}`] = array
    }
    return { numbers: { ...states[0].numbers, members: states.length }, arrays }
  }

  /** Puts the mean of the members' weights of a word into the model. */
  private average(feature: number): void {
    const { mean, members } = this
    if (this.sums.length < mean.labelCount) this.sums = new Float64Array(mean.labelCount * 2)
    const { sums } = this
    for (const { current } of members) {
      current.forEachOf(feature, (label, weight) => {
        sums[label] += weight
      })
    }
    // Adding the difference would round; from 0 the sum is exact.
    mean.forEachOf(feature, (label, weight) => mean.add(feature, label, -weight))
    for (let l = 0; l < mean.labelCount; l++) {
      if (sums[l] === 0) continue
      mean.add(feature, l, sums[l] / members.length)
      sums[l] = 0
    }
  }
}
