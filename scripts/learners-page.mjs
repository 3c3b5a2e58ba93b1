// Writes docs/learners.md: what each learner computes (the opening comment of its file), what it is good for, its
// options. Run it after `npm run build` when a learner has changed.
//
//   node scripts/learners-page.mjs            writes it
//   node scripts/learners-page.mjs --check    fails if it would change

import { readFileSync, writeFileSync } from 'node:fs'
import { inPapers, sideBySide } from './learner-figures.mjs'
import { headerOf, MEASURED } from './learner-notes.mjs'

const PAGE = new URL('../docs/learners.md', import.meta.url)

const CHOOSE = `# The learners

Each is a folder in \`packages/abound/src/learners/\` whose index opens with what it computes; those comments are repeated here. The page is
made by \`scripts/learners-page.mjs\`, its figures from [bench/results](../bench/results/README.md) and from the
[papers run again](papers/README.md).

## Which to take

- **First try, and very many labels:** \`ff\`. One pass, cost that does not grow with the number of labels, goes on
  learning. \`--margin 0.5\` for one label a document.
- **Best ranking and decisions, up to some thousand labels:** \`svm\`, with \`--multiclass crammer-singer\` where each
  document has one of many labels; in one pass, while documents come in, \`mmp\` or
  \`widrow-hoff\`.
- **Labels with a description and few documents:** \`rocchio --label-text\`.
- **Labels that form a tree** (\`a/b/c\`): \`top-down\`. **Few labelled texts among many unlabelled:** \`tsvm\`.
- **Something to read:** \`boost\` and \`ripper\` are made of rules, \`explain\` says which fired.
- **A sturdy baseline to beat:** \`naive-bayes\` (\`--complement\` where labels are uneven), \`frequency\` for the floor.
- The others are what the papers compare with, and are here to be compared with.
- **One that is not here:** [a learner of your own](own-learners.md) is a file, and is compared with these.

## Side by side

${sideBySide()}
`

const { LEARNERS, expectation, flagName } =
  /** @type {typeof import('../packages/abound/src/internal.js')} */ (
    await import(new URL('../packages/abound/dist/internal.js', import.meta.url).href)
  )

const page = `${[CHOOSE, ...LEARNERS.map(sectionOf)].join('\n').trimEnd()}\n`
if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error('docs/learners.md is out of date: run `node scripts/learners-page.mjs`')
  process.exitCode = 1
}

/** @param {import('../packages/abound/src/contract.js').Learner} learner */
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
    ...(MEASURED[name] === undefined ? [] : [MEASURED[name]]),
    ...measuredIn(name),
  ].join('\n')
}

/** @param {string} name */
function measuredIn(name) {
  const figures = inPapers(name)
  return figures.length === 0
    ? []
    : ['Measured as in the papers (mean ± deviation over trials):', '', ...figures, '']
}

/** @param {string} text */
function capital(text) {
  return text[0].toUpperCase() + text.slice(1)
}
