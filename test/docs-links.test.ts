// Every file that the docs link to is there, and so is every path of the repository that they name in backquotes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'bench/README.md', 'sample/README.md', 'examples/README.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
  'packages/server/README.md',
  'packages/lab/README.md',
]

/** The files that a page points to, seen from the repository's root. */
function pointedTo(page: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '')
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => join(dirname(page), link))
  const paths = [
    ...prose.matchAll(/`((?:packages|test|bench|scripts|docs|deploy|sample)\/[\w./-]+\.\w+)`/g),
  ].map(([, path]) => path)
  return [...links, ...paths]
}

describe('the docs', () => {
  it.each(pages)('%s points to files that are there', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    // What a build makes is not there in a fresh checkout.
    const missing = pointedTo(page, text).filter(
      (path) => !/(^|\/)dist(\/|$)/.test(path) && !existsSync(join(ROOT, path)),
    )
    expect(missing).toEqual([])
  })

  it('would be found out if they pointed to none', () => {
    const text = 'See [one](gone.md#part), `packages/gone.ts` and [the web](https://example.org).'
    expect(pointedTo('docs/page.md', text)).toEqual(['docs/gone.md', 'packages/gone.ts'])
  })
})
