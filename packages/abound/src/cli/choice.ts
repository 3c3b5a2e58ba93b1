// What `--learner auto` and `tune` have chosen, in words, and the command that trains the same model again.

import { AUTO, type AutoChoice, optionFlags } from '../internal.js'
import { wrapProse } from './help.js'
import { colours, formatAmount, formatCount } from './terminal.js'

/** The data, the candidates tried, the choice and its reason. */
export function choiceLines({ look, rungs, trials, learner, options, reason }: AutoChoice): string {
  const { documents, labels, labelsPerDocument, characters, vectors } = look
  const texts = vectors ? 'vectors' : `${formatCount(characters)} characters`
  const most = rungs.at(-1)?.documents ?? 0
  const tried =
    trials.length === 0
      ? ''
      : `; tried ${formatAmount(trials.length, 'candidate')} on up to ${formatCount(most)} of them`
  const lines =
    `${AUTO}: ${formatAmount(documents, 'document')} of ${texts}, ${formatAmount(labels, 'label')}, ` +
    `${labelsPerDocument.toFixed(2)} a document${tried}\n` +
    `${AUTO}: took ${[learner, ...optionFlags(options)].join(' ')}: ${reason}\n`
  // A terminal would cut words in two.
  return process.stderr.isTTY === true ? lines.replace(/^.+$/gm, (line) => wrapProse(line)) : lines
}

/** Flags of the search, left out of the command that trains the model: those with a value behind them, and those without. */
export interface SearchFlags {
  readonly valued: readonly string[]
  readonly plain: readonly string[]
}

/** Those of `train`. */
export const AUTO_FLAGS: SearchFlags = { valued: ['--learner', '--budget'], plain: [] }

/** The command as typed, with the chosen learner and options in place of the search flags; given options stay as typed. */
export function trainCommand(
  typed: readonly string[],
  { learner, options }: Pick<AutoChoice, 'learner' | 'options'>,
  given: Readonly<Record<string, unknown>>,
  { valued, plain }: SearchFlags,
): string {
  const words: string[] = []
  for (let i = 0; i < typed.length; i++) {
    if (valued.includes(typed[i])) i++
    else if (!plain.includes(typed[i]) && !valued.some((flag) => typed[i].startsWith(`${flag}=`)))
      words.push(typed[i])
  }
  const chosen = Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(given, name)))
  return ['abound', 'train', ...words, '--learner', learner, ...optionFlags(chosen)]
    .map(quoteForShell)
    .join(' ')
}

/** What to do with a model that was just trained: the commands as they would be typed. */
export function nextSteps({
  output,
  validate,
}: {
  readonly output: string
  readonly validate?: string
}): string {
  const model = quoteForShell(output)
  const file =
    validate !== undefined && Number.isNaN(Number(validate)) ? quoteForShell(validate) : 'TEST-FILE'
  return (
    `\n${colours.dim('next:')}\n` +
    `  abound predict ${model} "a text to label"\n` +
    `  abound evaluate ${model} ${file}\n`
  )
}

/** A word with the quotes that a shell needs. */
function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
