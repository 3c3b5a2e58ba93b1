// All labels of a model as a long list of which only what is seen is fetched, a page at a time.

import type { LabelRow, LabelSort } from './answers.js'
import type { ModelApi } from './api.js'
import { errorMessage } from './notices.svelte.js'

const PAGE = 100

export class LabelWindow {
  total = $state(0)
  loaded = $state(false)
  trouble = $state('')
  /** By page: what has come. */
  pages = $state.raw<ReadonlyMap<number, readonly LabelRow[]>>(new Map())
  private readonly asked = new Set<number>()
  private readonly api: ModelApi
  private readonly query: string
  private readonly sort: LabelSort

  constructor(api: ModelApi, query: string, sort: LabelSort) {
    this.api = api
    this.query = query
    this.sort = sort
  }

  at(index: number): LabelRow | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  /** Sees to it that these are here. */
  async need(first: number, last: number): Promise<void> {
    const wanted: Promise<void>[] = []
    for (let page = Math.floor(first / PAGE); page <= Math.floor(Math.max(first, last) / PAGE); page++)
      if (!this.asked.has(page)) wanted.push(this.fetch(page))
    await Promise.all(wanted)
  }

  private async fetch(page: number): Promise<void> {
    this.asked.add(page)
    const { query, sort } = this
    try {
      const { total, labels } = await this.api.ask('GET /v1/labels', {
        query: { query, sort, offset: page * PAGE, limit: PAGE },
      })
      this.total = total
      this.pages = new Map(this.pages).set(page, labels)
      this.loaded = true
      this.trouble = ''
    } catch (error) {
      this.asked.delete(page)
      this.trouble = errorMessage(error)
    }
  }
}
