// The server: opens the store, loads the models, listens; stops without dropping what it has taken on.

import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import pino, { type Logger } from 'pino'
import { type Document, InputError } from '../index.js'
import { hostName, isLoopback, Tokens } from './access.js'
import { Admission } from './admission.js'
import { createApp } from './app.js'
import { LIMITS, type Limits } from './limits.js'
import { isPostgres, openStoreAt } from './log/open.js'
import { Metrics } from './metrics.js'
import { hasThread, inPlace, inThreads } from './model/job-runner.js'
import { ModelFiles } from './model/model-files.js'
import { ModelSet } from './model/model-set.js'
import { hasRankThread, RANK_THREAD, RankPool } from './ranking/rank-pool.js'
import { Ranker } from './ranking/ranker.js'
import { readStaticFiles } from './static-files.js'

export interface ServerSettings {
  /** Where everything that lasts is kept. */
  readonly folder: string
  /** A PostgreSQL URL; without one, an SQLite file in the folder. */
  readonly database?: string
  readonly models?: readonly ServedFile[]
  readonly host?: string
  readonly port?: number
  readonly tokens?: Tokens
  /** Further names that requests may call the server by. */
  readonly allowedHosts?: readonly string[]
  readonly limits?: Partial<Limits>
  readonly saveEvery?: number
  readonly rebuildAfter?: number
  /** The folder of the page's files. */
  readonly web?: string
  readonly version?: string
  readonly logger?: Logger
  readonly logRequests?: boolean
  /** Threads that rank batches: one fewer than there are cores, at least 1; 0: batches are ranked in slices. */
  readonly threads?: number
  /** The file of such a thread. */
  readonly rankThread?: URL
  /** Milliseconds between looks at what other servers wrote; 0: never. */
  readonly pollEvery?: number
}

/** A model to serve, and what it was trained on. */
export interface ServedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly corpus?: AsyncIterable<readonly Document[]>
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly models: ModelSet
  /** Lets nobody in, finishes what is at work, saves, closes. */
  stop(): Promise<void>
}

const SAVE_EVERY = 500
const PATIENCE_MS = 10_000
const HEADERS_MS = 15_000
/** Models up to this size are laid out for the threads before the first batch comes; larger ones when it does. */
const PREPARED_BYTES = 64 * 2 ** 20

export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const { folder, host = '127.0.0.1', port = 8080, tokens = Tokens.none } = settings
  if (!isLoopback(hostName(host)) && tokens.count === 0) {
    throw new InputError(
      `--host ${host}: off loopback the server needs tokens: give --tokens FILE or the environment variable ABOUND_TOKENS`,
    )
  }
  const logger = settings.logger ?? pino({ level: 'silent' })
  const limits = { ...LIMITS, ...settings.limits }
  mkdirSync(folder, { recursive: true })
  const database = settings.database ?? join(folder, 'abound.sqlite')
  const store = await openStoreAt(database)
  const filesFolder = join(folder, 'files')
  const files = new ModelFiles(filesFolder)
  const models = new ModelSet({
    store,
    files,
    run: hasThread() ? inThreads(database, filesFolder) : inPlace(store, files),
    warn: (message, details) => logger.error(details, message),
    saveEvery: settings.saveEvery ?? SAVE_EVERY,
    rebuildAfter: settings.rebuildAfter,
  })
  // Before the log is read: it may need a file that was lost and is given again.
  for (const { bytes } of settings.models ?? []) await files.put(bytes)
  await models.open()
  for (const { name, bytes, corpus } of settings.models ?? []) await models.serve(name, bytes, corpus)

  const admission = new Admission(limits)
  const metrics = new Metrics({
    requests: () => admission.requests,
    models: () => models.all().map(({ name, applied }) => ({ name, version: applied })),
  })
  const pool = poolOf(settings, limits, (why) => {
    logger.error({ why }, 'a thread that ranks was lost')
    metrics.threadsLost.inc()
  })
  const ranker = new Ranker(pool)
  for (const model of models.all()) {
    const saved = (await store.versions.all(model.name)).at(-1)
    if (saved !== undefined && saved.bytes <= PREPARED_BYTES) ranker.prepare(model)
  }
  const app = createApp({
    models,
    tokens,
    limits,
    admission,
    ranker,
    metrics,
    logger,
    files: readStaticFiles(settings.web),
    allowedHosts: tokens.count > 0 ? undefined : new Set((settings.allowedHosts ?? []).map(hostName)),
    version: settings.version ?? '0',
    logRequests: settings.logRequests ?? false,
  })
  const poll = poller(models, settings.pollEvery ?? (isPostgres(database) ? 1000 : 0), logger)
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const made = serve(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        serverOptions: {
          requestTimeout: Math.max(HEADERS_MS, limits.time * 10),
          headersTimeout: HEADERS_MS,
          keepAliveTimeout: 65_000,
        },
      },
      () => resolve(made),
    )
    made.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'something else listens there' : error.message
      reject(new InputError(`--port ${port} on ${host}: ${why}`))
    })
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${hostName(host)}]` : host}:${taken}`,
    port: taken,
    models,
    async stop() {
      poll.stop()
      await admission.close(PATIENCE_MS)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeIdleConnections' in server) server.closeIdleConnections()
        if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 500).unref()
      })
      await pool?.close()
      await models.close()
      await store.close()
    },
  }
}

function poolOf(
  { threads = Math.max(1, availableParallelism() - 1), rankThread: file }: ServerSettings,
  { time }: Limits,
  lost: (why: string) => void,
): RankPool | undefined {
  if (threads === 0 || (file === undefined && !hasRankThread())) return undefined
  return new RankPool({ size: threads, time, file: file ?? RANK_THREAD, lost })
}

function poller(models: ModelSet, every: number, logger: Logger): { stop(): void } {
  if (every === 0) return { stop() {} }
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    models
      .poll()
      .catch((error: Error) => logger.warn({ error: error.message }, 'the log could not be read'))
      .finally(() => {
        running = false
      })
  }, every)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
