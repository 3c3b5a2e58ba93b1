// The frame around an article: header, navigation, "on this page", previous and next. Addresses are relative, so that the
// site works from a folder as it does from a server.

import { posix } from 'node:path'
import { escapeHtml } from './highlight.mjs'

/** @typedef {{ address: string, title: string, group: string, weight: number, html: string, headings: import('./markdown.mjs').Heading[], sections: import('./markdown.mjs').Section[], inNavigation?: string, wide?: boolean }} Page */
/** @typedef {{ title: string, pages: Page[] }} PageGroup */

const MARK = `<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 21V9M12 13c0-4 3-7 8-7 0 4-3 7-8 7zM12 17c0-3.500-2.500-6-7-6 0 3.500 2.500 6 7 6zM12 9c0-3 1-5 3-6"/></svg>`
const MENU = `<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg>`
const LENS = `<svg viewBox="0 0 24 24" width="17" height="17" aria-hidden="true"><circle cx="11" cy="11" r="6.500"/><path d="m16 16 4.500 4.500"/></svg>`
const HALF = `<svg viewBox="0 0 24 24" width="19" height="19" aria-hidden="true"><circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" class="filled"/></svg>`

export const STYLES = ['site.css', 'article.css', 'figures.css', 'search.css']

/** Before anything is painted: the theme that was chosen, so that no page flashes in the other. */
const THEME = `try{var t=localStorage.getItem('abound-docs-theme');if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch{}`

/** @param {Page} page @param {PageGroup[]} groups */
export function pageHtml(page, groups) {
  const to = (/** @type {string} */ address) => relativeAddress(page.address, address)
  const root = to('index.html').replace(/index\.html$/, '')
  const order = groups.flatMap(({ pages }) => pages)
  const at = order.findIndex(({ address }) => address === page.address)
  const home = page.address === 'index.html'
  const shownTitle = home ? 'Abound' : `${page.title} · Abound`
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(shownTitle)}</title>
<meta name="description" content="${escapeHtml(descriptionOf(page))}">
<script>${THEME}</script>
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
${STYLES.map((name) => `<link rel="stylesheet" href="${root}${name}">`).join('\n')}
<script src="${root}site.js" defer></script>
<script src="${root}search.js" defer></script>
</head>
<body>
<a class="skip" href="#page-begin">Skip to the page</a>
<header class="top">
<button class="icon menu" type="button" aria-expanded="false" aria-controls="all-pages" aria-label="Pages">${MENU}</button>
<a class="brand" href="${to('index.html')}">${MARK}<span>Abound</span></a>
<button class="search-button" type="button" aria-haspopup="dialog">${LENS}<span>Search</span><kbd>/</kbd></button>
<nav class="short" aria-label="Main pages"><a href="${to('start.html')}">Start</a><a href="${to('learners.html')}">Learners</a><a href="${to('api/index.html')}">API</a></nav>
<button class="icon theme" type="button" aria-label="Dark or light" title="Dark or light">${HALF}</button>
</header>
<div class="frame">
<nav class="pages" id="all-pages" aria-label="All pages">
${groups.map((group) => groupHtml(group, page, to)).join('\n')}
</nav>
<main id="page-begin" tabindex="-1">
${contents(page, true)}
<article${home ? ' class="home"' : page.wide ? ' class="wide"' : ''}>
${home ? '' : `<p class="crumb">${escapeHtml(page.group)}</p>\n`}${page.html}</article>
${neighbours(order[at - 1], at < 0 ? undefined : order[at + 1], to)}
</main>
<aside class="contents">${contents(page, false)}</aside>
</div>
<dialog class="search" aria-label="Search">
<div class="field">${LENS}<input type="text" placeholder="Search the documentation" aria-label="Search the documentation" role="combobox" aria-expanded="true" aria-controls="search-results" aria-autocomplete="list" autocomplete="off" spellcheck="false"><button type="button" class="close">Esc</button></div>
<ul id="search-results" role="listbox" aria-label="Results"></ul>
<p class="count" role="status"></p>
</dialog>
</body>
</html>
`
}

/** @param {string} from @param {string} to with its anchor, if it has one */
export function relativeAddress(from, to) {
  const [file, anchor] = to.split('#')
  const path = posix.relative(posix.dirname(from), file) || posix.basename(file)
  return anchor === undefined ? path : `${path}#${anchor}`
}

/** @param {PageGroup} group @param {Page} page @param {(address: string) => string} to */
function groupHtml({ title, pages }, page, to) {
  const items = pages.map((one) => {
    const here = one.address === page.address ? ' aria-current="page"' : ''
    return `<li><a href="${to(one.address)}"${here}>${escapeHtml(one.inNavigation ?? one.title)}</a></li>`
  })
  // The long groups are closed until one is in them.
  const open = pages.length <= 12 || pages.some(({ address }) => address === page.address)
  return `<details${open ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details>`
}

/** @param {Page} page @param {boolean} folded */
function contents({ headings }, folded) {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  const list = `<ul>${items.join('')}</ul>`
  return folded
    ? `<details class="folded-contents"><summary>On this page</summary>${list}</details>`
    : `<nav aria-label="On this page"><p>On this page</p>${list}</nav>`
}

/** @param {Page | undefined} before @param {Page | undefined} after @param {(address: string) => string} to */
function neighbours(before, after, to) {
  const link = (/** @type {Page | undefined} */ page, /** @type {string} */ what) =>
    page === undefined
      ? '<span></span>'
      : `<a class="${what}" rel="${what}" href="${to(page.address)}"><small>${what === 'prev' ? 'Previous' : 'Next'}</small><span>${escapeHtml(page.title)}</span></a>`
  return before === undefined && after === undefined
    ? ''
    : `<nav class="neighbours" aria-label="Previous and next">${link(before, 'prev')}${link(after, 'next')}</nav>`
}

/** @param {Page} page */
function descriptionOf({ sections, title }) {
  const text = sections.find((section) => section.text.trim() !== '')?.text.trim() ?? title
  return text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s\S*$/, '')} …`
}
