// Many labels in memory, for type-ahead that waits for nobody. Finds as the server does: labels that begin with what is
// typed, then those of which a word does, then those that contain it; of each kind those with most documents first.

interface Counted {
  readonly label: string
  readonly documents: number
}

export class LabelIndex<Label extends Counted> {
  private readonly labels: readonly Label[]
  private readonly folded: readonly string[]

  constructor(labels: readonly Label[]) {
    this.labels = labels
      .slice()
      .sort((a, b) => b.documents - a.documents || compare(fold(a.label), fold(b.label)))
    this.folded = this.labels.map(({ label }) => fold(label))
  }

  get size(): number {
    return this.labels.length
  }

  find(query: string, limit: number): { readonly total: number; readonly labels: readonly Label[] } {
    const wanted = fold(query)
    const { labels, folded } = this
    if (wanted === '') return { total: labels.length, labels: labels.slice(0, limit) }
    const groups: Label[][] = [[], [], []]
    let total = 0
    for (let i = 0; i < folded.length; i++) {
      const at = folded[i].indexOf(wanted)
      if (at < 0) continue
      total++
      const group = groups[at === 0 ? 0 : isWordStart(folded[i], at) ? 1 : 2]
      if (group.length < limit) group.push(labels[i])
    }
    return { total, labels: groups.flat().slice(0, limit) }
  }
}

/** As the server compares. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function isWordStart(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text[at - 1])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
