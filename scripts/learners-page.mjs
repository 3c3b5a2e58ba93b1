// Writes docs/learners.md: what each learner computes (the opening comment of its file), what it is good for, its
// options. Run it after `npm run build` when a learner has changed.
//
//   node scripts/learners-page.mjs            writes it
//   node scripts/learners-page.mjs --check    fails if it would change

import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../docs/learners.md', import.meta.url)

const CHOOSE = `# The learners

Each is one file in \`src/learners/\` that opens with what it computes; those comments are repeated here. The page is
made by \`scripts/learners-page.mjs\`. Figures of all of them on real corpora, at their defaults, with time, memory and
size: [bench/results](../bench/results/README.md), \`learners-news\` and \`learners-reuters\`.

## Which to take

- **First try, and very many labels:** \`ff\`. One pass, cost that does not grow with the number of labels, goes on
  learning. \`--margin 0.5\` for one label a document.
- **Best ranking and decisions, up to some thousand labels:** \`svm\`; in one pass, while documents come in, \`mmp\` or
  \`widrow-hoff\`.
- **Labels with a description and few documents:** \`rocchio --label-text\`.
- **Labels that form a tree** (\`a/b/c\`): \`top-down\`. **Few labelled texts among many unlabelled:** \`tsvm\`.
- **Something to read:** \`boost\` and \`ripper\` are made of rules, \`explain\` says which fired.
- **A sturdy baseline to beat:** \`naive-bayes\` (\`--complement\` where labels are uneven), \`frequency\` for the floor.
- The others are what the papers compare with, and are here to be compared with.
`

const { LEARNERS, expectation, flagName } = /** @type {typeof import('../src/index.js')} */ (
  await import(new URL('../dist/index.js', import.meta.url).href)
)

const page = `${[CHOOSE, ...LEARNERS.map(sectionOf)].join('\n').trimEnd()}\n`
if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error('docs/learners.md is out of date: run `node scripts/learners-page.mjs`')
  process.exitCode = 1
}

/** @param {import('../src/contract.js').Learner} learner */
function sectionOf({ name, summary, goodFor, source, online, text, options }) {
  const items = Object.entries(options).map(([option, spec]) => {
    const value = spec.kind === 'boolean' ? (spec.default ? 'on' : 'off') : String(spec.default) || 'none'
    const help = spec.kind === 'boolean' ? spec.help : `${spec.help} (${expectation(spec)})`
    return `- \`${flagName(option)}\`, default ${value}: ${help}`
  })
  return [
    `## ${name}`,
    '',
    `${capital(summary)}. Good for: ${goodFor}`,
    '',
    `Learns ${online ? 'one document at a time' : 'from all documents at once'}; texts by default ` +
      `\`--weighting ${text.weighting} --norm ${text.norm}\`. From: ${source}.`,
    '',
    '```text',
    headerOf(name),
    '```',
    '',
    ...(items.length > 0 ? [...items, ''] : []),
  ].join('\n')
}

/** @param {string} text */
function capital(text) {
  return text[0].toUpperCase() + text.slice(1)
}

/** @param {string} name */
function headerOf(name) {
  const source = readFileSync(new URL(`../src/learners/${name}.ts`, import.meta.url), 'utf8')
  const lines = source.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}
