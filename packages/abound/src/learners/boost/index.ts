// BoosTexter (Schapire & Singer, Machine Learning 2000): rules that ask for one term each, found one a round, each on
// weights that make what the rules so far got wrong count more.
//
// D over (document, label) pairs, uniform at first; Y = ±1; W± the weight of pairs that hold or do not, of the
// documents with the term (j = 1) or without (j = 0); ε = 1/pairs; a pair of which nothing is known weighs 0.
//   real-mh          c_{jl} = ½ ln((W₊ + ε)/(W₋ + ε)), α = 1; least Z = 2 Σ √(W₊W₋)
//   real-abstain-mh  the same, but c_0 = 0; least Z = weight without the term + 2 Σ_l √(W₊W₋) with it
//   discrete-mh      c_{jl} = sign(W₊ − W₋); greatest r = Σ |W₊ − W₋|; α = ½ ln((1 + r)/(1 − r))
//   each: D ← D·exp(−α·Y·h)/Z                                   (boosting-mh.ts: what a round costs)
//   discrete-mr      weights over pairs of labels, right above wrong (boosting-mr.ts)
// Equal terms (within 1e-10): the lower id. Ends when no term helps, or when r = 1. Score: Σ α·h.
// The rules alone determine the weights, so that training can go on from a model to the bit.

import type { BatchLearner, Dataset, OptionSpecs, TrainingContext } from '../../contract.js'
import { InputError } from '../../errors.js'
import { type StumpRule, StumpsModel } from '../../models/stumps.js'
import { option, worded } from '../../wording.js'
import { CurveRows } from './boosting-curve.js'
import { MH_VARIANTS } from './boosting-gain.js'
import { MhBooster } from './boosting-mh.js'
import { MR_JOB, MrBooster } from './boosting-mr.js'
import { MH_JOB } from './boosting-round.js'
import { readBoostingRows } from './boosting-rows.js'
import { stillFalling } from './still-falling.js'

const RANKING = 'discrete-mr'
const VARIANTS = [...MH_VARIANTS, RANKING] as const

export type BoostOptions = {
  variant: (typeof VARIANTS)[number]
  rounds: number
  stopAfter: number
}

/** With fewer pairs of document and label, two threads gain less than a tenth in 300 rounds of an MH variant. */
const ALONE = 100_000

const OPTIONS: OptionSpecs<BoostOptions> = {
  variant: {
    kind: 'choice',
    default: 'real-mh',
    choices: VARIANTS,
    help:
      'how a rule speaks: real-mh with a confidence for each label, whether its term is there or not; ' +
      'real-abstain-mh only when it is; discrete-mh yes or no; discrete-mr yes or no, to rank labels',
  },
  rounds: { kind: 'integer', default: 1000, min: 1, help: 'rules to find, one a round' },
  stopAfter: {
    kind: 'integer',
    default: 0,
    min: 0,
    help: 'stop after so many rounds without a lower error on held-out documents, and keep the best; 0: never',
  },
}

export const boost: BatchLearner<BoostOptions> = {
  name: 'boost',
  online: false,
  summary: 'BoosTexter: a vote of many rules that each ask whether one word is there',
  goodFor:
    'rankings and decisions one can read, with up to some hundred labels; pairs of words (ngrams 2) help it. ' +
    'It takes all documents at once and a weight for every document and label: for thousands of labels use ff.',
  source: 'Schapire & Singer, BoosTexter, Machine Learning 2000',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'stumps',
  naturalThreshold: 0,
  jobs: [MH_JOB, MR_JOB],
  usesPool: ({ variant }) => variant === RANKING,
  passes: ({ rounds }) => rounds,
  train: (data, options, context) => boostRounds([], data, options, context),
  goOn: (model, data, options, context) => {
    if (!(model instanceof StumpsModel)) throw new InputError('boost goes on from a model of its own only')
    return boostRounds(model.rules, data, options, context)
  },
}

/** Rounds after those that are there already, up to `options.rounds` in all. */
function boostRounds(
  done: readonly StumpRule[],
  data: Dataset,
  { variant, rounds, stopAfter }: BoostOptions,
  context: TrainingContext,
): StumpsModel {
  if (rounds < done.length)
    throw new InputError(
      worded`the model has ${done.length} rules already: expected ${option('rounds')} of at least that`,
    )
  const { featureCount, labelCount } = data
  const ranking = variant === RANKING
  const rows = readBoostingRows(data, ranking)
  const pool = rows.count * labelCount > ALONE ? context.pool : undefined
  const booster = ranking ? new MrBooster(rows, context.pool) : new MhBooster(rows, variant, pool)
  const watch = new Watch(data, ranking, stopAfter, context)
  const rules: StumpRule[] = []
  const take = (rule: StumpRule): void => {
    rules.push(rule)
    booster.apply(rule)
    watch.follow(rule, rules.length)
  }
  for (const rule of done) {
    if (rule.term >= featureCount || rule.present.length !== labelCount)
      throw new InputError(
        'boost goes on with the documents it was trained on: these have other words or labels',
      )
    take(rule)
  }
  let more = rows.pairs > 0
  while (more && rules.length < rounds && !watch.isOver()) {
    const rule = booster.choose()
    more = rule !== undefined && !rule.last
    if (rule === undefined) break
    take(rule)
    context.progress?.(rules.length, rounds, 'rounds', `if ${context.termOf?.(rule.term) ?? rule.term} …`)
  }
  if (more && stopAfter === 0 && context.warning !== undefined) {
    const warning = stillFalling(data, rules, ranking)
    if (warning !== undefined) context.warning(warning)
  }
  return new StumpsModel(featureCount, labelCount, rules.slice(0, watch.best(rules.length)))
}

/** Follows error and loss by round, where someone wants to know. */
class Watch {
  private readonly context: TrainingContext
  private readonly ranking: boolean
  private readonly stopAfter: number
  private readonly training: CurveRows | undefined
  private readonly heldOut: CurveRows | undefined
  private bestRound = 0
  private leastError = Number.POSITIVE_INFINITY
  private round = 0

  constructor(data: Dataset, ranking: boolean, stopAfter: number, context: TrainingContext) {
    const { heldOut, curve } = context
    if (stopAfter > 0 && heldOut === undefined)
      throw new InputError('boost stops early by its error on held-out documents, and there are none')
    this.context = context
    this.ranking = ranking
    this.stopAfter = stopAfter
    if (curve !== undefined) this.training = new CurveRows(data, data.labelCount)
    if (heldOut !== undefined && (curve !== undefined || stopAfter > 0))
      this.heldOut = new CurveRows(heldOut, data.labelCount)
  }

  follow(rule: StumpRule, round: number): void {
    const { training, heldOut, ranking } = this
    this.round = round
    training?.add(rule)
    heldOut?.add(rule)
    const held = heldOut?.measure(ranking)
    if (held !== undefined && held.error < this.leastError) {
      this.leastError = held.error
      this.bestRound = round
    }
    const trained = training?.measure(ranking)
    if (trained === undefined) return
    this.context.curve?.({
      round,
      trainError: trained.error,
      trainLoss: trained.loss,
      ...(held === undefined ? {} : { heldOutError: held.error, heldOutLoss: held.loss }),
    })
  }

  isOver(): boolean {
    return this.stopAfter > 0 && this.round - this.bestRound >= this.stopAfter
  }

  /** How many of the rules to keep. */
  best(rounds: number): number {
    return this.stopAfter > 0 ? this.bestRound : rounds
  }
}
