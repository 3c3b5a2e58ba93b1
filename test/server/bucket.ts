// A small S3 for tests: one bucket in memory, over HTTP, which refuses what is not signed as AWS's documentation says.

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const KEYS = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test/secret+key' }

export interface TestBucket {
  readonly objects: Map<string, Buffer>
  /** What the command and the server read. */
  readonly env: Record<string, string>
  /** Requests that were refused, with why. */
  readonly refused: string[]
  /** So many of the next requests fail with 503. */
  faults: number
  stop(): Promise<void>
}

export async function startBucket(name: string): Promise<TestBucket> {
  const objects = new Map<string, Buffer>()
  const refused: string[] = []
  const bucket = { objects, refused, faults: 0 }
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const end = (status: number, answer: Buffer | string = ''): void => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(answer) })
      response.end(request.method === 'HEAD' ? undefined : answer)
    }
    if (bucket.faults > 0) {
      bucket.faults--
      return end(503, '<Error><Code>SlowDown</Code></Error>')
    }
    const why = faultOf(request, body)
    if (why !== undefined) {
      refused.push(why)
      return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    const path = decodeURIComponent(request.url!)
    if (!path.startsWith(`/${name}/`)) return end(404, '<Error><Code>NoSuchBucket</Code></Error>')
    const key = path.slice(name.length + 2)
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method === 'PUT' || request.method === 'DELETE') return end(200)
    const object = objects.get(key)
    end(object === undefined ? 404 : 200, object)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(bucket, {
    env: { ...KEYS, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_REGION: 'eu-test-1' },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** Why a request would be refused: worked out from the request alone, step by step as documented. */
function faultOf({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  const given = headers.authorization ?? ''
  const [, key, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      given,
    ) ?? []
  if (signature === undefined) return 'no signature'
  if (key !== KEYS.AWS_ACCESS_KEY_ID) return 'another key'
  const [day, region, service, end] = scope.split('/')
  const time = String(headers['x-amz-date'])
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return 'no time'
  if (service !== 's3' || end !== 'aws4_request') return 'another service'
  const signed = names.split(';')
  for (const name of Object.keys(headers))
    if ((name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name))
      return `${name} is not signed`
  const digest = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== digest) return 'other bytes than were signed'
  const [path, query = ''] = url!.split('?')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const request = `${method}\n${path}\n${query}\n${lines}\n${names}\n${digest}`
  const hash = createHash('sha256').update(request).digest('hex')
  const hmac = (secret: string | Buffer, text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest()
  const dayKey = hmac(`AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`, day)
  const signing = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request')
  const expected = hmac(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`).toString('hex')
  return expected === signature ? undefined : 'another signature'
}
