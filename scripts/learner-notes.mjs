// What pages say of a learner beside its declaration: the opening comment of its file, and what was measured of its
// options.

import { readFileSync } from 'node:fs'

/**
 * What was measured of options, by learner.
 * @type {Partial<Record<string, string>>}
 */
export const MEASURED = {
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

/** The opening comment of a learner's file. @param {string} name */
export function headerOf(name) {
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
