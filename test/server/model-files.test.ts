// Model files by their sha256: one suite for a folder and for a bucket. And the signature of AWS's own examples.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/internal.js'
import { FolderFiles } from '../../packages/server/src/model/folder-files.js'
import { hashBytes, type ModelFiles } from '../../packages/server/src/model/model-files.js'
import { openModelFiles } from '../../packages/server/src/model/open-model-files.js'
import { bucketAt, createSigner } from '../../packages/server/src/model/s3.js'
import { S3Files } from '../../packages/server/src/model/s3-files.js'
import { startBucket, type TestBucket } from './bucket.js'
import { batchesOf } from './serving.js'

const decoder = new TextDecoder()
const folder = mkdtempSync(join(tmpdir(), 'abound-files-'))
let bucket: TestBucket
let made = 0
beforeAll(async () => {
  bucket = await startBucket('models')
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const DOCUMENTS: Document[] = [
  { text: 'wheat rose', labels: ['wheat'] },
  { text: 'oil fell', labels: ['oil'], id: 'two' },
]

interface Place {
  readonly files: ModelFiles
  /** The same store, seen from another machine. */
  again(): ModelFiles
  spoil(sha256: string): void
}

const places: [name: string, open: () => Place][] = [
  [
    'a folder',
    () => {
      const own = join(folder, `folder${++made}`)
      const files = new FolderFiles(own)
      return {
        files,
        again: () => new FolderFiles(own),
        spoil: (sha256) => writeFileSync(fileURLToPath(files.uri(sha256)), 'other bytes'),
      }
    },
  ],
  [
    'a bucket',
    () => {
      const prefix = `some where/${++made}`
      const at = bucketAt(`s3://models/${prefix}`, bucket.env)
      const open = (): ModelFiles => new S3Files(at, new FolderFiles(join(folder, `cache${++made}`)))
      return {
        files: open(),
        again: open,
        spoil: (sha256) => void bucket.objects.set(`${prefix}/${sha256}.abound`, Buffer.from('other bytes')),
      }
    },
  ],
]

describe.each(places)('model files in %s', (_, open) => {
  it('are kept under their sha256 and read by others', async () => {
    const { files, again } = open()
    const sha256 = await files.put(bytes('a model'))
    expect(sha256).toBe(hashBytes(bytes('a model')))
    expect(await files.put(bytes('a model'))).toBe(sha256)
    const others = again()
    expect(await others.has(sha256)).toBe(true)
    expect(new TextDecoder().decode(await others.get(sha256))).toBe('a model')
    expect(files.uri(sha256)).toMatch(/^(file|s3):\/\/.*\.abound$/)
    const never = hashBytes(bytes('never'))
    expect([await others.has(never), await others.get(never)]).toEqual([false, undefined])
    await expect(Promise.resolve().then(() => others.get('../../etc/passwd'))).rejects.toThrow('no sha256')
  })

  it('are refused where the bytes are others, and go away', async () => {
    const { files, again, spoil } = open()
    const sha256 = await files.put(bytes('a model'))
    spoil(sha256)
    expect(await again().get(sha256)).toBeUndefined()
    expect(await again().has(sha256)).toBe(true)
    await files.remove(sha256)
    expect(await again().has(sha256)).toBe(false)
    await files.remove(sha256)
  })

  it('have corpora beside them', async () => {
    const { files, again } = open()
    const { sha256, documents } = await files.putCorpus(batchesOf(DOCUMENTS))
    expect(documents).toBe(2)
    const others = again()
    expect(await others.hasCorpus(sha256)).toBe(true)
    expect(await others.hasCorpus(hashBytes(bytes('never')))).toBe(false)
    for (let pass = 0; pass < 2; pass++) {
      const read: Document[] = []
      for await (const batch of others.corpus(sha256).batches()) read.push(...batch)
      // Texts are read as bytes.
      const decoded = read.map(({ text, labels }) => ({ text: decoder.decode(text as Uint8Array), labels }))
      expect(decoded).toEqual(DOCUMENTS.map(({ text, labels }) => ({ text, labels })))
    }
    await others.keepOnly(new Set([sha256]))
    expect(await others.hasCorpus(sha256)).toBe(true)
  })
})

describe('a bucket', () => {
  const opened = (prefix: string): S3Files =>
    new S3Files(bucketAt(`s3://models/${prefix}`, bucket.env), new FolderFiles(join(folder, `own${++made}`)))

  it('that is busy is asked again', async () => {
    const files = opened('busy')
    bucket.faults = 2
    const sha256 = await files.put(bytes('patient'))
    expect(bucket.objects.has(`busy/${sha256}.abound`)).toBe(true)
  })

  it('that refuses, or is away, fails rather than having lost anything', async () => {
    const at = bucketAt('s3://models/x', { ...bucket.env, AWS_SECRET_ACCESS_KEY: 'wrong' })
    const files = new S3Files(at, new FolderFiles(join(folder, `own${++made}`)))
    await expect(files.get(hashBytes(bytes('x')))).rejects.toThrow(/403 SignatureDoesNotMatch/)
    expect(bucket.refused.at(-1)).toBe('another signature')
    const gone = bucketAt('s3://models', { ...bucket.env, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' })
    const away = new S3Files(gone, new FolderFiles(join(folder, `own${++made}`)))
    await expect(away.has(hashBytes(bytes('x')))).rejects.toThrow(/the bucket models at 127.0.0.1:9 fails/)
  })

  it('spoilt at hand is fetched again', async () => {
    const own = join(folder, `own${++made}`)
    const files = new S3Files(bucketAt('s3://models/near', bucket.env), new FolderFiles(own))
    const sha256 = await files.put(bytes('a model'))
    writeFileSync(join(own, `${sha256}.abound`), 'other bytes')
    expect(new TextDecoder().decode(await files.get(sha256))).toBe('a model')
    expect(new TextDecoder().decode(await new FolderFiles(own).get(sha256))).toBe('a model')
  })

  it('is told by a URI and the usual environment', async () => {
    const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' }
    expect(bucketAt('s3://bucket/some/where/', env)).toEqual({
      endpoint: new URL('https://s3.us-east-1.amazonaws.com'),
      region: 'us-east-1',
      name: 'bucket',
      prefix: 'some/where/',
      accessKey: 'a',
      secretKey: 'b',
      sessionToken: 'c',
    })
    expect(() => bucketAt('s3://bucket', {})).toThrow('AWS_ACCESS_KEY_ID')
    expect(() => bucketAt('s3://', env)).toThrow('expected s3://BUCKET')
    expect(() => bucketAt('s3://bucket', { ...env, AWS_ENDPOINT_URL: 'ftp://x' })).toThrow('expected a URL')
    expect(await openModelFiles(undefined, join(folder, 'plain'))).toBeInstanceOf(FolderFiles)
  })
})

describe('the signature', () => {
  // docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "Examples: Signature Calculations".
  const keys = {
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const at = 'https://examplebucket.s3.amazonaws.com'
  const nothing = hashBytes(new Uint8Array(0))

  it.each([
    {
      what: 'of GET with a range',
      method: 'GET',
      url: new URL('/test.txt', at),
      headers: { range: 'bytes=0-9', 'x-amz-content-sha256': nothing },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'of PUT',
      method: 'PUT',
      url: new URL('/test%24file.text', at),
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': hashBytes(bytes('Welcome to Amazon S3.')),
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
    {
      what: 'of GET with a query',
      method: 'GET',
      url: new URL('/?max-keys=2&prefix=J', at),
      headers: { 'x-amz-content-sha256': nothing },
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('$what is the one that AWS publishes', async ({ method, url, headers, signature }) => {
    const { headers: signed } = await createSigner(keys, {
      method,
      url,
      headers,
      datetime: '20130524T000000Z',
    }).sign()
    const names = ['host', 'x-amz-date', ...Object.keys(headers)].sort().join(';')
    expect(signed.get('authorization')).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
    )
  })
})
