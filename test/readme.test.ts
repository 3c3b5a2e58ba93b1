// The README as a newcomer meets it, in the repository and in the package.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { packageReadme } = (await import(`${ROOT}scripts/package-readme.mjs`)) as {
  packageReadme(readme: string): string
}
const MOST_BYTES = 6000
/** Lines of a window in which a page is opened. */
const FIRST_SCREEN = 40

const readme = readFileSync(`${ROOT}README.md`, 'utf8')

describe('the README', () => {
  it(`has at most ${MOST_BYTES} bytes`, () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('says how to install it, and has code, on the first screen', () => {
    const first = readme.split('\n').slice(0, FIRST_SCREEN).join('\n')
    expect(first).toContain('npm install abound')
    expect(first).toMatch(/```ts\n[\s\S]*?```\n/)
    expect(first).toMatch(/abound train [\s\S]*abound predict /)
  })

  it('has one plot', () => {
    expect(readme.match(/!\[/g)).toHaveLength(1)
  })
})

describe('the README of the package', () => {
  const shipped = packageReadme(readme)

  it('points to no file that the package does not have', () => {
    expect(shipped.match(/\]\((?!https?:|#)[^)]*\)/g) ?? []).toEqual([])
    expect(shipped).toContain('each learner (`docs/learners.md`)')
  })

  it('leaves out what only holds in the repository', () => {
    expect(shipped).not.toMatch(/npm ci|<!-- |!\[/)
    expect(shipped).toMatch(/\nMIT licence/)
  })

  it('keeps links into the web and within the page', () => {
    const page = 'See [a](https://example.org/x), [b](#part) and [c](docs/c.md#part).\n'
    expect(packageReadme(page)).toBe('See [a](https://example.org/x), [b](#part) and c (`docs/c.md`).\n')
  })
})
