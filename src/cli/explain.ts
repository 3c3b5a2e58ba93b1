// abound explain MODEL [TEXT]

import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import pc from 'picocolors'
import { InputError } from '../index.js'
import { load } from '../node/index.js'
import { print } from './terminal.js'

interface Flags {
  readonly label?: string
  readonly top: string
  readonly words: string
  readonly json?: boolean
}

const BAR = 20

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('[text...]', 'the text; without any, standard input')
    .option('--label <name>', 'the label to explain (default: the best ones)')
    .option('--top <k>', 'how many of the best labels to explain', '1')
    .option('--words <n>', 'how many words to show of each', '10')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
The parts add up to the label's score.

Examples:
  abound explain news.abound "Wheat exports rose 4 pct"
  abound explain news.abound "Wheat exports rose 4 pct" --label corn`,
    )
    .action(run)
}

async function run(model: string, words: string[], flags: Flags): Promise<void> {
  const top = whole('--top', flags.top)
  const most = whole('--words', flags.words)
  const classifier = await load(model)
  const text = words.length > 0 ? words.join(' ') : await readAll(process.stdin)
  const ranked = classifier.rank(text, { top: flags.label === undefined ? top : classifier.labelCount })
  const chosen =
    flags.label === undefined
      ? ranked
      : [{ score: 0, ...ranked.find(({ label }) => label === flags.label), label: flags.label }]
  const explained = chosen.map(({ label, score }) => ({
    label,
    score,
    terms: classifier.explain(text, label),
  }))
  if (flags.json === true) return print(`${JSON.stringify({ labels: explained })}\n`)
  if (explained.length === 0) return print('No label: the model knows none of these words.\n')
  for (const { label, score, terms } of explained) {
    await print(`${pc.bold(label)}  score ${score.toPrecision(4)}\n`)
    const strongest = Math.max(...terms.map(({ weight }) => Math.abs(weight)), 0)
    const wide = Math.max(...terms.slice(0, most).map(({ term }) => term.length), 0)
    for (const { term, weight } of terms.slice(0, most)) {
      const bar = '█'.repeat(Math.max(1, Math.round((Math.abs(weight) / strongest) * BAR)))
      const sign = weight < 0 ? '−' : '+'
      await print(
        `  ${term.padEnd(wide)}  ${sign}${Math.abs(weight).toPrecision(3).padEnd(9)} ${weight < 0 ? pc.red(bar) : pc.green(bar)}\n`,
      )
    }
    const rest = terms.slice(most)
    if (rest.length > 0) {
      const sum = rest.reduce((total, { weight }) => total + weight, 0)
      await print(
        pc.dim(`  and ${rest.length} more, ${sum < 0 ? '−' : '+'}${Math.abs(sum).toPrecision(3)} together\n`),
      )
    }
  }
}

function whole(flag: string, value: string): number {
  const n = Number(value)
  if (!Number.isInteger(n) || n < 1) throw new InputError(`${flag} ${value}: expected a whole number from 1`)
  return n
}
