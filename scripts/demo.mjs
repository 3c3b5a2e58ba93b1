// The main job on the bundled sample: train, rank, measure, explain, each as the command one would type.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'abound-demo-'))
const gloss = 'a tall tree with needles and cones'

const STEPS = [
  [
    'Learn 45 classes from WordNet glosses',
    ['train', 'sample/train.jsonl.gz', '--learner', 'ff', '--margin', '0.3', '-o', 'glosses.abound'],
  ],
  ['Rank them for a new text', ['predict', 'glosses.abound', '--top', '3'], gloss],
  ['Measure the model on glosses it has not seen', ['evaluate', 'glosses.abound', 'sample/test.jsonl.gz']],
  ['Ask it why', ['explain', 'glosses.abound', gloss]],
]

try {
  for (const [what, command, input] of STEPS) {
    const typed = command.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')
    console.log(`\n# ${what}\n$ ${input === undefined ? '' : `echo "${input}" | `}abound ${typed}`)
    const words = command.map((word) => (word.startsWith('sample/') ? join(root, word) : word))
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'packages/abound/dist/bin/main.js'), ...words],
      {
        cwd: folder,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
        ...(input === undefined ? {} : { input: `${input}\n` }),
      },
    )
    if (status !== 0) {
      process.exitCode = status ?? 1
      break
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
