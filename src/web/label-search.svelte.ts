// Type-ahead over all labels of a model, however many: the server finds them, and until it answers those already here
// are narrowed, so that every keystroke shows at once.

import type { LabelPage, ListedLabel, ModelApi } from './api.js'

const SHOWN = 50
const REMEMBERED = 200

export class LabelSearch {
  found = $state.raw<readonly ListedLabel[]>([])
  total = $state(0)
  private readonly pages = new Map<string, LabelPage>()
  private knownOf = ''
  private asking: AbortController | undefined

  /** Finds; `version` is the model's, as labels come and go with it. */
  async find(api: ModelApi, version: number, query: string): Promise<void> {
    const of = `${api.name} ${version}`
    if (of !== this.knownOf || this.pages.size > REMEMBERED) {
      this.pages.clear()
      this.knownOf = of
    }
    this.asking?.abort()
    const known = this.pages.get(query)
    if (known !== undefined) {
      this.show(known)
      return
    }
    const wanted = fold(query)
    this.found = this.found.filter(({ label }) => fold(label).includes(wanted))
    const asking = new AbortController()
    this.asking = asking
    try {
      const page = await api.labels({ query, limit: SHOWN }, asking.signal)
      this.pages.set(query, page)
      if (this.asking === asking) this.show(page)
    } catch (error) {
      if (!asking.signal.aborted) throw error
    }
  }

  private show({ labels, total }: LabelPage): void {
    this.found = labels
    this.total = total
  }
}

/** As the server compares. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
