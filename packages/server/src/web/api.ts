// What the page asks the server, and what comes back. Addresses are relative, so that a proxy may put the page where
// it likes.

export type Role = 'read' | 'teach' | 'admin'

export interface RankedLabel {
  readonly label: string
  readonly score: number
  readonly probability?: number
}

export interface RankAnswer {
  readonly model: { readonly name: string; readonly version: number }
  readonly results: readonly { readonly labels: RankedLabel[] }[]
}

export interface ExplainedWord {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly weight: number
}

export interface Explanation {
  readonly label: string | null
  readonly score: number
  readonly words: readonly ExplainedWord[]
  readonly rest: readonly TermWeight[]
}

export interface TermWeight {
  readonly term: string
  readonly weight: number
}

export interface LabelWeight {
  readonly label: string
  readonly weight: number
}

export interface ListedLabel {
  readonly label: string
  readonly documents: number
  readonly taught: number
  readonly quality?: number
}

export interface LabelPage {
  readonly total: number
  readonly labels: readonly ListedLabel[]
}

export interface LabelDetail extends ListedLabel {
  readonly words: readonly TermWeight[]
}

export type LabelOrder = 'count' | 'name' | 'quality'

export interface QueueItem {
  readonly id: string
  readonly text: string
  readonly labels: readonly RankedLabel[]
  readonly why: 'uncertain' | 'random' | 'diverse'
}

export interface ModelVersion {
  readonly version: number
  readonly at: number
  readonly taught: number
  readonly documents: number
  readonly kind: 'base' | 'learned' | 'rebuilt'
  readonly current: boolean
}

export interface ModelInfo {
  readonly name: string
  readonly version: number
  readonly learner: string
  readonly labels: number
  readonly features: number
  readonly documents: number
  readonly taught: number
  readonly calibrated: boolean
  readonly online: boolean
  readonly corpus: boolean
  readonly settled: boolean
  readonly rebuilding: boolean
  readonly versions: readonly ModelVersion[]
}

export interface ModelLine {
  readonly name: string
  readonly version: number
  readonly learner: string
  readonly labels: number
}

export interface DriftFigures {
  readonly texts: number
  readonly unknownWords: number | null
  readonly confidence: number | null
}

export interface ProgressInfo {
  readonly points: readonly ProgressPoint[]
  readonly volume: readonly { readonly day: string; readonly taught: number }[]
  readonly confusions: readonly {
    readonly truth: string
    readonly taken: string
    readonly documents: number
  }[]
  readonly drift: {
    readonly texts: number
    readonly recent: DriftFigures
    readonly before: DriftFigures
    readonly mix: readonly { readonly label: string; readonly recent: number; readonly before: number }[]
  }
  readonly unbiased: {
    readonly documents: number
    readonly R1: number | null
    readonly low: number | null
    readonly high: number | null
  }
}

export interface ProgressPoint {
  readonly taught: number
  readonly R1: number
  readonly R5: number
}

export interface Job {
  readonly job: string
  readonly state: 'running' | 'done' | 'failed'
  readonly progress: number
  readonly message: string
}

/** How an upload is to be read. */
export interface Reading {
  readonly format?: string
  readonly textColumn?: string
  readonly labelColumn?: string
  readonly labelSeparator?: string
}

/** The server said no, or could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const TOKEN = 'abound-token'

export const token = {
  get: (): string => sessionStorage.getItem(TOKEN) ?? '',
  set(value: string): void {
    if (value === '') sessionStorage.removeItem(TOKEN)
    else sessionStorage.setItem(TOKEN, value)
  },
}

interface Ask {
  readonly json?: unknown
  readonly bytes?: Blob
  readonly type?: string
  readonly signal?: AbortSignal
}

async function send(
  method: string,
  path: string,
  { json, bytes, type, signal }: Ask = {},
): Promise<Response> {
  const headers: Record<string, string> = {}
  const known = token.get()
  if (known !== '') headers.authorization = `Bearer ${known}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  if (type !== undefined) headers['content-type'] = type
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { body: bytes }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new ApiError(0, 'unreachable', 'The server does not answer. Is it still running?')
  }
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } }
  const { code = 'failed', message = `The server answered ${response.status}.` } = said.error ?? {}
  throw new ApiError(response.status, code, message)
}

async function ask<T>(method: string, path: string, given?: Ask): Promise<T> {
  return (await (await send(method, path, given)).json()) as T
}

function query(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** What is asked of the server as a whole. */
export const server = {
  access: () => ask<{ role: Role }>('GET', 'v1/access'),
  models: () => ask<{ default: string | null; models: ModelLine[] }>('GET', 'v1/models'),
  job: (id: string) => ask<Job>('GET', `v1/jobs/${encodeURIComponent(id)}`),
  train: (name: string, file: Blob, type: string, how: Reading & { learner?: string; replace?: boolean }) =>
    ask<Job>('POST', `v1/models/${encodeURIComponent(name)}${query({ ...how })}`, { bytes: file, type }),
}

/** What is asked of one model. */
export class ModelApi {
  readonly name: string
  private readonly base: string

  constructor(name: string) {
    this.name = name
    this.base = `v1/models/${encodeURIComponent(name)}`
  }

  info = () => ask<ModelInfo>('GET', `${this.base}/model`)
  progress = () => ask<ProgressInfo>('GET', `${this.base}/progress`)
  /** As a trial: what is typed here is no traffic. */
  rank = (texts: readonly string[], top: number, signal?: AbortSignal) =>
    this.post<RankAnswer>('rank', { texts, top, trial: true }, signal)
  explain = (text: string, label?: string, signal?: AbortSignal) =>
    this.post<Explanation>('explain', { text, ...(label === undefined ? {} : { label }) }, signal)
  /** All labels of a text are known. */
  learn = (text: string, labels: readonly string[], id?: string) =>
    this.post<Learned>('learn', { examples: [{ ...(id === undefined ? {} : { id }), text, labels }] })
  /** Some are known, the others stay unknown. */
  judge = (text: string, accept: readonly string[], reject: readonly string[], id?: string) =>
    this.post<Learned>('learn', { ...(id === undefined ? {} : { id }), text, accept, reject })
  undo = (id: string) => this.post<{ version: number }>('undo', { id })
  rollback = (version: number) => this.post<{ version: number }>('model/rollback', { version })
  rebuild = () => ask<Job>('POST', `${this.base}/model/rebuild`)
  file = async () => (await send('GET', `${this.base}/model/file`)).blob()

  labels = (
    wanted: { query?: string; limit?: number; offset?: number; sort?: LabelOrder },
    signal?: AbortSignal,
  ) => ask<LabelPage>('GET', `${this.base}/labels${query(wanted)}`, signal === undefined ? {} : { signal })
  label = (label: string) => ask<LabelDetail>('GET', `${this.base}/labels/${encodeURIComponent(label)}`)
  newLabel = (label: string) => this.post<{ version: number }>('labels', { label })
  rename = (from: string, to: string) => this.post<{ version: number }>('labels/rename', { from, to })
  merge = (from: readonly string[], to: string) =>
    this.post<{ version: number }>('labels/merge', { from, to })

  word = (term: string) =>
    ask<{ term: string; labels: LabelWeight[] }>('GET', `${this.base}/words${query({ term, limit: 60 })}`)
  words = (prefix: string, signal?: AbortSignal) =>
    ask<{ words: { term: string; documents: number }[] }>(
      'GET',
      `${this.base}/words${query({ prefix, limit: 12 })}`,
      signal === undefined ? {} : { signal },
    )

  queue = (limit: number) =>
    ask<{ total: number; items: QueueItem[] }>('GET', `${this.base}/queue${query({ limit })}`)
  skip = (id: string) => this.post<unknown>('queue/skip', { id })
  enqueue = (texts: Blob, type: string, how: Reading = {}) =>
    ask<{ added: number; total: number }>('POST', `${this.base}/queue${query({ ...how })}`, {
      bytes: texts,
      type,
    })

  private post<T>(path: string, json: unknown, signal?: AbortSignal): Promise<T> {
    return ask<T>('POST', `${this.base}/${path}`, { json, ...(signal === undefined ? {} : { signal }) })
  }
}

export interface Learned {
  readonly version: number
  readonly taught: number
  readonly repeated: number
  readonly ids: readonly string[]
}
