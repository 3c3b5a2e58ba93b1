// Builds the documentation site: plain files in dist-docs/, made of the Markdown files and of what learners and types say
// of themselves. It works from a folder, without a network.
//
//   npm run docs

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { isFresh } from '../source-hash.mjs'
import { pageHtml, STYLES } from './layout.mjs'
import { Links } from './links.mjs'
import { renderMarkdown } from './markdown.mjs'
import { addressOf, navigation } from './navigation.mjs'
import { searchIndex } from './search-index.mjs'
import { filePage, folderPage } from './source-pages.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = process.argv[2] ?? join(root, 'dist-docs')

if (!isFresh()) execFileSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' })
const { learnerNames, learnerPages, overviewOf } = await import('./learner-pages.mjs')
const { apiPages } = await import('./api/pages.mjs')

const groups = navigation(root)
const sources = new Set(groups.flatMap(({ entries }) => entries.map(({ source }) => source)))
const links = new Links(root, sources, learnerNames)

const made = groups.map(({ title, weight, entries }) => ({
  title,
  pages: [
    ...entries.map((entry) => markdownPage(entry, title, weight)),
    ...(title === 'Learners' ? learnerPages(title, weight, links) : []),
    ...(title === 'API' ? apiPages(root, title, weight) : []),
  ],
}))
const inNavigation = made.flatMap(({ pages }) => pages)
const ofSources = [...links.sources].map((path) =>
  links.isFolder(path) ? folderPage(root, path) : filePage(root, path),
)

rmSync(out, { recursive: true, force: true })
for (const page of [...inNavigation, ...ofSources]) write(page.address, pageHtml(page, made))
for (const [from, to] of links.copied) write(to, readFileSync(root + from))
write('search-index.js', searchIndex(inNavigation))
const assets = fileURLToPath(new URL('site/', import.meta.url))
for (const name of [...STYLES, 'icon.svg']) cpSync(assets + name, join(out, name))
for (const name of ['site.js', 'search.js'])
  buildSync({ entryPoints: [assets + name], bundle: true, minify: true, outfile: join(out, name) })
console.log(`${inNavigation.length} pages, ${ofSources.length} of sources: ${join(out, 'index.html')}`)

/** @param {import('./navigation.mjs').Entry} entry @param {string} group @param {number} usual @returns {import('./layout.mjs').Page} */
function markdownPage({ source, title, weight }, group, usual) {
  const address = addressOf(source)
  const text = readFileSync(root + source, 'utf8')
  const markdown = source === 'docs/learners.md' ? overviewOf(text) : text
  const article = renderMarkdown(markdown, (target) => links.resolve(source, target, address))
  return {
    ...article,
    address,
    group,
    weight: weight ?? usual,
    ...(title === undefined ? {} : { inNavigation: title }),
  }
}

/** @param {string} address @param {string | Uint8Array} content */
function write(address, content) {
  const file = join(out, address)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
