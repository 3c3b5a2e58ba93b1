// Documents as weighted rows, for other programs: by the words of a corpus, as text options say, or by those of a model.

import type { Document, Judgement } from '../contract.js'
import { InputError } from '../errors.js'
import { learnerNamed } from '../learners/registry.js'
import type { ByteTable } from '../structures/byte-table.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import { option, worded } from '../wording.js'
import type { Classifier } from './classifier.js'
import type { Corpus } from './corpus.js'
import { firstPass } from './first-pass.js'
import { findLabels, judgementOf } from './rows.js'
import { settleTerms } from './train.js'
import { type GivenOptions, resolveTrainOptions } from './train-options.js'

/** The row of a document. */
export interface DocumentVector {
  /** Ascending; below the number of words. */
  readonly columns: Uint32Array
  /** As learners get them: of 32 bits. */
  readonly values: Float32Array
  /** Ids of the labels that it has, ascending. */
  readonly labels: readonly number[]
  readonly judged: Judgement
}

/** The learner whose options are those of text; all documents count, labelled or not. */
const READER = 'ff'

/**
 * Makes rows of documents.
 *
 * @example
 * const vectors = Vectors.ofModel(model)
 * vectors.words > 2 // true
 * vectors.vectorOf({ text: 'corn and corn' }).columns.length > 0 // true
 */
export class Vectors {
  readonly labels: ByteTable
  /** Documents with labels that are not known here, which are left out. */
  unknownLabels = 0
  private readonly vectoriser: Vectoriser

  private constructor(vectoriser: Vectoriser, labels: ByteTable) {
    this.vectoriser = vectoriser
    this.labels = labels
  }

  /** By the words, frequencies and labels of a corpus, which is read once here; `options` are those of texts. */
  static async ofCorpus(corpus: Corpus, options: GivenOptions): Promise<Vectors> {
    const resolved = resolveTrainOptions({ ...options, learner: READER, memory: 1 })
    const learner = { ...learnerNamed(READER), takesUnlabelled: true as const }
    const settings = { ...resolved, learner }
    const seen = await firstPass(corpus, settings, {}, false)
    if (seen.documents + seen.unlabelled === 0)
      throw new InputError(`${corpus.name ?? 'the data'}: there are no documents`)
    const { vectoriser } = seen
    if (vectoriser.vectors !== true && options.weighting === undefined)
      throw new InputError(
        worded`texts become vectors by a weighting: expected ${option('weighting', 'tfidf')}, say`,
      )
    settleTerms(seen, settings)
    return new Vectors(vectoriser, seen.labels)
  }

  /** As a model makes them; what is learned later is not in them. */
  static ofModel(model: Classifier): Vectors {
    const { vectoriser, labels } = model.toParts()
    return new Vectors(vectoriser, labels)
  }

  /** How many words there are. */
  get words(): number {
    return this.vectoriser.terms.count
  }

  word(column: number): string {
    return this.vectoriser.terms.string(column)
  }

  vectorOf(document: Document): DocumentVector {
    const { vectoriser } = this
    vectoriser.vectorise(document)
    const { size, columns, values } = vectoriser
    const order = Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => columns[a] - columns[b])
    const { rowLabels, unknown } = findLabels(document, this.labels)
    if (unknown !== undefined) this.unknownLabels++
    return {
      columns: order.map((i) => columns[i]),
      values: Float32Array.from(order, (i) => values[i]),
      labels: Array.from(rowLabels.positives).sort((a, b) => a - b),
      judged: judgementOf(document),
    }
  }
}
