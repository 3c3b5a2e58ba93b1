// Writes docs/learners.md: what each learner computes (the opening comment of its file), what it is good for, its
// options. Run it after `npm run build` when a learner has changed.
//
//   node scripts/learners-page.mjs            writes it
//   node scripts/learners-page.mjs --check    fails if it would change

import { readFileSync, writeFileSync } from 'node:fs'
import { inPapers, sideBySide } from './learner-figures.mjs'

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

/**
 * What was measured of options, by learner.
 * @type {Partial<Record<string, string>>}
 */
const MEASURED = {
  svm: `**One problem for all labels** (\`--multiclass crammer-singer\`). R1 where every document has one label, at the best of
\`--cost\` 0.3, 1 and 3, and CPU time of the whole command at cost 1 on one thread (bench \`multiclass\`):

| corpus              | labels | against the rest | crammer-singer | CPU, rest | CPU, crammer-singer |
| ------------------- | -----: | ---------------: | -------------: | --------: | ------------------: |
| CLINC150            |    150 |             .904 |       **.913** |     3.5 s |               3.3 s |
| Banking77           |     77 |             .886 |       **.897** |     2.3 s |               2.4 s |
| Reuters, one topic  |     59 |             .949 |           .951 |     1.9 s |               2.4 s |
| 20 Newsgroups       |     20 |             .864 |           .864 |     4.6 s |               7.2 s |
| WebKB, four classes |      4 |             .943 |           .943 |     1.7 s |               1.5 s |

It gains where there are many labels with few documents each, and everywhere at costs below the best; elsewhere they are
alike.

**Smaller models** (\`--prune\`). Most weights are next to nothing (bench \`prune\`; \`train --prune\` prints such a table for
your data, with thresholds and probabilities fitted to each side):

| \`--prune\` | 20 Newsgroups: weights |   model |    R1 | average precision | Reuters: weights |  model |    R1 | average precision | micro-F1 |
| --------- | ---------------------: | ------: | ----: | ----------------: | ---------------: | -----: | ----: | ----------------: | -------: |
| 0         |              1,281,276 | 15.8 MB | .8643 |             .9113 |          785,624 | 8.1 MB | .9473 |             .9587 |    .8528 |
| 0.01      |                   43 % |  9.2 MB | .8639 |             .9112 |             41 % | 3.9 MB | .9473 |             .9586 |    .8532 |
| 0.05      |                   19 % |  6.4 MB | .8629 |             .9106 |             19 % | 2.3 MB | .9473 |             .9588 |    .8540 |
| 0.1       |                   10 % |  5.4 MB | .8609 |             .9088 |             10 % | 1.7 MB | .9480 |             .9588 |    .8551 |
| 0.2       |                  3.7 % |  4.6 MB | .8557 |             .9047 |            3.1 % | 1.2 MB | .9437 |             .9559 |    .8533 |
| 0.5       |                  0.4 % |  4.3 MB | .8202 |             .8792 |            0.3 % | 1.0 MB | .9294 |             .9445 |    .8220 |

A file shrinks less than its weights: the words stay, as the length of a document is made of all of them. \`abound shrink\`
drops words too, and is the better way to a small file ([small-models.md](small-models.md)).
`,
}

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

/** @param {string} name */
function headerOf(name) {
  const source = readFileSync(
    new URL(`../packages/abound/src/learners/${name}/index.ts`, import.meta.url),
    'utf8',
  )
  const lines = source.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}
