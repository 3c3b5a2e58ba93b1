// The API reference: a page for each public entry, made of the types and doc comments of the sources.

import { codeBlock, renderMarkdown } from '../markdown.mjs'
import { ENTRIES, entryAddress } from './entries.mjs'
import { readExports } from './exports.mjs'

const KINDS = /** @type {const} */ ([
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Values'],
  ['type', 'Types'],
  ['used', 'Types that these mention'],
])

/** @param {string} root @param {string} group @param {number} weight @returns {import('../layout.mjs').Page[]} */
export function apiPages(root, group, weight) {
  const all = readExports(
    root,
    ENTRIES.map(({ file }) => file),
  )
  const page = (/** @type {number} */ i, /** @type {Places} */ places) => {
    const { name } = ENTRIES[i]
    const address = entryAddress(name)
    const decorate = (/** @type {string} */ html) => linkNames(html, places, i)
    return {
      ...renderMarkdown(entryMarkdown(ENTRIES[i], all[i]), (target) => target, decorate),
      address,
      group,
      weight,
    }
  }
  // Twice: the ids of headings are known once they were made, and names link to them across pages.
  const places = all.map((exported, i) => {
    const { headings } = page(i, [])
    const ofNames = exported.map(
      ({ name }) =>
        /** @type {const} */ ([name, headings.find((one) => one.depth === 3 && one.text === name)?.id ?? '']),
    )
    return { address: entryAddress(ENTRIES[i].name), ids: new Map(ofNames) }
  })
  return [overview(all, places, group, weight), ...ENTRIES.map((_, i) => page(i, places))]
}

/** @typedef {{ address: string, ids: Map<string, string> }[]} Places where the names of each entry are explained */

/** @param {typeof ENTRIES[number]} entry @param {import('./exports.mjs').Exported[]} exported */
function entryMarkdown({ name, says }, exported) {
  const parts = [`# ${name}`, says]
  for (const [kind, title] of KINDS) {
    const own = exported.filter((one) => one.kind === kind)
    if (own.length === 0) continue
    parts.push(`## ${title}`, ...own.flatMap((one) => exportMarkdown(name, one)))
  }
  return parts.join('\n\n')
}

/** @param {string} entry @param {import('./exports.mjs').Exported} one */
function exportMarkdown(entry, { name, kind, signature, says, examples, members, source }) {
  const node = entry === 'abound' && source.includes('/src/node/') ? ['*Node*'] : []
  return [
    `### ${name}`,
    ...node,
    fence(signature),
    says,
    ...examplesOf(examples),
    ...members.flatMap((member) => [
      `#### ${name}.${member.name}`,
      fence(member.signature),
      member.says,
      ...examplesOf(member.examples),
    ]),
    ...(kind === 'class' && members.length === 0 ? ['It adds nothing to what it extends.'] : []),
  ]
}

/** @param {string[]} examples */
function examplesOf(examples) {
  return examples.map((code) => (code.includes('```') ? code : fence(code, 'example')))
}

/** @param {string} code @param {string} language */
function fence(code, language = 'signature') {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``
}

/**
 * Type names in highlighted code as links to where they are explained.
 * @param {string} html @param {Places} places @param {number} own the entry of the page
 */
function linkNames(html, places, own) {
  return html.replace(/(?<=^|>)[^<]+/g, (text) =>
    text.replace(/(?<![\w.'&])[A-Z]\w+/g, (name) => {
      const order = [places[own], ...places]
      const at = order.find((place) => place?.ids.get(name))
      if (at === undefined) return name
      const file = at.address.replace(/^api\//, '')
      return `<a href="${at === places[own] ? '' : file}#${at.ids.get(name)}">${name}</a>`
    }),
  )
}

/** @param {import('./exports.mjs').Exported[][]} all @param {Places} places @param {string} group @param {number} weight */
function overview(all, places, group, weight) {
  const sections = ENTRIES.map(({ name, says }, i) => {
    const names = all[i]
      .filter(({ kind }) => kind !== 'used')
      .map(
        (one) =>
          `[\`${one.name}\`](${places[i].address.replace(/^api\//, '')}#${places[i].ids.get(one.name)})`,
      )
    return `## ${name}\n\n[\`import … from '${name}'\`](${places[i].address.replace(/^api\//, '')}): ${says}\n\n${names.join(' · ')}`
  })
  const intro =
    'All that the packages export, made from the types and doc comments of the sources. The examples are run by the tests; a comment behind a line is what it gives, and `…` stands for anything.'
  const start = codeBlock(
    "import { evaluate, load, train } from 'abound'\nimport { compareDocuments } from 'abound/measures'",
    'ts',
  )
  const article = renderMarkdown(['# API', intro, ...sections].join('\n\n'), (target) => target)
  const html = article.html.replace('<h2', () => `${start}<h2`)
  return { ...article, html, address: 'api/index.html', group, weight, inNavigation: 'All entries' }
}
