// abound explain MODEL [TEXT]

import { text as readAll } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { type ExplainedLabel, explanationPage, type RuleInWords } from '../internal.js'
import { type FileClassifier, load, writeFileSafely } from '../node/internal.js'
import { numberFormat, parseDigits, probabilityFormat } from './digits.js'
import { markedText, markKey } from './marked-text.js'
import { checkOutput } from './output.js'
import { ruleLine } from './rule-line.js'
import { colours, parseWholeNumber, print } from './terminal.js'

interface Flags {
  readonly label?: string
  readonly top: string
  readonly words: string
  readonly html?: string
  readonly json?: boolean
}

/** An explanation, with the rule that fired where the model has rules. */
interface Explained {
  readonly label: ExplainedLabel
  readonly rule: RuleInWords | undefined
}

const BAR = 20
/** As `abound predict` prints them. */
const figure = numberFormat(parseDigits(undefined))
const sureness = probabilityFormat(parseDigits(undefined))

export function define(command: Command): void {
  command
    .argument('<model>', 'a model file')
    .argument('[text...]', 'the text; without any, standard input')
    .option('--label <name>', 'the label to explain (default: the best ones)')
    .addOption(new Option('--top <k>', 'how many of the best labels to explain').default('1', '1'))
    .addOption(new Option('--words <n>', 'how many terms to list of each').default('10', '10'))
    .option('--html <file>', 'write the same as a page (HTML)')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Words of the text are marked by what they said for the label, in colour or (NO_COLOR, pipes) by signs: ⁺ for it, ⁻
against it, more of them the more it said. A stem, a pair of words or a run of characters counts for the words that it
is made of. Below are the terms themselves. All parts add up to the label's score.

Examples:
  abound explain news.abound "Wheat exports rose 4 pct"
  abound explain news.abound "Wheat exports rose 4 pct" --label corn
  abound explain news.abound --top 3 --html why.html < mail.txt`,
    )
    .action(run)
}

async function run(model: string, words: string[], flags: Flags): Promise<void> {
  const top = parseWholeNumber('--top', flags.top)
  const most = parseWholeNumber('--words', flags.words)
  if (flags.html !== undefined) checkOutput(flags.html)
  const classifier = await load(model)
  const text = words.length > 0 ? words.join(' ') : await readAll(process.stdin)
  const labels =
    flags.label === undefined ? classifier.rank(text, { top }).map(({ label }) => label) : [flags.label]
  const explained = labels.map((label) => explainedLabel(classifier, text, label))
  if (flags.html !== undefined) {
    const { madeBy } = await import('./report.js')
    const lead = `explained by ${classifier.learner}, ${model}`
    const page = { title: titleOf(text), made: madeBy(), lead, labels: explained.map(({ label }) => label) }
    await writeFileSafely(flags.html, await explanationPage(page))
  }
  if (flags.json === true) return print(`${JSON.stringify({ labels: explained.map(asJson) })}\n`)
  if (explained.length === 0) return print('No label: the model knows none of these words.\n')
  for (const [i, { label }] of explained.entries()) {
    await print(`${i > 0 ? '\n' : ''}${labelText(label, most)}`)
  }
}

function explainedLabel(classifier: FileClassifier, text: string, label: string): Explained {
  const rule = classifier.firedRule(text, label)
  return {
    label: {
      ...classifier.explainInPlace(text, label),
      terms: classifier.explain(text, label),
      ...(rule === undefined ? {} : { rule: ruleLine(rule, label) }),
    },
    rule,
  }
}

/** The text's first words. */
function titleOf(text: string): string {
  const start = text.replace(/\s+/g, ' ').trim()
  return start.length > 70 ? `${start.slice(0, 69)}…` : start || 'An empty text'
}

/** The text is the reader's own. */
function asJson({
  label: { text: _, label, score, probability, terms, words, rest },
  rule,
}: Explained): unknown {
  return { label, score, probability, terms, rule, words, rest }
}

function labelText(explained: ExplainedLabel, most: number): string {
  const { label, score, probability, terms, rule, words } = explained
  const sure = probability === undefined ? '' : `  probability ${sureness(probability)}`
  let out = `${colours.bold(label)}  score ${score < 0 ? '−' : ''}${figure(Math.abs(score))}${sure}\n`
  if (rule !== undefined) out += `  ${rule}\n`
  if (terms.length === 0) return `${out}  no word of the text speaks for it\n`
  if (words.length > 0) {
    out += `${markedText(explained)}${colours.dim(`  (${[...parts(explained), markKey()].join('; ')})`)}\n\n`
  }
  const strongest = Math.max(...terms.map(({ weight }) => Math.abs(weight)), 0)
  const wide = Math.max(...terms.slice(0, most).map(({ term }) => termText(term).length), 0)
  for (const { term, weight } of terms.slice(0, most)) {
    const bar = '█'.repeat(Math.ceil((Math.abs(weight) / (strongest || 1)) * BAR))
    const coloured = weight < 0 ? colours.yellow(bar) : colours.cyan(bar)
    out += `${`  ${termText(term).padEnd(wide)}  ${formatSigned(weight).padEnd(10)} ${coloured}`.trimEnd()}\n`
  }
  const more = terms.slice(most)
  if (more.length > 0) {
    const sum = more.reduce((total, { weight }) => total + weight, 0)
    out += `${colours.dim(`  and ${more.length} more, ${formatSigned(sum)} together`)}\n`
  }
  return out
}

/** What the words said and what nothing in the text said, where there is both. */
function parts({ words, rest }: ExplainedLabel): string[] {
  if (rest.length === 0) return []
  const sum = (list: readonly { readonly weight: number }[]): string =>
    formatSigned(list.reduce((total, { weight }) => total + weight, 0))
  const name = rest.length === 1 ? rest[0].term : `${rest.length} parts that are not in the text`
  return [`words ${sum(words)}`, `${name} ${sum(rest)}`]
}

/** A term as it is printed: in runs of characters blanks are shown as ␣. */
function termText(term: string): string {
  return term.startsWith('~') ? term.replaceAll(' ', '␣') : term
}

function formatSigned(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toPrecision(3)}`
}
