// Whether the texts that come in are still like those before: words that the model does not know, how sure it is,
// which labels come first. The last thousand texts are held against all before them.

import type { RankedLabel } from 'abound'

const RECENT = 1000
const SHOWN = 20

/** What is noted of a text. */
export interface SeenText {
  /** Share of its words that the model does not know. */
  readonly unknown: number
  /** The probability of its first label, or its lead where nothing was calibrated. */
  readonly confidence: number
  readonly label: string | undefined
}

export class DriftWatch {
  private readonly recent: SeenText[] = []
  private at = 0
  private readonly sums = { texts: 0, unknown: 0, confidence: 0 }
  private readonly labels = new Map<string, number>()

  add(texts: readonly SeenText[]): void {
    for (const text of texts) this.addText(text)
  }

  private addText(seen: SeenText): void {
    const old = this.recent[this.at]
    this.recent[this.at] = seen
    this.at = (this.at + 1) % RECENT
    if (old === undefined) return
    this.sums.texts++
    this.sums.unknown += old.unknown
    this.sums.confidence += old.confidence
    if (old.label !== undefined) this.labels.set(old.label, (this.labels.get(old.label) ?? 0) + 1)
  }

  report() {
    const { sums, recent } = this
    const now = { texts: recent.length, unknown: 0, confidence: 0 }
    const counts = new Map<string, number>()
    for (const { unknown, confidence, label } of recent) {
      now.unknown += unknown
      now.confidence += confidence
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1)
    }
    const share = (of: ReadonlyMap<string, number>, label: string, texts: number): number =>
      texts === 0 ? 0 : (of.get(label) ?? 0) / texts
    const mix = [...new Set([...counts.keys(), ...this.labels.keys()])].map((label) => ({
      label,
      recent: share(counts, label, now.texts),
      before: share(this.labels, label, sums.texts),
    }))
    mix.sort((a, b) => Math.abs(b.recent - b.before) - Math.abs(a.recent - a.before))
    return {
      texts: now.texts + sums.texts,
      recent: figures(now),
      before: figures(sums),
      mix: mix.slice(0, SHOWN),
    }
  }
}

export function observeText(ranked: readonly RankedLabel[], words: number, unknownWords: number): SeenText {
  const [first, second] = ranked
  const lead = first === undefined ? 0 : first.score - (second?.score ?? 0)
  return {
    unknown: words === 0 ? 0 : unknownWords / words,
    confidence: first?.probability ?? lead,
    label: first?.label,
  }
}

function figures(sums: Record<'texts' | 'unknown' | 'confidence', number>) {
  const { texts, unknown, confidence } = sums
  const mean = (sum: number): number | null => (texts === 0 ? null : sum / texts)
  return { texts, unknownWords: mean(unknown), confidence: mean(confidence) }
}
