// The client of the server's API. Addresses are relative, so that a proxy may put the page where it likes.

import type { ParamsOf } from '../http/define-route.js'
import type { AnswerOf, BodyOf, QueryOf, RouteAddress, UploadReading } from './answers.js'

/** What a request says: its parameters and its body where the route has them, a query, an upload. */
type RequestTo<At extends RouteAddress> = {
  readonly query?: QueryOf<At>
  readonly upload?: { readonly bytes: Blob; readonly type: string }
  readonly signal?: AbortSignal | undefined
} & (keyof ParamsOf<At> extends never ? unknown : { readonly params: ParamsOf<At> }) &
  (BodyOf<At> extends undefined ? unknown : { readonly body: BodyOf<At> })

type RequestArguments<At extends RouteAddress> =
  Record<never, never> extends RequestTo<At> ? [request?: RequestTo<At>] : [request: RequestTo<At>]

/** The server refused, or could not be reached (status 0). */
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

interface RequestFields {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly upload?: { readonly bytes: Blob; readonly type: string }
  readonly signal?: AbortSignal | undefined
}

/** Sends a request; of a named model where one is given. */
async function send(at: RouteAddress, parts: RequestFields = {}, model?: string): Promise<Response> {
  const { params = {}, query = {}, body, upload, signal } = parts
  const [method, path] = at.split(' ')
  const own = model === undefined ? path : path.replace(/^\/v1\//, `/v1/models/${encodeURIComponent(model)}/`)
  const filled = own.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const headers: Record<string, string> = {}
  const known = token.get()
  if (known !== '') headers.authorization = `Bearer ${known}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (upload !== undefined) headers['content-type'] = upload.type
  let response: Response
  try {
    response = await fetch(search.size === 0 ? filled : `${filled}?${search}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(upload === undefined ? {} : { body: upload.bytes }),
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

/** The answer in JSON. */
async function answerOf<At extends RouteAddress>(
  at: At,
  request: RequestTo<At> | undefined,
  model?: string,
): Promise<AnswerOf<At>> {
  return (await (await send(at, request as RequestFields | undefined, model)).json()) as AnswerOf<At>
}

/** What is asked of the server as a whole. */
export const server = {
  ask: <At extends RouteAddress>(at: At, ...[request]: RequestArguments<At>) => answerOf(at, request),
}

/** What is asked of one model. */
export class ModelApi {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** Asks a route that every model has. */
  ask<At extends RouteAddress>(at: At, ...[request]: RequestArguments<At>): Promise<AnswerOf<At>> {
    return answerOf(at, request, this.name)
  }

  /** As a trial: what is typed here is no traffic. */
  rank(texts: readonly string[], top: number, signal?: AbortSignal) {
    return this.ask('POST /v1/rank', { body: { texts, top, trial: true }, signal })
  }

  /** Teaches a text of which all labels are known. */
  learn(text: string, labels: readonly string[], id?: string) {
    return this.ask('POST /v1/learn', {
      body: { examples: [{ ...(id === undefined ? {} : { id }), text, labels }] },
    })
  }

  undo(id: string) {
    return this.ask('POST /v1/undo', { body: { id } })
  }

  enqueue(bytes: Blob, type: string, query: UploadReading = {}) {
    return this.ask('POST /v1/queue', { query, upload: { bytes, type } })
  }

  async file(): Promise<Blob> {
    return (await send('GET /v1/model/file', undefined, this.name)).blob()
  }
}
