// An S3-compatible store: reading, writing, asking for and deleting objects of one bucket. Requests are signed by
// aws4fetch (AWS Signature Version 4) and sent by node:http: a body is a stream whose length and hash are known, which
// fetch() would send without its length. Paths name the bucket, as every such store understands.

import { type IncomingMessage, request as plainly } from 'node:http'
import { request as securely } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InputError } from 'abound'
import { AwsV4Signer } from 'aws4fetch'

const TRIES = 4
const WAIT_MS = 200
/** A connection on which nothing comes for so long is given up. */
const SILENCE_MS = 20_000
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Whose bucket, and where. */
export interface Bucket {
  readonly endpoint: URL
  readonly region: string
  readonly name: string
  /** Before every key, with a slash at its end if there is one. */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken?: string
}

/** A body whose bytes are known beforehand, so that they can be signed; made again for every try. */
export interface Body {
  readonly sha256: string
  readonly bytes: number
  open(): Readable
}

/** The bucket of `s3://bucket/prefix`, with what the usual environment variables say. */
export function bucketAt(uri: string, env: Readonly<Record<string, string | undefined>>): Bucket {
  const [, name, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*?))?\/*$/.exec(uri) ?? []
  if (name === undefined) throw new InputError(`${uri}: expected s3://BUCKET or s3://BUCKET/PREFIX`)
  const { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey } = env
  if (!accessKey || !secretKey) {
    throw new InputError(`${uri}: expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`)
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new InputError(`AWS_ENDPOINT_URL ${endpoint}: expected a URL of http or https`)
  return {
    endpoint: new URL(endpoint),
    region,
    name,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKey,
    secretKey,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  }
}

/** The bytes of an object as they come; undefined if there is none. */
export async function getObject(bucket: Bucket, key: string): Promise<Readable | undefined> {
  const answer = await send(bucket, 'GET', key)
  if (answer.statusCode === 200) return answer
  answer.resume()
  return undefined
}

export async function hasObject(bucket: Bucket, key: string): Promise<boolean> {
  const answer = await send(bucket, 'HEAD', key)
  answer.resume()
  return answer.statusCode === 200
}

export async function putObject(bucket: Bucket, key: string, body: Body): Promise<void> {
  const answer = await send(bucket, 'PUT', key, body)
  answer.resume()
  if (answer.statusCode === 404) throw new Error(`PUT ${key}: there is no bucket ${bucket.name}`)
}

export async function deleteObject(bucket: Bucket, key: string): Promise<void> {
  ;(await send(bucket, 'DELETE', key)).resume()
}

/** A request before it is signed; all its headers are. */
export interface ToSign {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The time as AWS writes it; now unless told otherwise. */
  readonly datetime?: string
}

/** Signs a request with the keys of a bucket. */
export function createSigner(
  { region, accessKey, secretKey, sessionToken }: Omit<Bucket, 'endpoint' | 'name' | 'prefix'>,
  { headers, url, ...request }: ToSign,
): AwsV4Signer {
  return new AwsV4Signer({
    ...request,
    url: url.href,
    headers,
    service: 's3',
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    allHeaders: true,
  })
}

/** An answer of 2xx or 404; whatever may pass is tried again. */
async function send(bucket: Bucket, method: string, key: string, body?: Body): Promise<IncomingMessage> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await sendOnce(bucket, method, key, body)
      const status = answer.statusCode ?? 0
      if ((status >= 200 && status < 300) || status === 404) return answer
      const why = await readText(answer)
      const code = /<Code>([^<]*)<\/Code>/.exec(why)?.[1] ?? ''
      throw Object.assign(new Error(`${method} ${key}: ${status} ${code}`.trim()), {
        lasting: status < 500 && status !== 429 && status !== 408,
      })
    } catch (error) {
      if (tries === TRIES || (error as { lasting?: boolean }).lasting === true) {
        const { message, code } = error as NodeJS.ErrnoException
        throw new Error(`the bucket ${bucket.name} at ${bucket.endpoint.host} fails: ${message || code}`)
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * 2 ** (tries - 1)))
    }
  }
}

async function sendOnce(
  { endpoint, name, prefix, ...keys }: Bucket,
  method: string,
  key: string,
  body: Body | undefined,
): Promise<IncomingMessage> {
  const url = new URL(endpoint)
  const path = `${name}/${prefix}${key}`.split('/').map(encodeURIComponent).join('/')
  url.pathname = `${endpoint.pathname.replace(/\/+$/, '')}/${path}`
  const signer = createSigner(keys, {
    method,
    url,
    headers: { 'x-amz-content-sha256': body?.sha256 ?? EMPTY },
  })
  const { headers } = await signer.sign()
  const outgoing = (url.protocol === 'https:' ? securely : plainly)(url, {
    method,
    // Encoded as it is signed.
    path: signer.encodedPath,
    headers: {
      ...Object.fromEntries(headers),
      ...(body === undefined ? {} : { 'content-length': body.bytes }),
    },
    timeout: SILENCE_MS,
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error('it does not answer')))
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
  })
  if (body === undefined) outgoing.end()
  // What goes wrong with the body shows in the answer, or as the request's own error.
  else pipeline(body.open(), outgoing).catch((error: Error) => outgoing.destroy(error))
  return answer
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer) if (text.length < 10_000) text += String(chunk)
  return text
}
