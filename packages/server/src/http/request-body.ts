// A request's body: read up to its limit, then decoded strictly.

import type { IncomingMessage } from 'node:http'
import { HttpError } from '../http-error.js'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** All bytes of the body, at most `limit`; `hold` counts each piece, and may refuse it. */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  hold: (bytes: number) => void,
): Promise<Buffer> {
  const said = Number(incoming.headers['content-length'] ?? 0)
  if (said > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = (error: unknown): void => {
      incoming.removeAllListeners('data')
      incoming.pause()
      reject(error)
    }
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) return refuse(tooLarge(limit))
      try {
        hold(chunk.length)
      } catch (error) {
        return refuse(error)
      }
      chunks.push(chunk)
    })
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    incoming.on('error', reject)
    incoming.on('close', () => {
      if (!incoming.complete) reject(new HttpError(400, 'body_cut', 'the body ended before it was complete'))
    })
  })
}

/** The body as JSON. */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new HttpError(400, 'bad_encoding', 'the body is not UTF-8')
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new HttpError(400, 'bad_json', `the body is not JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

/** The type of the body, without its parameters. */
export function bodyType(incoming: IncomingMessage): string {
  return (incoming.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase()
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'body_too_large', `the body is larger than ${limit} bytes`)
}
