// A page for each learner, made of what it declares, of the opening comment of its file, and of committed results.

import { inPapers } from '../learner-figures.mjs'
import { headerOf, MEASURED } from '../learner-notes.mjs'
import { escapeHtml } from './highlight.mjs'
import { learnerPlots, rowsOf } from './learner-plots.mjs'
import { renderMarkdown } from './markdown.mjs'

const { LEARNERS, expectation, flagName } =
  /** @type {typeof import('../../packages/abound/src/internal.js')} */ (
    await import(new URL('../../packages/abound/dist/internal.js', import.meta.url).href)
  )

export const learnerNames = LEARNERS.map(({ name }) => name)

/** docs/learners.md without the sections that are pages of their own here. @param {string} markdown */
export function overviewOf(markdown) {
  const first = markdown.indexOf(`\n## ${LEARNERS[0].name}\n`)
  if (first < 0) throw new Error(`docs/learners.md has no section ${LEARNERS[0].name}`)
  const list = LEARNERS.map(({ name, summary }) => `- [\`${name}\`](#${name}): ${summary}`)
  return `${markdown.slice(0, first)}\n\n## Each of them\n\n${list.join('\n')}\n`
}

/** @param {string} group @param {number} weight @param {import('./links.mjs').Links} links @returns {import('./layout.mjs').Page[]} */
export function learnerPages(group, weight, links) {
  return LEARNERS.map((learner) => {
    const address = `learners/${learner.name}.html`
    const resolve = (/** @type {string} */ target) => links.resolve('docs/learners.md', target, address)
    return { ...renderMarkdown(markdownOf(learner, resolve), resolve), address, group, weight }
  })
}

/** @param {import('../../packages/abound/src/contract.js').Learner} learner @param {(target: string) => string} resolve */
function markdownOf({ name, summary, goodFor, source, online, text, options }, resolve) {
  const inBenches = rowsOf(name)
  return [
    `# ${name}`,
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    `**Good for:** ${goodFor.replace(/--[a-z-]+/g, '`$&`')}`,
    facts([
      ['Learns', online ? 'one document at a time, and goes on learning' : 'from all documents at once'],
      ['Text by default', `<code>--weighting ${text.weighting} --norm ${text.norm}</code>`],
      ['From', escapeHtml(source)],
      [
        'Source',
        `<a href="${resolve(`../packages/abound/src/learners/${name}/index.ts`)}">learners/${name}/index.ts</a>`,
      ],
    ]),
    '## Use it',
    `\`\`\`sh\nabound train tickets.csv --learner ${name} -o tickets.abound\n\`\`\``,
    `\`\`\`ts\nimport { train } from 'abound'\n\nconst model = await train(documents, { learner: '${name}' })\n\`\`\``,
    '## Options',
    optionsTable(options),
    '## What it computes',
    `\`\`\`text\n${headerOf(name)}\n\`\`\``,
    '## Measured',
    ...(inBenches.length > 0 ? [learnerPlots(name), benchTable(inBenches)] : []),
    ...measuredInPapers(name),
    MEASURED[name] ?? '',
    inBenches.length === 0 && inPapers(name).length === 0
      ? 'It is not among the learners of the benches; [all learners](learners.md#side-by-side) are beside each other there.'
      : 'All learners side by side: [the table](learners.md#side-by-side).',
  ].join('\n\n')
}

/** @param {[string, string][]} rows what each is, and its HTML */
function facts(rows) {
  return `<dl class="facts">${rows.map(([what, value]) => `<dt>${what}</dt><dd>${value}</dd>`).join('')}</dl>`
}

/** @param {import('../../packages/abound/src/contract.js').OptionSpecs} options */
function optionsTable(options) {
  const rows = Object.entries(options).map(([option, spec]) => {
    const isSwitch = spec.kind === 'boolean'
    const value = isSwitch ? (spec.default ? 'on' : 'off') : String(spec.default) || 'none'
    const expected = isSwitch ? 'on or off' : expectation(spec)
    return `| \`${flagName(option)}\` | ${cell(value)} | ${cell(spec.help)} | ${cell(expected)} |`
  })
  const shared = 'Those of texts and of training, which all learners have, are in `abound train --help all`.'
  if (rows.length === 0) return `None of its own. ${shared}`
  return `${['| option | default | what it does | takes |', '| --- | --- | --- | --- |', ...rows].join('\n')}\n\nIn TypeScript \`--min-weight\` is \`minWeight\`. ${shared}`
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|')
}

/** @param {import('./learner-plots.mjs').Row[]} rows */
function benchTable(rows) {
  const lines = rows.map(
    ({ name, corpus, quality, seconds }) =>
      `| \`${name}\` | ${corpus} | ${quality.toFixed(3)} | ${seconds.toFixed(1)} s |`,
  )
  return ['| with | on | first label right (R1) | CPU |', '| --- | --- | ---: | ---: |', ...lines].join('\n')
}

/** @param {string} name */
function measuredInPapers(name) {
  const figures = inPapers(name)
  return figures.length === 0
    ? []
    : ['### As in the papers', 'Mean ± deviation over trials:', figures.join('\n')]
}
