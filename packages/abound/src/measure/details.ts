// What a page or a long look at a model shows beyond the table of measures: where along the ranking labels are found,
// how rare labels fare, which label is taken for which, and how far the figures would move with other documents.

import { Bands, type LabelBand } from './bands.js'
import type { BootstrapOptions, Interval } from './bootstrap.js'
import { type Confusion, type ConfusionMatrix, Confusions } from './confusions.js'
import type { OutcomeCollector } from './document-outcomes.js'
import type { FoundDocument } from './found-document.js'
import { evaluationIntervals } from './intervals.js'
import { LabelDecisions } from './label-decisions.js'
import type { LabelMeasures } from './per-label.js'
import type { TrainingCounts } from './propensity.js'
import type { RankingSums, RankPoint } from './ranking-sums.js'

/** Under `details` of the measures, where they were asked for. */
export interface EvaluationDetails {
  /** Over label ranks (CS02 fig. 6), by rising rank; at most 100 points, close together where ranks are low. */
  readonly precisionRecall: readonly RankPoint[]
  /**
   * Labels by how many training documents they had, most first (LSCP96: ≥ 75, 15–74, 1–14); those with none last.
   * None where the training counts are not known.
   */
  readonly bands: readonly LabelBand[]
  /** Whether no document has more than one label: confusions are of first labels then, not of assigned ones. */
  readonly singleLabel: boolean
  /** Who is taken for whom, most documents first (at most 200). */
  readonly confusions: readonly Confusion[]
  /** All first labels, right and wrong, where no document has more than one label and there are at most 200. */
  readonly confusionMatrix?: ConfusionMatrix
  /** Bootstrap 95 % intervals over documents (seeded), by the names of the measures. */
  readonly intervals: Readonly<Record<string, Interval>>
}

/** How details are made; `seed` and `resamples` are those of the intervals. */
export interface DetailOptions extends BootstrapOptions {
  /** The least training documents of each band of labels, falling (75, 15, 1). */
  readonly bands?: readonly number[]
}

/** What the evaluation knows at the end. */
interface Found {
  /** Labels the model knows, and all that were met. */
  readonly labelCount: number
  readonly labels: number
  /** Labels unknown to the model are numbered on from its last. */
  nameOf(label: number): string
  /** Labels with a true or assigned document, first those of the model, whose ids are `present`. */
  readonly perLabel: readonly LabelMeasures[]
  readonly present: Uint32Array
  readonly outcomes: OutcomeCollector
  readonly rankings: RankingSums
}

/** Collects what details need beyond the measures. */
export class DetailCollector {
  private readonly confusions: Confusions
  private readonly decisions = new LabelDecisions()
  private readonly bands: Bands | undefined
  private readonly bootstrap: BootstrapOptions
  private judged = 0

  constructor(
    labelCount: number,
    training: TrainingCounts | undefined,
    { bands, ...bootstrap }: DetailOptions,
  ) {
    this.bands = training === undefined ? undefined : new Bands(training, labelCount, bands)
    this.confusions = new Confusions(labelCount)
    this.bootstrap = bootstrap
  }

  /** A judged document. */
  add({ labels, first }: FoundDocument): void {
    const { decisions, confusions } = this
    const { known, unknown, right, wrong, missing } = labels
    const row = this.judged++
    for (let i = 0; i < right.count; i++) decisions.add(row, right.labels[i], true)
    for (let i = 0; i < wrong.count; i++) decisions.add(row, wrong.labels[i], false)
    // Those unknown to the model come last.
    for (let i = 0; i < missing.count - unknown.count; i++) decisions.add(row, missing.labels[i], false)
    confusions.add(first, labels)
    this.bands?.add(known.labels, known.count, unknown.count)
  }

  result({ labelCount, labels, nameOf, perLabel, present, outcomes, rankings }: Found): EvaluationDetails {
    const { confusions, decisions, bands, bootstrap } = this
    const confusionMatrix = confusions.matrix(nameOf)
    return {
      precisionRecall: rankings.curve(labels),
      bands: bands?.result(perLabel, present) ?? [],
      singleLabel: confusions.singleLabel,
      confusions: confusions.named(nameOf),
      ...(confusionMatrix === undefined ? {} : { confusionMatrix }),
      intervals: evaluationIntervals(
        { outcomes, decisions, labelCount, labels, f1s: perLabel.map(({ f1 }) => f1) },
        bootstrap,
      ),
    }
  }
}
