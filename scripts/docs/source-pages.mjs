// Pages of files that the docs link to and that are no pages themselves: a source file with its code, a folder with what
// is in it. Nothing links from the site to a place that one has only in a checkout.

import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { escapeHtml } from './highlight.mjs'
import { codeBlock } from './markdown.mjs'

const LANGUAGES = {
  mjs: 'javascript',
  js: 'javascript',
  ts: 'typescript',
  sh: 'bash',
  py: 'python',
  toml: 'ini',
}

/** @param {string} path of the repository */
export function sourceAddress(path) {
  return `source/${path.replace(/\/$/, '')}.html`
}

/** @param {string} root @param {string} path */
export function filePage(root, path) {
  const extension = extname(path).slice(1)
  const language = /** @type {Record<string, string>} */ (LANGUAGES)[extension] ?? extension
  return sourcePage(path, codeBlock(readFileSync(root + path, 'utf8').trimEnd(), language))
}

/** @param {string} root @param {string} path */
export function folderPage(root, path) {
  const entries = readdirSync(root + path, { withFileTypes: true })
    .map((entry) => entry.name + (entry.isDirectory() ? '/' : ''))
    .sort()
  const items = entries.map((name) => `<li><code>${escapeHtml(name)}</code></li>`)
  return sourcePage(path, `<p>In this folder of the repository:</p><ul>${items.join('')}</ul>`)
}

/** @param {string} path @param {string} html @returns {import('./layout.mjs').Page} */
function sourcePage(path, html) {
  return {
    address: sourceAddress(path),
    title: path,
    group: 'Source',
    weight: 0,
    html: `<h1>${escapeHtml(path)}</h1>\n${html}`,
    headings: [],
    sections: [],
    wide: true,
  }
}
