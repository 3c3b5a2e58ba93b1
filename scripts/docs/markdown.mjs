// A Markdown file as the HTML of an article, with what the site needs to know of it: its title, its headings, its text by
// section. Links are resolved by whoever calls, since only the whole site knows where a file of the repository went.

import { Marked } from 'marked'
import { flowchart } from './flowchart.mjs'
import { escapeHtml, highlight } from './highlight.mjs'

/** @typedef {{ depth: number, id: string, text: string }} Heading */
/** @typedef {{ id: string, heading: string, names: string, text: string }} Section `names`: what its tables explain */
/** @typedef {{ html: string, title: string, headings: Heading[], sections: Section[] }} Article */

/** What a fence's language is called above the block; others have no name there. @type {Record<string, string>} */
const NAMES = {
  signature: '',
  example: 'Example',
  sh: 'Shell',
  console: 'Terminal',
  ts: 'TypeScript',
  js: 'JavaScript',
  html: 'HTML',
  ini: 'INI',
  sql: 'SQL',
  python: 'Python',
  json: 'JSON',
  yaml: 'YAML',
}

/**
 * @param {string} markdown
 * @param {(target: string, image: boolean) => string} resolve the address in the site of what a link names
 * @param {(html: string) => string} decorate what is done to highlighted code
 * @returns {Article}
 */
export function renderMarkdown(markdown, resolve, decorate = (html) => html) {
  /** @type {Heading[]} */
  const headings = []
  /** @type {Section[]} */
  const sections = [{ id: '', heading: '', names: '', text: '' }]
  const used = new Map()
  const write = (/** @type {string} */ text) => {
    sections[sections.length - 1].text += `${text} `
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens)
        const plain = plainText(inner)
        const id = uniqueSlug(text, used)
        headings.push({ depth, id, text: plain })
        if (depth <= 4) sections.push({ id: depth === 1 ? '' : id, heading: plain, names: '', text: '' })
        const anchor =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain)}">#</a>`
        return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`
      },
      code({ text, lang }) {
        if (lang === 'mermaid') return flowchart(text)
        write(text)
        return codeBlock(text, lang ?? '', decorate)
      },
      link({ href, title, tokens }) {
        const to = /^(\w+:|\/\/)/.test(href) ? href : resolve(href, false)
        const said = title ? ` title="${escapeHtml(title)}"` : ''
        return `<a href="${escapeHtml(to)}"${said}>${this.parser.parseInline(tokens)}</a>`
      },
      codespan({ text }) {
        // A flag is not broken at its hyphens.
        const flags = escapeHtml(text).replace(/(?<![\w-])--?[a-z][\w-]*/gi, '<span class="flag">$&</span>')
        return `<code>${flags}</code>`
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(resolve(href, true))}" alt="${escapeHtml(text)}" loading="lazy">`
      },
      paragraph({ tokens }) {
        const inner = this.parser.parseInline(tokens)
        write(plainText(inner))
        // A picture is no prose: it may be as wide as code is.
        return /^<img [^>]*>$/.test(inner) ? `<p class="figure">${inner}</p>\n` : `<p>${inner}</p>\n`
      },
      listitem(item) {
        const inner = this.parser.parse(item.tokens)
        write(plainText(inner))
        return `<li>${inner}</li>\n`
      },
      table(token) {
        const cell = (/** @type {typeof token.header[number]} */ one, /** @type {string} */ tag) => {
          const side = one.align === 'right' ? ' class="number"' : ''
          return `<${tag}${side}>${this.parser.parseInline(one.tokens)}</${tag}>`
        }
        const row = (/** @type {typeof token.header} */ cells, /** @type {string} */ tag) =>
          `<tr>${cells.map((one) => cell(one, tag)).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n')
        write(plainText(row(token.header, 'th')))
        for (const cells of token.rows) {
          write(plainText(row(cells, 'td')))
          sections[sections.length - 1].names += cells[0].text.startsWith('`') ? ` ${cells[0].text}` : ''
        }
        const label = headings.at(-1)?.text ?? 'table'
        // Scrolls in itself where it is too wide, and so must be reachable by keyboard.
        return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      html({ text }) {
        return text.replace(/<!--[\s\S]*?-->\s*/g, '')
      },
    },
  })
  const html = /** @type {string} */ (marked.parse(markdown))
  return {
    html,
    title: headings[0]?.text ?? '',
    headings,
    sections: sections.filter(({ heading, text }) => heading !== '' || text.trim() !== ''),
  }
}

/** @param {string} code @param {string} language @param {(html: string) => string} decorate */
export function codeBlock(code, language, decorate = (html) => html) {
  const name = NAMES[language]
  const head = !name ? '' : `<span class="language">${name}</span>`
  return (
    `<div class="code">${head}<button class="copy" type="button">Copy</button>` +
    `<pre tabindex="0"><code${language ? ` class="language-${escapeHtml(language)}"` : ''}>${decorate(highlight(code, language))}</code></pre></div>\n`
  )
}

/** @param {string} html */
export function plainText(html) {
  return html
    .replace(/<\/(td|th|li|p|div)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A heading's id as code hosts make it, so that links work there and here. @param {string} text @param {Map<string, number>} used */
function uniqueSlug(text, used) {
  const slug = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const times = used.get(slug) ?? 0
  used.set(slug, times + 1)
  return times === 0 ? slug : `${slug}-${times}`
}
