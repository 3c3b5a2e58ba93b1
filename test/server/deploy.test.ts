// The files in deploy/ are not run here: what can be told by reading them.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { define } from '../../packages/server/src/commands/serve.js'
import { ROUTES } from '../../packages/server/src/routes/index.js'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')
const command = new Command('serve')
define(command)
const flags = new Set(command.options.map(({ long }) => long))

describe('Dockerfile', () => {
  const text = read('deploy/Dockerfile')
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const words = lines.map((line) => line.split(/\s+/)[0])

  it('has known instructions only, and two stages', () => {
    const known = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD'.split(
      ' ',
    )
    expect(words.filter((word) => !known.includes(word))).toEqual([])
    expect(words.filter((word) => word === 'FROM').length).toBe(2)
    expect(text).not.toMatch(/FROM \S+:latest|FROM [^:\s]+( AS|$)/m)
  })

  it('ends as another user than root, with a health check', () => {
    expect(lines.filter((line) => line.startsWith('USER ')).at(-1)).toBe('USER node')
    expect(words.indexOf('USER')).toBeLessThan(words.indexOf('ENTRYPOINT'))
    expect(words).toContain('HEALTHCHECK')
  })

  it('takes along what the command and the server are resolved from, and every package.json for npm ci', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const folder of workspaces) expect(lines).toContain(`COPY ${folder}/package.json ${folder}/`)
    for (const folder of ['packages/abound', 'packages/server']) {
      expect(lines).toContain(`COPY --from=build /build/${folder}/package.json ./${folder}/`)
      expect(lines).toContain(`COPY --from=build /build/${folder}/dist ./${folder}/dist`)
    }
  })

  it('runs a Node that the package supports, and flags that the command has', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    expect(text).toContain(`FROM node:${/\d+/.exec(engines.node)![0]}-`)
    const entry = JSON.parse(
      lines.find((line) => line.startsWith('ENTRYPOINT'))!.slice('ENTRYPOINT '.length),
    ) as string[]
    for (const flag of entry.filter((word) => word.startsWith('--'))) expect(flags).toContain(flag)
    const { bin } = JSON.parse(read('packages/abound/package.json')) as { bin: { abound: string } }
    expect(entry.slice(0, 3)).toEqual(['node', `packages/abound/${bin.abound}`, 'serve'])
    const check = /HEALTHCHECK .*CMD (\[.*\])/.exec(lines.join('\n'))![1]
    expect((JSON.parse(check) as string[])[0]).toBe('node')
  })
})

describe('systemd unit', () => {
  const text = read('deploy/abound.service')

  it('has sections and settings, one a line', () => {
    const sections = [...text.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name)
    expect(sections).toEqual(['Unit', 'Service', 'Install'])
    for (const line of text.split('\n')) expect(line).toMatch(/^($|#|\[\w+\]$|[A-Z][A-Za-z]+=)/)
  })

  it('runs without privileges, with flags that the command has', () => {
    expect(text).toMatch(/^DynamicUser=yes$/m)
    expect(text).toMatch(/^NoNewPrivileges=yes$/m)
    const [, run] = /^ExecStart=(.+)$/m.exec(text)!
    for (const [flag] of run.matchAll(/--[\w-]+/g)) expect(flags).toContain(flag)
  })
})

describe.each(['compose.yaml', 'compose.replicas.yaml'])('%s', (name) => {
  const text = read(`deploy/${name}`)

  it('is indented by two, without tabs, and holds no secret', () => {
    for (const line of text.split('\n')) {
      expect(line).not.toContain('\t')
      expect(/^ */.exec(line)![0].length % 2).toBe(0)
    }
    for (const [, value] of text.matchAll(/(?:PASSWORD|TOKENS): (.*)/g)) expect(value).toMatch(/^\$\{\w+:\?/)
  })

  it('names the Dockerfile, and volumes that it declares', () => {
    expect(text).toContain('dockerfile: deploy/Dockerfile')
    for (const volume of ['models', 'database']) expect(text).toMatch(new RegExp(`^ {2}${volume}:$`, 'm'))
    expect(text).toContain('condition: service_healthy')
  })
})

describe('compose.replicas.yaml', () => {
  it('sets what the command reads from the environment', () => {
    const text = read('deploy/compose.replicas.yaml')
    const named = new Set(command.options.flatMap(({ envVar }) => envVar ?? []))
    for (const [, name] of text.matchAll(/^ +(ABOUND_\w+):/gm))
      expect(name === 'ABOUND_TOKENS' || named.has(name)).toBe(true)
    for (const [, role] of text.matchAll(/ABOUND_ROLE: (\w+)/g))
      expect(command.options.find(({ long }) => long === '--role')!.argChoices).toContain(role)
  })
})

describe('nginx', () => {
  it('has balanced braces and ends its settings', () => {
    const text = read('deploy/nginx.conf')
    expect(text.split('{').length).toBe(text.split('}').length)
    for (const line of text.split('\n').map((one) => one.trim()))
      if (line !== '' && !line.startsWith('#')) expect(line).toMatch(/[;{}]$/)
    expect(text).toContain('proxy_set_header Host $host;')
  })
})

describe('the documentation', () => {
  it('names flags and routes that are there', () => {
    const text = read('docs/serving.md')
    for (const [flag] of `${text}${read('docs/replicas.md')}`.matchAll(/`?--[a-z][\w-]+/g)) {
      const name = flag.replace('`', '')
      if (!['--data-binary'].includes(name)) expect(flags).toContain(name)
    }
    for (const { at } of ROUTES) expect(text, at).toContain(at.split('/').at(-1))
  })
})
