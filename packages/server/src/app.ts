// The app: every request passes the same doors (name and origin, load, token, schema), then its route.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { InputError } from 'abound'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { checkOrigin, type Role, requireRole, type Tokens } from './http/access.js'
import type { Admission } from './http/admission.js'
import { ReadyJson, type Route } from './http/define-route.js'
import type { Limits } from './http/limits.js'
import type { Metrics } from './http/metrics.js'
import { openApi, pathsOf } from './http/openapi.js'
import { bodyType, parseJson, readBody } from './http/request-body.js'
import type { StaticFile } from './http/static-files.js'
import { HttpError } from './http-error.js'
import { isDatabaseError } from './log/database-error.js'
import type { ModelSet } from './model/model-set.js'
import type { Ranker } from './ranking/ranker.js'
import { accessRoutes } from './routes/access.js'
import { explainRoutes } from './routes/explain.js'
import { healthRoutes } from './routes/health.js'
import { labelRoutes } from './routes/labels.js'
import { learnRoutes } from './routes/learn.js'
import { modelRoutes } from './routes/model.js'
import { modelsRoutes } from './routes/models.js'
import { progressRoutes } from './routes/progress.js'
import { queueRoutes } from './routes/queue.js'
import { rankRoutes } from './routes/rank.js'
import { wordRoutes } from './routes/words.js'

export interface AppParts {
  readonly models: ModelSet
  readonly tokens: Tokens
  readonly limits: Limits
  readonly admission: Admission
  readonly ranker: Ranker
  readonly metrics: Metrics
  readonly logger: Logger
  readonly files: ReadonlyMap<string, StaticFile>
  /** Names that a request may call the server by; undefined: any. */
  readonly allowedHosts: ReadonlySet<string> | undefined
  readonly version: string
  /** Whether requests are logged, each with a line (without texts). */
  readonly logRequests: boolean
}

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** All routes, in the order of the documentation. */
export function routesOf(metrics: Metrics): Route[] {
  return [
    ...healthRoutes(metrics),
    ...accessRoutes,
    ...rankRoutes(metrics),
    ...explainRoutes,
    ...learnRoutes(metrics),
    ...modelRoutes,
    ...modelsRoutes,
    ...labelRoutes,
    ...wordRoutes,
    ...queueRoutes,
    ...progressRoutes,
  ]
}

export function createApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  const routes = routesOf(parts.metrics)
  const document = JSON.stringify(openApi(routes, parts.version))
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    const handle = handlerOf(route, parts)
    for (const path of pathsOf(route)) {
      const pattern = path.replace(/\{(\w+)\}/g, ':$1')
      methods.set(pattern, [...(methods.get(pattern) ?? []), route.method.toUpperCase()])
      app.on(route.method.toUpperCase(), pattern, handle)
    }
  }
  app.get('/openapi.json', () => new Response(document, { headers: HEADERS }))
  for (const [path, file] of parts.files) app.get(path, (context) => fileAnswer(context, file, parts))
  // Known paths by other methods.
  for (const [pattern, allowed] of methods) {
    app.all(pattern, () => {
      const error = new HttpError(405, 'method_not_allowed', `expected ${allowed.join(' or ')}`)
      return errorAnswer(error, { allow: allowed.join(', ') })
    })
  }
  app.notFound(() => errorAnswer(new HttpError(404, 'not_found', 'there is nothing here: see /openapi.json')))
  app.onError((error) => faultAnswer(error, parts))
  return app
}

function handlerOf(route: Route, parts: AppParts): (context: Context<Env>) => Promise<Response> {
  const { models, tokens, limits, admission, ranker, metrics, logger } = parts
  const checkBody = route.body === undefined ? undefined : checkerOf(route.body, 'body')
  const query =
    route.query === undefined ? undefined : { schema: route.query, check: checkerOf(route.query, 'query') }
  const open = route.role === 'anyone'
  const bodyLimit = route.bytes !== undefined && route.body === undefined ? limits.upload : limits.body
  const seconds = (status: number) =>
    metrics.seconds.labels({ method: route.method, route: route.path, status: String(status) })
  const timers = new Map<number, ReturnType<typeof seconds>>()

  const answer = async (
    context: Context<Env>,
    begun: number,
    hold: (bytes: number) => void,
  ): Promise<Response> => {
    const { incoming } = context.env
    const role: Role = open ? 'read' : tokens.roleOf(incoming.headers.authorization)
    if (!open) requireRole(role, route.role as Role)
    const asked = query === undefined ? undefined : queryOf(context, incoming, query.schema)
    query?.check(asked)
    const streamed = route.streams === true && route.bytes?.includes(bodyType(incoming)) === true
    let body: unknown
    if (route.method === 'post' && !streamed && (checkBody !== undefined || route.bytes !== undefined)) {
      body = await bodyOf(route, incoming, bodyLimit, hold)
      if (!(body instanceof Uint8Array)) checkBody?.(body)
    }
    const params = context.req.param() as Record<string, string>
    const given = await route.handle({
      query: asked,
      body,
      params,
      role,
      models,
      limits,
      ranker,
      context,
      model: () => models.get(params.name),
      enterBatch: () => admission.enterBatch(),
      checkTime() {
        if (performance.now() - begun > limits.time)
          throw new HttpError(503, 'timeout', `it took longer than ${limits.time} ms`, 1)
      },
    })
    if (given instanceof Response) return given
    const json = given instanceof ReadyJson ? (given.bytes as Uint8Array<ArrayBuffer>) : JSON.stringify(given)
    return new Response(json, { status: route.status ?? 200, headers: HEADERS })
  }

  return async (context) => {
    const { headers, socket } = context.env.incoming
    const begun = performance.now()
    const client = tokens.count > 0 ? (headers.authorization ?? '') : (socket.remoteAddress ?? '')
    let response: Response
    let inside = false
    let held = 0
    const hold = (bytes: number): void => {
      admission.hold(bytes)
      held += bytes
    }
    try {
      checkOrigin(headers.host, headers.origin, one(headers['sec-fetch-site']), parts.allowedHosts)
      if (!open && route.always !== true) {
        admission.enter(client)
        inside = true
      }
      response = await answer(context, begun, hold)
    } catch (error) {
      response = faultAnswer(error as Error, parts)
      // What is left of a body that was given up in the middle is not read.
      if (held > 0 && !context.env.incoming.complete) response.headers.set('connection', 'close')
    }
    if (inside) admission.leave(client)
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
      logger.info({ method: route.method, route: route.path, status, ms: Math.round(took * 10) / 10 })
    return response
  }
}

async function bodyOf(
  route: Route,
  incoming: IncomingMessage,
  limit: number,
  hold: (bytes: number) => void,
): Promise<unknown> {
  const type = bodyType(incoming)
  const { bytes = [], body } = route
  if (bytes.includes(type)) return readBody(incoming, limit, hold)
  // A page elsewhere can send forms and plain text without being asked; JSON it cannot.
  if (body !== undefined && type === 'application/json')
    return parseJson(await readBody(incoming, limit, hold))
  const expected = [...(body === undefined ? [] : ['application/json']), ...bytes]
  throw new HttpError(415, 'unsupported_type', `expected a Content-Type of ${expected.join(', ')}`)
}

function checkerOf(schema: TSchema, where: string): (value: unknown) => void {
  const compiled = TypeCompiler.Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return
    const error = compiled.Errors(value).First()
    const path = `${where}${error?.path.replaceAll('/', '.') ?? ''}`
    throw new HttpError(400, 'bad_request', `${path}: ${error?.message ?? 'not as expected'}`)
  }
}

/** The query with its numbers and switches in their own types. */
function queryOf(context: Context, { url = '' }: IncomingMessage, schema: TSchema): unknown {
  // Most have none, and converting nothing takes its time.
  if (!url.includes('?')) return {}
  return Value.Convert(schema, { ...context.req.query() })
}

function fileAnswer(context: Context<Env>, file: StaticFile, { allowedHosts }: AppParts): Response {
  const { headers } = context.env.incoming
  try {
    checkOrigin(headers.host, undefined, undefined, allowedHosts)
  } catch (error) {
    return errorAnswer(error as HttpError)
  }
  const known = {
    ...PAGE_HEADERS,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.lasting ? 'max-age=31536000, immutable' : 'no-cache',
  }
  if (headers['if-none-match'] === file.etag) return new Response(null, { status: 304, headers: known })
  const typed = { ...known, 'content-type': file.type }
  const { bytes, packed } = file
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(one(headers['accept-encoding']) ?? '')
  if (packed === undefined || !takesGzip) return new Response(bytes, { headers: typed })
  return new Response(packed, { headers: { ...typed, 'content-encoding': 'gzip' } })
}

function faultAnswer(error: Error, { logger, metrics }: AppParts): Response {
  if (error instanceof HttpError) {
    if (error.retryAfter !== undefined) metrics.shed.inc({ code: error.code })
    return errorAnswer(error)
  }
  if (error instanceof InputError) return errorAnswer(new HttpError(400, 'bad_input', error.message))
  if (isDatabaseError(error)) {
    logger.error({ error: error.message }, 'the database does not answer')
    return errorAnswer(new HttpError(503, 'log_unavailable', 'the log does not take anything right now', 2))
  }
  logger.error({ error: error.stack ?? String(error) }, 'a fault of ours')
  return errorAnswer(new HttpError(500, 'fault', 'a fault of ours: the server’s log says more'))
}

function errorAnswer(
  { status, code, message, retryAfter }: HttpError,
  more: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: {
      ...HEADERS,
      ...more,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      // Nor is one that says it is too large.
      ...(status === 413 ? { connection: 'close' } : {}),
    },
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
