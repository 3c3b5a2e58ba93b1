// The three packages as people install them: packed, and put into an empty folder from the registry, without our lock
// file. Where there is no registry to install from, it says so and is skipped.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sample = join(root, 'sample/test.jsonl.gz')
const folder = mkdtempSync(join(tmpdir(), 'abound-installed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MOST_PACKAGES = 12
const MOST_MEGABYTES = 8

/** Nothing of the run that tests, as npm hands its settings on to what it starts; nor what it thinks of them. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_registry)|NODE_ENV$)/i.test(name)),
  ),
  npm_config_loglevel: 'error',
}

const registry = spawnSync('npm', ['view', 'commander', 'version', '--fetch-retries=0'], { env })
if (registry.status !== 0)
  console.warn(
    `installing from the registry is skipped, as npm finds none: ${String(registry.stderr).trim()}`,
  )

/** Packs a package of ours; gives the tarball. */
function pack(name: string): string {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'packages', name),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return join(folder, (JSON.parse(packed) as { filename: string }[])[0].filename)
}

/** An empty folder with these packages installed. */
function installed(name: string, tarballs: readonly string[]): string {
  const app = join(folder, name)
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: app, env, stdio: 'pipe' })
  return app
}

interface Said {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(app: string, args: readonly string[], input = ''): Said {
  return spawnSync('npx', ['--no-install', 'abound', ...args], { cwd: app, env, encoding: 'utf8', input })
}

/** What is below a folder of packages, by path. */
function below(app: string): string[] {
  const modules = join(app, 'node_modules')
  return readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

describe.skipIf(registry.status !== 0)('abound alone', () => {
  let app: string
  beforeAll(() => {
    app = installed('alone', [pack('abound')])
  })

  it('is few packages, small, and nothing native', () => {
    const files = below(app)
    const lock = readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lock) as { packages: Record<string, { hasInstallScript?: boolean }> }
    expect(Object.keys(packages).length).toBeLessThanOrEqual(MOST_PACKAGES)
    const kilobytes = Number(
      /^\d+/.exec(execFileSync('du', ['-sk', 'node_modules'], { cwd: app, encoding: 'utf8' })),
    )
    console.info(
      `abound alone: ${Object.keys(packages).length} packages, ${(kilobytes / 1024).toFixed(1)} MB`,
    )
    expect(kilobytes / 1024).toBeLessThanOrEqual(MOST_MEGABYTES)
    expect(files.filter((file) => /\.node$|^binding\.gyp$/.test(basename(file)))).toEqual([])
    expect(Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    const scripts = files
      .filter((file) => basename(file) === 'package.json')
      .flatMap((file) => {
        const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }
        return Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))
      })
    expect(scripts).toEqual([])
  })

  it('trains with a report that has its plots, and predicts', () => {
    const flags = ['--learner', 'ff', '--validate', '0.2', '--report', 'r.html', '-o', 'm.abound', '--quiet']
    const { status, stderr } = run(app, ['train', sample, ...flags])
    expect([status, stderr]).toEqual([0, ''])
    expect(readFileSync(join(app, 'r.html'), 'utf8')).toMatch(/<svg[\s\S]+<path /)
    const predicted = run(app, ['predict', 'm.abound', '--top', '1'], 'a tall tree with needles\n')
    expect([predicted.status, predicted.stderr]).toEqual([0, ''])
    expect(JSON.parse(predicted.stdout)).toMatchObject({ labels: [{ label: expect.any(String) }] })
  })

  it.each([
    ['@abound/server', ['serve', 'm.abound']],
    ['@abound/lab', ['reproduce']],
    ['@abound/lab', ['datasets']],
    ['@abound/lab', ['train', sample, '--cluster', 'local', '-o', 'c.abound']],
  ])('says that %s is to be installed: %j', (name, args) => {
    const { status, stdout, stderr } = run(app, args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(new RegExp(`^abound: .* needs the package ${name}: npm install ${name}\n$`))
  })
})

describe.skipIf(registry.status !== 0)('the three packages', () => {
  let app: string
  beforeAll(() => {
    app = installed('all', ['abound', 'server', 'lab'].map(pack))
    const { status, stderr } = run(app, ['train', sample, '--learner', 'ff', '-o', 'm.abound', '--quiet'])
    expect([status, stderr]).toEqual([0, ''])
  })

  it('list the papers', () => {
    const { status, stdout, stderr } = run(app, ['reproduce'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('cs02-')
  })

  it('serve', async () => {
    const main = join(app, 'node_modules/abound/dist/bin/main.js')
    const child = spawn(process.execPath, [main, 'serve', 'm.abound', '--port', '0'], { cwd: app, env })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let said = ''
        const hear = (part: Buffer): void => {
          said += String(part)
          const address = /serves at (\S+)/.exec(said)?.[1]
          if (address !== undefined) resolve(address)
        }
        child.stdout.on('data', hear)
        child.stderr.on('data', hear)
        child.once('exit', (code) => reject(new Error(`it ended with code ${code}: ${said}`)))
      })
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      expect(await (await fetch(url)).text()).toContain('<script type="module"')
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
  })
})
