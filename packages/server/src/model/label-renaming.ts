// Names of labels after renaming and merging. A model keeps the name that it learned a label by until it is trained
// again; people see the new one at once.

import type { Classifier, RankedLabel } from 'abound'
import type { LoggedEvent, RenameEvent } from '../log/events.js'

export class LabelNames {
  /** Grows with every change. */
  version = 0
  private readonly renames: LoggedEvent<RenameEvent>[] = []
  private readonly shownAs = new Map<string, string>()

  static from(renames: Iterable<LoggedEvent<RenameEvent>>): LabelNames {
    const names = new LabelNames()
    for (const rename of renames) names.take(rename)
    return names
  }

  take(rename: LoggedEvent<RenameEvent>): void {
    this.version++
    this.renames.push(rename)
    const { from, to } = rename.body
    for (const [name, shown] of this.shownAs) if (from.includes(shown)) this.shownAs.set(name, to)
    for (const name of from) this.shownAs.set(name, to)
    // A name that is used again stands for itself.
    this.shownAs.delete(to)
  }

  /** The renamed labels, each with the name to show. */
  entries(): [string, string][] {
    return [...this.shownAs]
  }

  /** From such entries, for `displayName` and `renameRanking` alone. */
  static forDisplay(entries: Iterable<readonly [string, string]>): LabelNames {
    const names = new LabelNames()
    for (const [name, shown] of entries) names.shownAs.set(name, shown)
    return names
  }

  /** The number of renamed labels. */
  get count(): number {
    return this.shownAs.size
  }

  /** The name that people see. */
  displayName(name: string): string {
    return this.shownAs.get(name) ?? name
  }

  /** The name as of an event. */
  nameAt(name: string, seq: number): string {
    let shown = name
    for (const { seq: when, body } of this.renames) {
      if (when >= seq) break
      if (body.from.includes(shown)) shown = body.to
    }
    return shown
  }

  /** The name by which a model knows a label, as of an event: its own, or one that was renamed to it. */
  nameInModel(name: string, seq: number, classifier: Classifier): string {
    if (this.renames.length === 0) return name
    const shown = this.nameAt(name, seq)
    if (classifier.labelId(shown) >= 0) return shown
    for (const { seq: when, body } of this.renames) {
      if (when >= seq) break
      for (const from of body.from)
        if (this.nameAt(from, seq) === shown && classifier.labelId(from) >= 0) return from
    }
    return shown
  }

  /** The labels of a model that people see under a name. */
  modelIds(shown: string, classifier: Classifier): number[] {
    const ids = [classifier.labelId(shown)]
    for (const [name, as] of this.shownAs) if (as === shown) ids.push(classifier.labelId(name))
    return ids.filter((id) => id >= 0)
  }

  /** A ranking under the names that people see, each once. */
  renameRanking(labels: readonly RankedLabel[], top: number): RankedLabel[] {
    const seen = new Set<string>()
    const out: RankedLabel[] = []
    for (const ranked of labels) {
      const label = this.displayName(ranked.label)
      if (seen.has(label)) continue
      seen.add(label)
      out.push({ ...ranked, label })
      if (out.length === top) break
    }
    return out
  }
}
