// What every answer says besides its body: headers, errors as JSON, the page's files.

import { InputError } from 'abound'
import type { Logger } from 'pino'
import { HttpError } from '../http-error.js'
import { isDatabaseError } from '../log/database-error.js'
import type { Metrics } from './metrics.js'
import type { StaticFile } from './static-files.js'

export const HEADERS = {
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

/** A file of the page, as it is or in gzip; nothing where the browser has it. */
export function fileAnswer(
  file: StaticFile,
  given: { readonly etag: string | undefined; readonly acceptEncoding: string | undefined },
): Response {
  const known = {
    ...PAGE_HEADERS,
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.lasting ? 'max-age=31536000, immutable' : 'no-cache',
  }
  if (given.etag === file.etag) return new Response(null, { status: 304, headers: known })
  const typed = { ...known, 'content-type': file.type }
  const { bytes, packed } = file
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(given.acceptEncoding ?? '')
  if (packed === undefined || !takesGzip) return new Response(bytes, { headers: typed })
  return new Response(packed, { headers: { ...typed, 'content-encoding': 'gzip' } })
}

/** The answer to whatever was thrown. */
export function faultAnswer(
  error: Error,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): Response {
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

export function errorAnswer(
  { status, code, message, retryAfter }: HttpError,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: {
      ...HEADERS,
      ...more,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      // The rest of a body that is too large is not read.
      ...(status === 413 ? { connection: 'close' } : {}),
    },
  })
}
