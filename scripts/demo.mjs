// The main job on the bundled sample: train, rank, measure, explain, each as the command one would type.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'abound-demo-'))
const model = join(folder, 'glosses.abound')
const gloss = 'a tall tree with needles and cones'

const STEPS = [
  [
    'Learn 45 classes from 14,518 WordNet glosses',
    ['train', 'sample/train.jsonl.gz', '--margin', '0.5', '-o', model],
  ],
  ['Rank them for a new text', ['predict', model, '--top', '3'], `${gloss}\n`],
  ['Measure it on glosses it has not seen', ['evaluate', model, 'sample/test.jsonl.gz']],
  ['Ask why', ['explain', model, gloss]],
]

try {
  for (const [what, command, input] of STEPS) {
    const typed = command.map((word) =>
      word === model ? 'glosses.abound' : word.includes(' ') ? `"${word}"` : word,
    )
    console.log(
      `\n# ${what}\n$ ${input === undefined ? '' : `echo "${input.trim()}" | `}abound ${typed.join(' ')}`,
    )
    const { status } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...command], {
      cwd: root,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      ...(input === undefined ? {} : { input }),
    })
    if (status !== 0) process.exit(status ?? 1)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
