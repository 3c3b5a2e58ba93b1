// The server: opens the store, loads the models, listens; stops without dropping requests that it has begun.

import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { type Document, InputError } from 'abound'
import pino, { type Logger } from 'pino'
import { createApp } from './create-app.js'
import { AccessTokens, hostName, isLoopback } from './http/access.js'
import { Admission } from './http/admission.js'
import type { Route } from './http/define-route.js'
import { type LimitSettings, type Limits, limitsFrom } from './http/limits.js'
import { Metrics } from './http/metrics.js'
import { readStaticFiles } from './http/static-files.js'
import { isPostgres, openStoreAt } from './log/open.js'
import { localRunner, threadRunner } from './model/job-runner.js'
import { Leader } from './model/leader.js'
import { LogPoller } from './model/log-poller.js'
import { ModelSet } from './model/model-set.js'
import { openModelFiles } from './model/open-model-files.js'
import { RankPool } from './ranking/rank-pool.js'
import { Ranker } from './ranking/ranker.js'
import { ROUTES } from './routes/index.js'

/** What workers start with: it is in the build, not in the source. */
const WORKER = new URL('./worker.js', import.meta.url)
const hasWorker = (): boolean => existsSync(fileURLToPath(WORKER))

export interface ServerSettings {
  /** Where everything that lasts is kept. */
  readonly folder: string
  /** A PostgreSQL URL; without one, an SQLite file in the folder. */
  readonly database?: string | undefined
  /** Milliseconds in which the database is to answer. */
  readonly databasePatience?: number
  /** `all` answers and learns; a `trainer` also publishes versions for replicas; a `replica` follows them. */
  readonly role?: ServerRole
  /** Where model files and corpora are: a folder, or `s3://bucket/prefix`; without it, the folder's own. */
  readonly modelsAt?: string | undefined
  /** Milliseconds between two versions for replicas: 1000 of a trainer, otherwise 0: none. */
  readonly publishEvery?: number | undefined
  readonly models?: readonly ServedFile[]
  readonly host?: string
  readonly port?: number
  readonly tokens?: AccessTokens
  /** Further names that requests may call the server by. */
  readonly allowedHosts?: readonly string[] | undefined
  readonly limits?: LimitSettings
  readonly saveEvery?: number
  readonly rebuildAfter?: number | undefined
  /** The folder of the page's files. */
  readonly web?: string | undefined
  /** Routes of one's own, besides the server's. */
  readonly routes?: readonly Route[]
  readonly version?: string
  readonly logger?: Logger
  readonly logRequests?: boolean
  /** Threads that rank batches: one fewer than there are cores, at least 1; 0: batches are ranked in slices. */
  readonly threads?: number | undefined
  /** The file of such a thread. */
  readonly rankThread?: URL
  /** Milliseconds between polls for what other servers wrote; 0: never. */
  readonly pollEvery?: number
}

export type ServerRole = 'all' | 'replica' | 'trainer'

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
  /** Refuses new requests, finishes those at work, saves, closes. */
  stop(): Promise<void>
}

const SAVE_EVERY = 500
const PUBLISH_MS = 1_000
const POLL_MS = 1_000
const LEAD_MS = 1_000
const PATIENCE_MS = 10_000
const HEADERS_MS = 15_000
/** Models up to this size are laid out for the threads before the first batch comes; larger ones when it does. */
const PREPARED_BYTES = 64 * 2 ** 20

/**
 * Starts a server, which answers when the promise does; port 0 takes one that is free.
 *
 * @example
 * const grain = { text: 'wheat and corn', labels: ['grain'] }
 * const metal = { text: 'gold and silver', labels: ['metal'] }
 * const bytes = toBytes(await train([grain, metal], { learner: 'ff' }))
 * const server = await startServer({ folder: 'store', port: 0, models: [{ name: 'news', bytes }] })
 * const answer = await fetch(`${server.url}/v1/rank`, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json' },
 *   body: JSON.stringify({ texts: ['a gold mine'] }),
 * })
 * const ranked = await answer.text() // '…"label":"metal"…'
 * await server.stop()
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const { folder, host = '127.0.0.1', port = 8080, tokens = AccessTokens.none } = settings
  if (!isLoopback(hostName(host)) && tokens.count === 0) {
    throw new InputError(
      `--host ${host}: off loopback the server needs tokens: give --tokens FILE or the environment variable ABOUND_TOKENS`,
    )
  }
  const { role = 'all' } = settings
  if (role === 'replica' && (settings.models ?? []).length > 0)
    throw new InputError('a replica follows the models that a trainer publishes: expected no model file')
  const logger = settings.logger ?? pino({ level: 'silent' })
  const limits = limitsFrom(settings.limits)
  mkdirSync(folder, { recursive: true })
  const database = settings.database ?? join(folder, 'abound.sqlite')
  const store = await openStoreAt(database, settings.databasePatience)
  const filesFolder = join(folder, 'files')
  const files = await openModelFiles(settings.modelsAt, filesFolder)
  // A single server always leads: nothing worth logging.
  const info = (message: string, details: Record<string, unknown>): void =>
    logger[role === 'all' ? 'debug' : 'info'](details, message)
  const warn = (message: string, details: Record<string, unknown>): void => logger.error(details, message)
  const leader = new Leader({ trainer: store.trainer, who: `${hostname()}:${port}`, info, warn })
  const models = new ModelSet(
    {
      store,
      files,
      run: hasWorker()
        ? threadRunner(WORKER, { database, modelsAt: settings.modelsAt, folder: filesFolder })
        : localRunner(store, files),
      warn,
      leader,
      saveEvery: settings.saveEvery ?? SAVE_EVERY,
      publishEvery: settings.publishEvery ?? (role === 'trainer' ? PUBLISH_MS : 0),
      rebuildAfter: settings.rebuildAfter,
    },
    role === 'replica',
  )
  if (role !== 'replica') {
    await leader.seek()
    leader.start(LEAD_MS)
  }
  // Before the log is read: it may need a file that was lost and is given again.
  for (const { bytes } of settings.models ?? []) await files.put(bytes)
  await models.open()
  for (const { name, bytes, corpus } of settings.models ?? []) await models.serve(name, bytes, corpus)

  const admission = new Admission(limits)
  const metrics = new Metrics({
    requests: () => admission.requests,
    models: () => models.all().map(({ name, applied }) => ({ name, version: applied })),
    epoch: () => leader.epoch,
  })
  models.onRefused = (model) => metrics.refused.inc({ model })
  const pool = createPool(settings, limits, (why) => {
    logger.error({ why }, 'a thread that ranks was lost')
    metrics.threadsLost.inc()
  })
  const ranker = new Ranker(pool)
  for (const model of models.all()) {
    const saved = (await store.versions.all(model.name)).at(-1)
    if (saved !== undefined && saved.bytes <= PREPARED_BYTES) ranker.prepare(model)
  }
  const app = createApp({
    routes: [...ROUTES, ...(settings.routes ?? [])],
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
  const several = isPostgres(database) || role !== 'all'
  const poller = new LogPoller(models, settings.pollEvery ?? (several ? POLL_MS : 0), logger)
  // Trainers and replicas are notified of changes; a single server makes them all itself.
  const hints =
    role === 'all' ? undefined : store.listen(role === 'replica' ? 'model' : 'log', () => poller.pollSoon())
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
      poller.stop()
      await hints?.close()
      await admission.close(PATIENCE_MS)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeIdleConnections' in server) server.closeIdleConnections()
        if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 500).unref()
      })
      await pool?.close()
      await models.close()
      await leader.close()
      await store.close()
    },
  }
}

function createPool(
  { threads = Math.max(1, availableParallelism() - 1), rankThread: file }: ServerSettings,
  { time }: Limits,
  lost: (why: string) => void,
): RankPool | undefined {
  if (threads === 0 || (file === undefined && !hasWorker())) return undefined
  return new RankPool({ size: threads, time, file: (file ?? WORKER).href, lost })
}
