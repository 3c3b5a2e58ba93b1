// Learning from more documents: checks them, teaches the trainer, and counts documents by label.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { grow } from '../structures/grow.js'
import { permutation, Rng } from '../structures/rng.js'
import type { ClassifierParts } from './classifier-parts.js'
import { checkLabels, internLabels, judgementOf } from './rows.js'

/** Why a shrunk model cannot be trained any further. */
export const ONLY_ANSWERS =
  'a shrunk model only answers: teach the model that it was made of, and shrink that again'

/** Teaches a classifier's trainer, and counts the documents of each label. */
export class DocumentTeacher {
  private readonly parts: ClassifierParts
  private readonly row = new DatasetBuilder()
  /** Training documents of each label. */
  private labelDocuments: Float64Array

  constructor(parts: ClassifierParts) {
    this.parts = parts
    this.labelDocuments = parts.labelDocuments
  }

  documentsOf(label: number): number {
    return this.labelDocuments[label] ?? 0
  }

  /** The documents of all labels. */
  allDocuments(): Float64Array {
    return this.labelDocuments.subarray(0, this.parts.labels.count)
  }

  /**
   * Learns from new documents, and from old ones spread evenly among them in a seeded order; `changing` is called before
   * the model changes.
   */
  teach(
    documents: readonly Document[],
    replay: readonly Document[],
    seed: number,
    changing: () => void,
  ): void {
    const { trainer, vectoriser } = this.parts
    const order = permutation(replay.length, new Rng(seed))
    let replayed = 0
    if (replay.length > 0) trainer?.replaying?.(Math.min(1, replay.length / vectoriser.documents))
    for (const [done, document] of documents.entries()) {
      this.learnOne(document, true, changing)
      const due = Math.round((replay.length * (done + 1)) / documents.length)
      while (replayed < due) this.learnOne(replay[order[replayed++]], false, changing)
    }
  }

  private learnOne(document: Document, isNew: boolean, changing: () => void): void {
    const { learner, trainer, vectoriser, labels, shrunk } = this.parts
    if (shrunk !== undefined) throw new InputError(ONLY_ANSWERS)
    if (trainer === undefined) {
      throw new InputError(
        learner.online
          ? 'this model was made for ranking alone: it cannot learn'
          : `${learner.name} learns from all documents at once: train it again, or use an online learner`,
      )
    }
    if (judgementOf(document) === 0)
      throw new InputError('a document to learn from has no labels: expected "labels"')
    // Everything is checked before anything is counted: a refused document leaves no trace.
    checkLabels(document)
    changing()
    if (isNew) {
      vectoriser.look(document)
      vectoriser.weigh()
    } else vectoriser.vectorise(document)
    const rowLabels = internLabels(document, labels)
    if (this.labelDocuments.length < labels.count)
      this.labelDocuments = grow(this.labelDocuments, labels.count * 2)
    this.row.clear()
    this.row.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
    trainer.learn(this.row, 0)
    if (isNew) for (const label of rowLabels.positives) this.labelDocuments[label]++
  }
}
