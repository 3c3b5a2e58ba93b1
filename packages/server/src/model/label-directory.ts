// All labels of a model under the names that people see, ready for type-ahead: 25,000 of them in a few milliseconds.

import type { Classifier } from 'abound'
import type { LabelNames } from './label-renaming.js'
import type { ProgressiveValidation } from './progressive-validation.js'

interface ListedLabel {
  readonly label: string
  readonly documents: number
  readonly taught: number
  readonly quality?: number
}

/** Where labels, their names and their figures come from. */
interface LabelSource {
  readonly classifier: Classifier
  readonly names: LabelNames
  readonly added: readonly string[]
  readonly progress: ProgressiveValidation
}

export interface LabelQuery {
  readonly query: string
  readonly sort: 'count' | 'name' | 'quality'
  readonly offset: number
  readonly limit: number
}

/** Up to this many are selected one by one; for more, all are sorted. */
const FEW = 200

interface LabelEntry {
  readonly label: string
  readonly folded: string
  readonly ids: number[]
}

export class LabelDirectory {
  private readonly source: LabelSource
  private entries: LabelEntry[] = []
  private byName = new Map<string, LabelEntry>()
  private madeOf = ''
  private classifier: Classifier | undefined

  constructor(source: LabelSource) {
    this.source = source
  }

  /** Labels that contain the query, those that begin with it first; all of them without one. */
  find({ query, sort, offset, limit }: LabelQuery): { total: number; labels: ListedLabel[] } {
    this.refresh()
    const wanted = fold(query)
    // Those that begin with the query, those of which a word does, those that contain it.
    const groups: LabelEntry[][] = [[], [], []]
    if (wanted === '') groups[0] = this.entries
    else {
      for (const entry of this.entries) {
        const at = entry.folded.indexOf(wanted)
        if (at >= 0) groups[at === 0 ? 0 : isWordStart(entry.folded, at) ? 1 : 2].push(entry)
      }
    }
    const total = groups.reduce((sum, group) => sum + group.length, 0)
    const labels: ListedLabel[] = []
    let skip = offset
    for (const group of groups) {
      if (labels.length < limit && skip < group.length) {
        const need = Math.min(group.length, skip + limit - labels.length)
        for (const entry of this.first(group, need, sort).slice(skip)) labels.push(this.describe(entry))
      }
      skip = Math.max(0, skip - group.length)
    }
    return { total, labels }
  }

  /** A label by the name that people see; undefined if there is none. */
  get(label: string): ListedLabel | undefined {
    this.refresh()
    const entry = this.byName.get(label)
    return entry === undefined ? undefined : this.describe(entry)
  }

  private refresh(): void {
    const { classifier, names, added } = this.source
    const madeOf = `${classifier.labelCount} ${names.version} ${added.length}`
    if (this.classifier === classifier && this.madeOf === madeOf) return
    this.classifier = classifier
    this.madeOf = madeOf
    this.byName = new Map()
    const entryOf = (label: string): LabelEntry => {
      let entry = this.byName.get(label)
      if (entry === undefined) {
        entry = { label, folded: fold(label), ids: [] }
        this.byName.set(label, entry)
      }
      return entry
    }
    for (let id = 0; id < classifier.labelCount; id++)
      entryOf(names.displayName(classifier.labelName(id))).ids.push(id)
    for (const label of added) entryOf(names.displayName(label))
    this.entries = [...this.byName.values()].sort(
      (a, b) => compare(a.folded, b.folded) || compare(a.label, b.label),
    )
  }

  /** The first `count` of a group, which is in the order of names; equals stay in it. */
  private first(
    group: readonly LabelEntry[],
    count: number,
    sort: LabelQuery['sort'],
  ): readonly LabelEntry[] {
    const { progress } = this.source
    if (sort === 'name') return group.slice(0, count)
    const keys = new Float64Array(group.length)
    for (const [i, entry] of group.entries()) {
      keys[i] =
        sort === 'count'
          ? this.documents(entry)
          : -(progress.label(entry.label).quality ?? Number.POSITIVE_INFINITY)
    }
    const order =
      count > FEW
        ? Array.from(keys.keys()).sort((a, b) => compare(keys[b], keys[a]) || a - b)
        : best(keys, count)
    return order.slice(0, count).map((i) => group[i])
  }

  private documents({ ids }: LabelEntry): number {
    return ids.reduce((sum, id) => sum + this.classifier!.documentsOf(id), 0)
  }

  private describe(entry: LabelEntry): ListedLabel {
    const { label } = entry
    return { label, documents: this.documents(entry), ...this.source.progress.label(label) }
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function isWordStart(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text[at - 1])
}

/** The places of the largest keys, largest first, without sorting all of them. */
function best(keys: Float64Array, count: number): number[] {
  const out: number[] = []
  for (let i = 0; i < keys.length; i++) {
    if (out.length === count && keys[i] <= keys[out[count - 1]]) continue
    let at = out.length
    while (at > 0 && keys[out[at - 1]] < keys[i]) at--
    out.splice(at, 0, i)
    if (out.length > count) out.pop()
  }
  return out
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
