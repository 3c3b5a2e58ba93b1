// One file from the web into a .part file beside its place, to be checked and renamed by the caller. A download that was
// cut off is resumed, in this run or a later one, where the server allows it and says that the file is still the same.
//
// Not fetch(): it unpacks what a server declares as packed, and a .tar.gz would arrive as something else.

import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { InputError } from 'abound'
import { fileError, writeFileSafely } from 'abound/internal'

const MAX_REDIRECTS = 10
/** Failures in a row without any new bytes, after which it is given up. */
const MAX_FAILURES = 4
const STALL_MS = 60_000
const FIRST_PAUSE_MS = 500
/** Bytes that have arrived and are not yet written; with more of them the sender has to wait. */
const MOST_WAITING = 1 << 20

export interface DownloadSettings {
  /** Whether the file's hash is known: then it is safe to resume where nothing else tells that it is the same. */
  readonly hashKnown: boolean
  /** `total` is undefined where the server does not say. */
  readonly onProgress?: (received: number, total: number | undefined) => void
  /** The time without a byte after which the connection counts as cut. */
  readonly stallMs?: number
  /** The pause after the first failure; it doubles. */
  readonly pauseMs?: number
}

/** What is known of the file that a .part is a part of. */
interface PartNote {
  readonly url: string
  /** A strong ETag or a date. */
  readonly validator?: string
}

/** Thrown where trying again may help. */
class TransientError extends Error {}

/** Fetches `url` into `${path}.part`; returns how many bytes of an earlier try were of use. */
export async function download(url: string, path: string, settings: DownloadSettings): Promise<number> {
  const part = `${path}.part`
  const { pauseMs = FIRST_PAUSE_MS } = settings
  let furthest = await sizeOf(part)
  let resumedFrom = 0
  for (let failures = 0; ; ) {
    try {
      const from = await attempt(url, part, settings)
      resumedFrom = Math.max(resumedFrom, from)
      await rm(notePath(part), { force: true })
      return resumedFrom
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      const size = await sizeOf(part)
      // Bytes that an earlier try had do not count: a server that cuts each try at the same place would keep us for ever.
      failures = size > furthest ? 0 : failures + 1
      furthest = Math.max(furthest, size)
      if (failures >= MAX_FAILURES) throw new InputError(error.message)
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** Math.max(0, failures - 1)))
    }
  }
}

/** Throws away what earlier tries have left. */
export async function discardPart(part: string): Promise<void> {
  await rm(part, { force: true })
  await rm(notePath(part), { force: true })
}

async function attempt(url: string, part: string, settings: DownloadSettings): Promise<number> {
  const have = await sizeOf(part)
  const validator = have === 0 ? undefined : await readValidator(part, url)
  const resuming = have > 0 && (validator !== undefined || settings.hashKnown)
  const response = await request(url, settings, {
    ...(resuming ? { range: `bytes=${have}-` } : {}),
    ...(resuming && validator !== undefined ? { 'if-range': validator } : {}),
  })
  const received = new ReceivedBytes(response)
  const { statusCode: status = 0 } = response
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '')
  if (status === 416) {
    response.destroy()
    if (resuming && range?.[2] === String(have)) return have
    await discardPart(part)
    throw new TransientError(`${url}: the server has another part than the one that was asked for`)
  }
  if (status !== 200 && status !== 206) {
    response.destroy()
    const message = `${url}: the server answers ${status} ${response.statusMessage ?? ''}`.trimEnd()
    if (status === 408 || status === 429 || status >= 500) throw new TransientError(message)
    throw new InputError(message)
  }
  const from = status === 206 ? Number(range?.[1] ?? Number.NaN) : 0
  if (status === 206 && (!resuming || from !== have)) {
    response.destroy()
    await discardPart(part)
    throw new TransientError(`${url}: the server has another part than the one that was asked for`)
  }
  if (from === 0) await writeNote(part, url, response)
  await receive(received, part, from, url, settings)
  return from
}

async function receive(
  received: ReceivedBytes,
  part: string,
  from: number,
  url: string,
  { onProgress }: DownloadSettings,
): Promise<void> {
  const { response } = received
  const declared = response.headers['content-length']
  const total = declared === undefined ? undefined : from + Number(declared)
  const file = await openPart(part, from)
  let at = from
  try {
    onProgress?.(at, total)
    for await (const chunk of received.chunks(url)) {
      await writeAt(file, chunk, at, part)
      at += chunk.length
      onProgress?.(at, total)
    }
    await file.sync().catch((error: unknown) => {
      throw fileError(part, 'write', error)
    })
  } finally {
    await file.close()
  }
  if (!response.complete || (total !== undefined && at !== total))
    throw new TransientError(`${url}: cut off after ${at} bytes${total === undefined ? '' : ` of ${total}`}`)
}

/**
 * What arrives, kept from the moment that the answer is there: a stream that is cut throws away what nobody has read
 * yet, and those bytes would have to be fetched again.
 */
class ReceivedBytes {
  readonly response: IncomingMessage
  private queue: Buffer[] = []
  private waiting = 0
  private over = false
  private failure: unknown
  private wake: () => void = () => {}

  constructor(response: IncomingMessage) {
    this.response = response
    response.on('data', (chunk: Buffer) => {
      this.queue.push(chunk)
      this.waiting += chunk.length
      if (this.waiting > MOST_WAITING) response.pause()
      this.wake()
    })
    response.on('error', (error) => {
      this.failure = error
    })
    response.on('close', () => {
      this.over = true
      this.wake()
    })
  }

  /** Whatever goes wrong with the connection may be gone at the next try. */
  async *chunks(url: string): AsyncGenerator<Buffer> {
    for (;;) {
      const { queue } = this
      this.queue = []
      this.waiting = 0
      this.response.resume()
      yield* queue
      if (this.queue.length > 0) continue
      if (this.over) break
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    if (this.failure !== undefined) throw new TransientError(`${url}: cut off (${describe(this.failure)})`)
  }
}

async function openPart(part: string, from: number): Promise<FileHandle> {
  try {
    const file = await open(part, from === 0 ? 'w' : 'r+')
    if (from > 0) await file.truncate(from)
    return file
  } catch (error) {
    throw fileError(part, 'write', error)
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number, part: string): Promise<void> {
  try {
    for (let done = 0; done < bytes.length; )
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  } catch (error) {
    throw fileError(part, 'write', error)
  }
}

/** The answer to a request, redirects followed. */
async function request(
  address: string,
  settings: DownloadSettings,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  let url = parseAddress(address, address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await sendRequest(url, headers, settings.stallMs ?? STALL_MS)
    const { statusCode: status = 0 } = response
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return response
    response.destroy()
    const next = parseAddress(location, address, url)
    if (url.protocol === 'https:' && next.protocol === 'http:' && !settings.hashKnown)
      throw new InputError(`${address}: it leads to ${next.href}, where anyone on the way could change it`)
    url = next
  }
  throw new InputError(`${address}: it leads on more than ${MAX_REDIRECTS} times`)
}

function parseAddress(text: string, asked: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new InputError(
      `${asked}: expected an http or https address${base === undefined ? '' : `, it leads to ${text}`}`,
    )
  return url
}

function sendRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
): Promise<IncomingMessage> {
  const userAgent = 'abound (text classification; dataset download)'
  const sent = { 'user-agent': userAgent, 'accept-encoding': 'identity', ...headers }
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined
    const request = httpModule(url).get(url, { headers: sent }, (answer) => {
      response = answer
      resolve(answer)
    })
    request.setTimeout(stallMs, () => {
      const silence = new Error(`nothing came for ${stallMs / 1000} s`)
      // Whoever reads the answer should hear why it ends.
      const stalled = response ?? request
      stalled.destroy(silence)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const message = `${url.href}: cannot reach ${url.host} (${describe(error)})`
      reject(error.code === 'ENOTFOUND' ? new InputError(message) : new TransientError(message))
    })
  })
}

/** Loading them takes as long as a small command: only those who download pay for it. */
function httpModule({ protocol }: URL): typeof import('node:http') | typeof import('node:https') {
  return protocol === 'https:'
    ? process.getBuiltinModule('node:https')
    : process.getBuiltinModule('node:http')
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host, or no network',
  EAI_AGAIN: 'no network, or names cannot be looked up',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no answer',
  ENETUNREACH: 'no network',
  EHOSTUNREACH: 'no way there',
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return WORDS[code ?? ''] ?? (message || code || 'unknown')
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

function notePath(part: string): string {
  return `${part}.json`
}

async function writeNote(part: string, url: string, { headers }: IncomingMessage): Promise<void> {
  const strong = headers.etag?.startsWith('W/') === true ? undefined : headers.etag
  const validator = strong ?? headers['last-modified']
  const known: PartNote = validator === undefined ? { url } : { url, validator }
  await writeFileSafely(notePath(part), `${JSON.stringify(known)}\n`)
}

/** What tells that the rest still fits the part; undefined where there is nothing, or another address was asked. */
async function readValidator(part: string, url: string): Promise<string | undefined> {
  try {
    const known = JSON.parse(await readFile(notePath(part), 'utf8')) as PartNote
    return known.url === url && typeof known.validator === 'string' ? known.validator : undefined
  } catch {
    return undefined
  }
}
