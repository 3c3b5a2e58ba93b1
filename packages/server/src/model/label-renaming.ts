// Names of labels after renaming and merging. A model keeps the name that it learned a label by until it is trained
// again; people see the new one at once.

import type { Classifier, RankedLabel } from 'abound'
import type { LoggedEvent, RenameEvent } from '../log/events.js'

export class LabelNames {
  /** Grows with every change. */
  version = 0
  private readonly renames: LoggedEvent<RenameEvent>[] = []
  private readonly shownAs = new Map<string, string>()

  take(rename: LoggedEvent<RenameEvent>): void {
    this.version++
    this.renames.push(rename)
    const { from, to } = rename.body
    for (const [name, shown] of this.shownAs) if (from.includes(shown)) this.shownAs.set(name, to)
    for (const name of from) this.shownAs.set(name, to)
    // A name that is given again is itself.
    this.shownAs.delete(to)
  }

  /** Names that people see another name for, with that name. */
  entries(): [string, string][] {
    return [...this.shownAs]
  }

  /** For showing alone, from such entries. */
  static showing(entries: Iterable<readonly [string, string]>): LabelNames {
    const names = new LabelNames()
    for (const [name, shown] of entries) names.shownAs.set(name, shown)
    return names
  }

  /** How many names stand for another. */
  get count(): number {
    return this.shownAs.size
  }

  /** The name that people see. */
  shown(name: string): string {
    return this.shownAs.get(name) ?? name
  }

  /** The name as of an event. */
  at(name: string, seq: number): string {
    let shown = name
    for (const { seq: when, body } of this.renames) {
      if (when >= seq) break
      if (body.from.includes(shown)) shown = body.to
    }
    return shown
  }

  /** The name by which a model knows a label, as of an event: its own, or one that was renamed to it. */
  inModel(name: string, seq: number, classifier: Classifier): string {
    if (this.renames.length === 0) return name
    const shown = this.at(name, seq)
    if (classifier.labelId(shown) >= 0) return shown
    for (const { seq: when, body } of this.renames) {
      if (when >= seq) break
      for (const from of body.from)
        if (this.at(from, seq) === shown && classifier.labelId(from) >= 0) return from
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
  ranked(labels: readonly RankedLabel[], top: number): RankedLabel[] {
    const seen = new Set<string>()
    const out: RankedLabel[] = []
    for (const ranked of labels) {
      const label = this.shown(ranked.label)
      if (seen.has(label)) continue
      seen.add(label)
      out.push({ ...ranked, label })
      if (out.length === top) break
    }
    return out
  }
}
