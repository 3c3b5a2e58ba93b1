// The app: the routes, each under all its paths; the OpenAPI document; the page's files; what is none of these.

import { Hono } from 'hono'
import { checkOrigin } from './http/access.js'
import { listPaths, type Route, splitAddress } from './http/define-route.js'
import { createHandler, type Env, firstOf, type RequestParts } from './http/handle-request.js'
import { openApi } from './http/openapi.js'
import { errorAnswer, faultAnswer, fileAnswer, HEADERS } from './http/responses.js'
import type { StaticFile } from './http/static-files.js'
import { HttpError } from './http-error.js'

interface AppParts extends RequestParts {
  readonly routes: readonly Route[]
  /** The page's files, by path. */
  readonly files: ReadonlyMap<string, StaticFile>
  readonly version: string
}

export function createApp(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  const { routes, files, allowedHosts } = parts
  const document = JSON.stringify(openApi(routes, parts.version))
  const methods = new Map<string, string[]>()
  for (const route of routes) {
    const handle = createHandler(route, parts)
    const [method] = splitAddress(route.at)
    for (const path of listPaths(route)) {
      const pattern = path.replace(/\{(\w+)\}/g, ':$1')
      methods.set(pattern, [...(methods.get(pattern) ?? []), method])
      app.on(method, pattern, handle)
    }
  }
  app.get('/openapi.json', () => new Response(document, { headers: HEADERS }))
  for (const [path, file] of files) {
    app.get(path, ({ env }) => {
      const { headers } = env.incoming
      try {
        checkOrigin(headers.host, undefined, undefined, allowedHosts)
      } catch (error) {
        return errorAnswer(error as HttpError)
      }
      const acceptEncoding = firstOf(headers['accept-encoding'])
      return fileAnswer(file, { etag: headers['if-none-match'], acceptEncoding })
    })
  }
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
