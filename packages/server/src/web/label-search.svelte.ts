// Type-ahead over all labels of a model. What is in memory is shown at the keystroke; the server, which alone knows the
// labels of this moment, is asked as well, and has the last word.

import type { LabelPage, LabelRow } from './answers.js'
import type { ModelApi } from './api.js'
import { LabelIndex } from './label-index.js'

const SHOWN = 50
const FETCHED = 1000
/** With more labels than this, only the server searches them. */
const MOST = 50_000
const FRESH_MS = 60_000

interface Known {
  readonly of: ModelApi
  readonly at: number
  readonly version: number
  readonly index: LabelIndex<LabelRow>
}

/** One for the page, whichever field asks. */
let known: Known | undefined
let loading: ModelApi | undefined

/** Fetches all labels, unless there are too many or those here will do: best before somebody types. */
export async function loadLabels(api: ModelApi, version: number): Promise<void> {
  const now = performance.now()
  const stale = known?.of !== api || (known.version !== version && now - known.at > FRESH_MS)
  if (!stale || loading === api) return
  loading = api
  try {
    const labels: LabelRow[] = []
    for (let total = 1; labels.length < total; ) {
      const page = await api.ask('GET /v1/labels', {
        query: { sort: 'name', offset: labels.length, limit: FETCHED },
      })
      total = page.total
      if (total > MOST || page.labels.length === 0) break
      labels.push(...page.labels)
    }
    known = { of: api, at: now, version, index: new LabelIndex(labels) }
  } finally {
    loading = undefined
  }
}

export class LabelSearch {
  found = $state.raw<readonly LabelRow[]>([])
  total = $state(0)
  /** What was looked for last and is shown. */
  query = $state('')
  private asking: AbortController | undefined

  /** To be called before the first keystroke, when the field is entered. */
  async open(api: ModelApi, version: number): Promise<void> {
    await this.find(api, '')
    if (this.total > this.found.length) await loadLabels(api, version)
  }

  async find(api: ModelApi, query: string): Promise<void> {
    this.asking?.abort()
    if (known?.of === api && known.index.size > 0) this.show(query, known.index.find(query, SHOWN))
    const asking = new AbortController()
    this.asking = asking
    try {
      const page = await api.ask('GET /v1/labels', {
        query: { query, limit: SHOWN },
        signal: asking.signal,
      })
      if (this.asking === asking) this.show(query, page)
    } catch (error) {
      if (!asking.signal.aborted) throw error
    }
  }

  private show(query: string, { labels, total }: LabelPage): void {
    this.query = query
    this.found = labels
    this.total = total
  }
}
