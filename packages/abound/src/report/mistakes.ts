// The documents that a model was most sure of and wrong about, gathered while it is measured: only the worst few are
// kept, with their texts.

import type { Document, Scores } from '../contract.js'
import type { Classifier } from '../pipeline/classifier.js'
import { difference, type Explanation } from '../pipeline/explanation.js'
import { topLabels } from '../structures/top-k.js'

/** A document whose first label is wrong. */
export interface Mistake {
  /** Its place among the documents that were measured, from 1. */
  readonly place: number
  readonly id?: string
  readonly labels: readonly string[]
  /** The label that came first, and the best of the true ones, each with what spoke for it. */
  readonly taken: Explanation
  readonly truth: Explanation
  /**
   * What spoke for the one rather than the other, where scores are logarithms of probabilities: there every word speaks
   * against every label, and only the difference tells.
   */
  readonly contrast?: Explanation
}

interface Kept {
  readonly place: number
  readonly document: Document
  readonly taken: number
  readonly truth: number
  readonly badness: number
}

const MOST = 20

/**
 * Keeps the worst mistakes: where the first label is wrong and its probability (score, where there are none) is the
 * farthest above that of the best true label. Documents with no label that the model knows are passed over.
 *
 * @example
 * const worst = new WorstMistakes(model)
 * const document = { text: 'gold', labels: ['grain'] }
 * worst.add(document, model.score(document))
 * worst.result()[0].taken.label // 'metal'
 */
export class WorstMistakes {
  private readonly classifier: Classifier
  private readonly most: number
  private readonly kept: Kept[] = []
  private readonly best = new Uint32Array(1)
  private place = 0

  constructor(classifier: Classifier, most: number = MOST) {
    this.classifier = classifier
    this.most = most
  }

  /** One document and its scores, which are the classifier's own. */
  add(document: Document, scores: Scores): void {
    const place = ++this.place
    const { classifier, best } = this
    const truth = (document.labels ?? []).map((label) => classifier.labelId(label)).filter((id) => id >= 0)
    if (truth.length === 0 || topLabels(scores, 1, best) === 0) return
    const taken = best[0]
    if (truth.includes(taken)) return
    // What is not named of a partly judged document may be right.
    if (document.partial === true && !document.notLabels?.includes(classifier.labelName(taken))) return
    const certainty = classifier.probabilities(scores) ?? classifier.comparableScores(scores)
    const of = (id: number): number => (scores.seen[id] === 1 ? certainty[id] : 0)
    const nearest = truth.reduce((a, b) => (of(b) > of(a) ? b : a))
    const badness = of(taken) - of(nearest)
    const { kept, most } = this
    if (kept.length === most && !(badness > kept[most - 1].badness)) return
    let at = kept.length
    while (at > 0 && kept[at - 1].badness < badness) at--
    kept.splice(at, 0, { place, document: copyText(document), taken, truth: nearest, badness })
    if (kept.length > most) kept.pop()
  }

  /** The worst first, explained. */
  result(): Mistake[] {
    const { classifier } = this
    const isLog = classifier.toParts().model.scale === 'log-joint'
    return this.kept.map(({ place, document, ...ids }) => {
      const taken = classifier.explainInPlace(document, classifier.labelName(ids.taken))
      const truth = classifier.explainInPlace(document, classifier.labelName(ids.truth))
      return {
        place,
        ...(document.id === undefined ? {} : { id: document.id }),
        labels: document.labels ?? [],
        taken,
        truth,
        ...(isLog ? { contrast: difference(taken, truth) } : {}),
      }
    })
  }
}

/** A text may be a view of a large chunk of a file, which should not stay. */
function copyText(document: Document): Document {
  return document.text instanceof Uint8Array ? { ...document, text: document.text.slice() } : document
}
