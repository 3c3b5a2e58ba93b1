// What README.md and docs/tour.md show is what `npm run demo` prints, and the package has the README made for it.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { alike, masked } from './golden/compare.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { packageReadme } = (await import(`${ROOT}scripts/package-readme.mjs`)) as {
  packageReadme(readme: string): string
}
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

/** The commands of a page's tour, each with what is printed below it. */
function tour(page: string): string[] {
  const [, block] = /```console\n([\s\S]*?)```/.exec(page) ?? ['', '']
  return block
    .split(/^(?=\$ )/m)
    .map((step) => masked(step.trimEnd()))
    .filter((step) => step !== '')
}

/** Whether a step is what was printed, where a line `…` stands for any. */
function shows(step: string, printed: string): boolean {
  let rest = printed
  for (const part of step.split(/^…$\n?/m).map((part) => part.trimEnd())) {
    const lines = part.split('\n').length
    const all = rest.split('\n')
    const at = all.findIndex((_, i) => alike(part, all.slice(i, i + lines).join('\n')))
    if (at < 0) return false
    rest = all.slice(at + lines).join('\n')
  }
  return true
}

describe('the tour', () => {
  // Both of its streams as one: lines stand where a terminal has them.
  const { stdout, status } = spawnSync('sh', ['-c', 'exec "$0" scripts/demo.mjs 2>&1', process.execPath], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })

  it('runs', () => expect(status).toBe(0))

  it.each(['README.md', 'docs/tour.md'])('of %s is what the demo prints', (page) => {
    const steps = tour(read(page))
    expect(steps).toHaveLength(4)
    for (const step of steps) expect([step, shows(step, masked(stdout))]).toEqual([step, true])
  })

  it('would be found out', () => {
    expect(shows('$ a\none\n…\nfour', '$ a\none\ntwo\nthree\nfour\n')).toBe(true)
    expect(shows('$ a\none\ntwo', '$ a\none\n')).toBe(false)
    expect(shows('$ a\none\n…\nfive', '$ a\none\ntwo\nfour\n')).toBe(false)
  })
})

describe('the README of the package', () => {
  it('is made of the README', () => {
    expect(read('packages/abound/README.md')).toBe(packageReadme(read('README.md')))
  })
})
