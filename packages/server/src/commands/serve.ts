// abound serve [MODEL…]

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputError } from 'abound'
import {
  addDataFlags,
  type Command,
  type DataFlags,
  formatAmount,
  Option,
  openData,
  parseWholeNumber,
  print,
} from 'abound/internal/command'
import type { Logger } from 'pino'
import type { RunningServer, ServerRole } from '../index.js'

interface ServeFlags extends DataFlags {
  readonly host: string
  readonly port: string
  readonly store: string
  readonly database?: string
  readonly role: ServerRole
  readonly modelsAt?: string
  readonly publishEvery?: string
  readonly data?: string[]
  readonly tokens?: string
  readonly allowHost?: string[]
  readonly rebuildAfter?: string
  readonly saveEvery: string
  readonly maxBody?: string
  readonly maxUpload?: string
  readonly maxBatch?: string
  readonly maxText?: string
  readonly maxRequests?: string
  readonly maxTime?: string
  readonly threads?: string
  readonly logLevel: string
  readonly logRequests?: boolean
  readonly quiet?: boolean
}

const MEGABYTE = 2 ** 20
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

export function define(command: Command): void {
  command
    .argument('[models...]', 'model files, or NAME=FILE; without any, those of the store, or none yet')
    .addOption(
      new Option('--host <address>', 'where to listen; off loopback tokens are needed').default('127.0.0.1'),
    )
    .addOption(new Option('--port <n>', 'the port; 0: any that is free').default('8080'))
    .addOption(
      new Option('--store <folder>', 'where the log, versions and uploads are kept').default('abound-store'),
    )
    .addOption(
      new Option(
        '--database <url>',
        'PostgreSQL instead of an SQLite file in the store: postgresql://user@host/name; hosts that take over from ' +
          'each other with commas between them',
      ).env('ABOUND_DATABASE'),
    )
    .option(
      '--data <files...>',
      'what the (first) model was trained on: to retrain it, and to mix in while learning',
    )
    .option(
      '--rebuild-after <n>',
      'retrain after so many examples (default: a tenth of the documents; 0: never)',
    )
    .addOption(new Option('--save-every <n>', 'save the model after so many examples').default('500'))
  command.optionsGroup('Replicas, many servers (docs/replicas.md):')
  command
    .addOption(
      new Option(
        '--role <role>',
        'all: answers and learns; trainer: also publishes versions for replicas; replica: follows them',
      )
        .choices(['all', 'trainer', 'replica'])
        .default('all')
        .env('ABOUND_ROLE'),
    )
    .addOption(
      new Option(
        '--models-at <where>',
        'a folder that all of them see, or s3://BUCKET/PREFIX (default: files in the store)',
      ).env('ABOUND_MODELS_AT'),
    )
    .option('--publish-every <seconds>', 'time between two versions for replicas (default: 1 for a trainer)')
  command.optionsGroup('Access:')
  command
    .option(
      '--tokens <file>',
      'lines of ROLE:TOKEN (read, teach, admin); or the environment variable ABOUND_TOKENS',
    )
    .option('--allow-host <names...>', 'further names by which requests may call the server')
  command.optionsGroup('Limits:')
  command
    .option('--max-body <mb>', 'MB of a request (default: 8)')
    .option('--max-upload <mb>', 'MB of an upload (default: 256)')
    .option('--max-batch <n>', 'texts in one request (default: 1000)')
    .option('--max-text <n>', 'characters of one text (default: 1048576)')
    .option('--max-requests <n>', 'requests at work at once (default: 1000)')
    .option('--max-time <seconds>', 'seconds that a request may take (default: 30)')
    .option('--threads <n>', 'threads that rank batches (default: cores - 1)')
  command.optionsGroup('Output:')
  command
    .addOption(
      new Option('--log-level <level>', `what is logged to standard error: ${LEVELS.join(', ')}`)
        .choices(LEVELS)
        .default('info'),
    )
    .option('--log-requests', 'log every request with its time, never its texts')
    .option('--quiet', 'print nothing but warnings and errors')
  command.optionsGroup('Data:')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
What is taught (POST /v1/learn) is in the store's log before it is acknowledged, and the model follows the log: after
a crash it is the same again. Ctrl-C stops: requests at work are finished, the model is saved.

Examples:
  abound serve news.abound
  abound serve news.abound --data news.jsonl.gz
  abound serve
  abound serve tickets=queues.abound news.abound --port 9000
  abound serve news.abound --role trainer --database postgresql://abound@db/abound --models-at /mnt/models
  abound serve --role replica --database postgresql://abound@db/abound --models-at /mnt/models --port 8081
  ABOUND_TOKENS=admin:$(openssl rand -hex 16) abound serve news.abound --host 0.0.0.0
  curl localhost:8080/v1/rank -H 'Content-Type: application/json' -d '{"texts":["Wheat exports rose"],"top":3}'`,
  )
  command.action(run)
}

async function run(paths: string[], flags: ServeFlags): Promise<void> {
  // Loaded here, not above: no other command pays for the server.
  const { AccessTokens, startServer } = await import('../index.js')
  const { default: pino } = await import('pino')
  const port = Number(flags.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InputError(`--port ${flags.port}: expected a number from 0 to 65535`)
  const files = paths.map(namedFile)
  if (flags.data !== undefined && files.length === 0)
    throw new InputError('--data: expected a model file that was trained on it')
  if (flags.role === 'replica' && files.length > 0)
    throw new InputError(
      `${paths[0]}: a replica follows the models that a trainer publishes: give it to the trainer`,
    )
  const data = flags.data === undefined ? undefined : openData(flags.data, flags)
  const models = files.map(({ name, path }, i) => ({
    name,
    bytes: readModel(path),
    ...(i === 0 && data !== undefined ? { corpus: data.source.documents() } : {}),
  }))
  const logger = pino(
    { level: flags.quiet === true ? 'warn' : flags.logLevel, base: null },
    pino.destination({ fd: 2, sync: true }),
  )
  const limit = (flag: string, value: string | undefined, unit = 1): number | undefined =>
    value === undefined ? undefined : parseWholeNumber(flag, value) * unit
  const server = await startServer({
    folder: flags.store,
    models,
    host: flags.host,
    port,
    tokens: AccessTokens.from(...readTokens(flags.tokens)),
    saveEvery: parseWholeNumber('--save-every', flags.saveEvery),
    version: VERSION,
    logger,
    logRequests: flags.logRequests === true,
    role: flags.role,
    database: flags.database,
    modelsAt: flags.modelsAt,
    publishEvery: flags.publishEvery === undefined ? undefined : milliseconds(flags.publishEvery),
    allowedHosts: flags.allowHost,
    rebuildAfter: countFrom0('--rebuild-after', flags.rebuildAfter),
    web: webFolder(),
    threads: countFrom0('--threads', flags.threads),
    limits: {
      body: limit('--max-body', flags.maxBody, MEGABYTE),
      upload: limit('--max-upload', flags.maxUpload, MEGABYTE),
      batch: limit('--max-batch', flags.maxBatch),
      text: limit('--max-text', flags.maxText),
      requests: limit('--max-requests', flags.maxRequests),
      time: limit('--max-time', flags.maxTime, 1000),
    },
  })
  data?.report()
  stopOnSignals(server, logger)
  if (flags.quiet !== true) await print(greeting(server, flags.role))
}

function milliseconds(seconds: string): number {
  const value = Number(seconds)
  if (!(value >= 0.01 && value <= 86_400))
    throw new InputError(`--publish-every ${seconds}: expected seconds from 0.01 to 86400`)
  return value * 1000
}

const VERSION = '0.1.0'

function greeting({ url, models }: RunningServer, role: ServerRole): string {
  const lines = models.all().map(({ name, applied, classifier }) => {
    const { learner, labelCount, documents } = classifier
    return `  ${name}: ${learner}, ${formatAmount(labelCount, 'label')}, ${formatAmount(documents, 'document')}, version ${applied}\n`
  })
  const none =
    role === 'replica'
      ? '  no model yet: they come from a trainer\n'
      : '  no model yet: train one on the page, or POST a file to /v1/models/default\n'
  return `Abound serves at ${url}${role === 'all' ? '' : ` as a ${role}`}\n${lines.length === 0 ? none : lines.join('')}`
}

function stopOnSignals(server: RunningServer, logger: Logger): void {
  let stopping = false
  const stop = (signal: string): void => {
    // A second Ctrl-C does not wait.
    if (stopping) process.exit(1)
    stopping = true
    logger.info(`${signal}: stopping`)
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
}

/** `NAME=FILE`, or a file whose name becomes the model's. */
function namedFile(argument: string): { readonly name: string; readonly path: string } {
  const [, name, path] = /^([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(.+)$/.exec(argument) ?? []
  if (path !== undefined) return { name, path }
  const stem = basename(argument)
    .replace(/\.abound$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  return { name: stem === '' ? 'default' : stem, path: argument }
}

function readModel(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new InputError(`${path}: cannot read it: ${code === 'ENOENT' ? 'no such file' : code}`)
  }
}

/** The tokens, and where they come from. */
function readTokens(file: string | undefined): [text: string, where: string] {
  if (file === undefined) return [process.env.ABOUND_TOKENS ?? '', 'ABOUND_TOKENS']
  try {
    return [readFileSync(file, 'utf8'), file]
  } catch {
    throw new InputError(`--tokens ${file}: cannot read it`)
  }
}

function countFrom0(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return value === '0' ? 0 : parseWholeNumber(flag, value)
}

/** The page's files, which are built beside the command. */
function webFolder(): string | undefined {
  const folder = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(`${folder}index.html`) ? folder : undefined
}
