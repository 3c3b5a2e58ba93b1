// abound explain MODEL [TEXT]

import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { load } from '../node/index.js'
import { ruleLine } from './rule-line.js'
import { colours, print, wholeNumber } from './terminal.js'

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
    .addOption(new Option('--top <k>', 'how many of the best labels to explain').default('1', '1'))
    .addOption(new Option('--words <n>', 'how many words to show of each').default('10', '10'))
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
  const top = wholeNumber('--top', flags.top)
  const most = wholeNumber('--words', flags.words)
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
    rule: classifier.firedRule(text, label),
  }))
  if (flags.json === true) return print(`${JSON.stringify({ labels: explained })}\n`)
  if (explained.length === 0) return print('No label: the model knows none of these words.\n')
  for (const { label, score, terms, rule } of explained) {
    await print(`${colours.bold(label)}  score ${score < 0 ? '−' : ''}${Math.abs(score).toPrecision(4)}\n`)
    if (rule !== undefined) await print(`  ${ruleLine(rule, label)}\n`)
    if (terms.length === 0) await print('  no word of the text speaks for it\n')
    const strongest = Math.max(...terms.map(({ weight }) => Math.abs(weight)), 0)
    const wide = Math.max(...terms.slice(0, most).map(({ term }) => term.length), 0)
    for (const { term, weight } of terms.slice(0, most)) {
      const bar = '█'.repeat(Math.max(1, Math.round((Math.abs(weight) / strongest) * BAR)))
      const coloured = weight < 0 ? colours.red(bar) : colours.green(bar)
      await print(`  ${term.padEnd(wide)}  ${signed(weight).padEnd(10)} ${coloured}\n`)
    }
    const rest = terms.slice(most)
    if (rest.length > 0) {
      const sum = rest.reduce((total, { weight }) => total + weight, 0)
      await print(`${colours.dim(`  and ${rest.length} more, ${signed(sum)} together`)}\n`)
    }
  }
}

function signed(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toPrecision(3)}`
}
