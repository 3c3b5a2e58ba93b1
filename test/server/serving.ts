// A server for tests: in this process, on a port of its own, with a small model and a folder that is taken away.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Document, type TrainOptions, toBytes, train } from '../../packages/abound/src/internal.js'
import { type RunningServer, type ServerSettings, startServer } from '../../packages/server/src/index.js'
import { topicDocuments } from '../conformance/documents.js'

export const DOCUMENTS: Document[] = topicDocuments({ count: 200, labels: 5, length: 10, sharedWords: 30 })

export async function modelBytes(
  options: TrainOptions = { learner: 'ff' },
  documents = DOCUMENTS,
): Promise<Uint8Array> {
  return toBytes(await train(documents, options))
}

export async function* batchesOf(documents: readonly Document[]): AsyncGenerator<readonly Document[]> {
  yield documents
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they name themselves
  readonly body: any
  readonly headers: Headers
}

export class TestServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'abound-serve-'))
  running!: RunningServer
  private readonly startServer: typeof startServer

  /** Of the source, or of the build, which has threads. */
  constructor(start = startServer) {
    this.startServer = start
  }

  async start(settings: Partial<ServerSettings> = {}): Promise<this> {
    this.running = await this.startServer({ folder: this.folder, port: 0, rebuildAfter: 0, ...settings })
    return this
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${this.running.url}${path}`, {
      method,
      headers: { ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.ask('POST', path, body, headers)
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.ask('GET', path, undefined, headers)
  }

  async sha256(name?: string): Promise<string> {
    const model = this.running.models.get(name)
    await model.settle()
    return model.bytes().sha256
  }

  /** What has begun is ended without saving, as a crash would. */
  async crash(): Promise<void> {
    const { models } = this.running
    for (const model of models.all()) model.save = async () => {}
    await this.running.stop()
  }

  async end(): Promise<void> {
    await this.running.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Examples to teach. */
export function examples(
  count: number,
  from = 0,
  label?: string,
): { id: string; text: string; labels: string[] }[] {
  return Array.from({ length: count }, (_, i) => {
    const { text, labels } = DOCUMENTS[(i * 7 + from) % DOCUMENTS.length]
    return {
      id: `x${from + i}`,
      text: `${String(text)} ${label ?? ''} extra${(from + i) % 5}`,
      labels: label === undefined ? [...labels!] : [label],
    }
  })
}

/** The sha256 of the model that a clean replay of a log gives, from its base, without any saved version. */
export async function cleanReplay(server: TestServer, name: string): Promise<string> {
  const { LearningModel } = await import('../../packages/server/src/model/learning-model.js')
  const { host } = server.running.models
  const versions = { ...host.store.versions, all: async () => [] }
  const model = await LearningModel.open(name, { ...host, store: { ...host.store, versions } })
  return model!.bytes().sha256
}
