// The page's files, read once when the server starts: a request names one of them or nothing.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The same in gzip, where that is less. */
  readonly packed: Uint8Array<ArrayBuffer> | undefined
  readonly type: string
  readonly etag: string
  /** Its name changes with what is in it. */
  readonly lasting: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** By the path of a request. */
export function readStaticFiles(folder: string | undefined): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return files
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (!statSync(file).isFile()) continue
    const name = relative(folder, file).split(sep).join('/')
    const bytes = new Uint8Array(readFileSync(file))
    const gzipped = new Uint8Array(gzipSync(bytes, { level: 9 }))
    const ending = name.slice(name.lastIndexOf('.') + 1)
    files.set(`/${name}`, {
      bytes,
      packed: gzipped.length < bytes.length ? gzipped : undefined,
      type: TYPES[ending] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}"`,
      lasting: /^assets\/.*-[\w-]{8,}\.\w+$/.test(name),
    })
  }
  const index = files.get('/index.html')
  if (index !== undefined) files.set('/', index)
  return files
}
