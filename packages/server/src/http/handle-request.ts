// The way of a request: name and origin, load, token, query and body by their schemas, then the route's handler.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { HttpError } from '../http-error.js'
import type { ModelSet } from '../model/model-set.js'
import type { Ranker } from '../ranking/ranker.js'
import { type AccessTokens, checkOrigin, type Role, requireRole } from './access.js'
import type { Admission } from './admission.js'
import { type Address, type Ask, declaredError, ReadyJson, type Route, splitAddress } from './define-route.js'
import type { Limits } from './limits.js'
import type { Metrics } from './metrics.js'
import { bodyType, parseJson, readBody } from './request-body.js'
import { faultAnswer, HEADERS } from './responses.js'

/** What handlers and the steps before them work with. */
export interface RequestParts {
  readonly models: ModelSet
  readonly tokens: AccessTokens
  readonly limits: Limits
  readonly admission: Admission
  readonly ranker: Ranker
  readonly metrics: Metrics
  readonly logger: Logger
  /** Names that a request may call the server by; undefined: any. */
  readonly allowedHosts: ReadonlySet<string> | undefined
  /** Whether requests are logged, each with a line (without texts). */
  readonly logRequests: boolean
}

type Query = Record<string, unknown>

export type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }

export function createHandler(
  route: Route,
  parts: RequestParts,
): (context: Context<Env>) => Promise<Response> {
  const { tokens, admission, metrics, logger } = parts
  const open = route.role === 'anyone'
  const answer = createAnswerer(route, parts)
  const [upperCased, path] = splitAddress(route.at)
  const method = upperCased.toLowerCase()
  const seconds = (status: number) => metrics.seconds.labels({ method, route: path, status: String(status) })
  const timers = new Map<number, ReturnType<typeof seconds>>()
  return async (context) => {
    const { headers, socket } = context.env.incoming
    const begun = performance.now()
    const client = tokens.count > 0 ? (headers.authorization ?? '') : (socket.remoteAddress ?? '')
    let response: Response
    let admitted = false
    let held = 0
    const hold = (bytes: number): void => {
      admission.hold(bytes)
      held += bytes
    }
    try {
      checkOrigin(headers.host, headers.origin, firstOf(headers['sec-fetch-site']), parts.allowedHosts)
      if (!open && route.alwaysAdmitted !== true) {
        admission.enter(client)
        admitted = true
      }
      response = await answer(context, begun, hold)
    } catch (error) {
      response = faultAnswer(error as Error, parts)
      // What is left of a body that was given up in the middle is not read.
      if (held > 0 && !context.env.incoming.complete) response.headers.set('connection', 'close')
    }
    if (admitted) admission.leave(client)
    admission.release(held)
    const took = performance.now() - begun
    const { status } = response
    let timer = timers.get(status)
    if (timer === undefined) {
      timer = seconds(status)
      timers.set(status, timer)
    }
    timer.observe(took / 1000)
    if (parts.logRequests && !open)
      logger.info({ method, route: path, status, ms: Math.round(took * 10) / 10 })
    return response
  }
}

/** From the token on: the checks that the route's declaration asks for, its handler, its answer. */
function createAnswerer(
  route: Route,
  { models, tokens, limits, admission, ranker, metrics }: RequestParts,
): (context: Context<Env>, begun: number, hold: (bytes: number) => void) => Promise<Response> {
  const open = route.role === 'anyone'
  const checkBody = route.body === undefined ? undefined : compileCheck(route.body, 'body')
  const query =
    route.query === undefined ? undefined : { schema: route.query, check: compileCheck(route.query, 'query') }
  const takesBody = route.body !== undefined || route.upload !== undefined || route.stream !== undefined
  const bodyLimit = route.upload !== undefined && route.body === undefined ? limits.upload : limits.body
  return async (context, begun, hold) => {
    const { incoming, outgoing } = context.env
    const role: Role = open ? 'read' : tokens.roleOf(incoming.headers.authorization)
    if (!open) requireRole(role, route.role as Role)
    const asked: Query = query === undefined ? {} : readQuery(context, incoming, query.schema)
    query?.check(asked)
    const streamed = route.stream?.types.includes(bodyType(incoming)) === true
    let body: unknown
    let bytes: Uint8Array = NOTHING
    if (takesBody && !streamed) {
      const given = await readGivenBody(route, incoming, bodyLimit, hold)
      if (given instanceof Uint8Array) bytes = given
      else {
        body = given
        checkBody?.(body)
      }
    }
    const ask: Ask<Address, Query> = {
      query: asked,
      body,
      upload: { bytes, type: incoming.headers['content-type'] },
      params: context.req.param() as Record<string, string>,
      role,
      models,
      limits,
      ranker,
      metrics,
      model: () => models.get(context.req.param('name')),
      error: (code, message) => declaredError(route, code, message),
      enterBatch: () => admission.enterBatch(),
      checkTime() {
        if (performance.now() - begun > limits.time)
          throw new HttpError(503, 'timeout', `it took longer than ${limits.time} ms`, 1)
      },
    }
    const given =
      streamed && route.stream !== undefined
        ? route.stream.handle({ ...ask, body: undefined, incoming, outgoing })
        : await route.handle(ask)
    if (given instanceof Response) return given
    const json = given instanceof ReadyJson ? (given.bytes as Uint8Array<ArrayBuffer>) : JSON.stringify(given)
    return new Response(json, { status: route.status ?? 200, headers: HEADERS })
  }
}

const NOTHING = new Uint8Array()

async function readGivenBody(
  { body, upload = [], stream }: Route,
  incoming: IncomingMessage,
  limit: number,
  hold: (bytes: number) => void,
): Promise<unknown> {
  const type = bodyType(incoming)
  if (upload.includes(type)) return readBody(incoming, limit, hold)
  // A page elsewhere can send forms and plain text without being asked; JSON it cannot.
  if (body !== undefined && type === 'application/json')
    return parseJson(await readBody(incoming, limit, hold))
  const expected = [...(body === undefined ? [] : ['application/json']), ...upload, ...(stream?.types ?? [])]
  throw new HttpError(415, 'unsupported_type', `expected a Content-Type of ${expected.join(', ')}`)
}

function compileCheck(schema: TSchema, where: string): (value: unknown) => void {
  const compiled = TypeCompiler.Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return
    const error = compiled.Errors(value).First()
    const path = `${where}${error?.path.replaceAll('/', '.') ?? ''}`
    throw new HttpError(400, 'bad_request', `${path}: ${error?.message ?? 'not as expected'}`)
  }
}

/** The query with its numbers and switches in their own types. */
function readQuery(context: Context, { url = '' }: IncomingMessage, schema: TSchema): Query {
  // Most have none, and converting nothing takes its time.
  if (!url.includes('?')) return {}
  return Value.Convert(schema, { ...context.req.query() }) as Query
}

/** Of a header that may come several times. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
