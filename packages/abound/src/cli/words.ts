// abound words train | predict | learn

import { type Command, Option } from 'commander'
import { WORD_LEARNERS } from '../internal.js'
import { offer } from './offered-values.js'
import { addWordFlags } from './option-flags.js'
import { learn } from './words-learn.js'
import { predict } from './words-predict.js'
import { train } from './words-train.js'

const TEXTS = 'files of plain text (UTF-8, also .gz or .zst), or - for standard input'
const LEARNERS = WORD_LEARNERS.map(({ name }) => name)

export function define(command: Command): void {
  command.addHelpText(
    'after',
    `
A model of words is a model like any other: its labels are words, and its texts have a gap, _, where a word is missing.
So \`inspect\`, \`explain\`, \`evaluate\`, \`shrink\` and \`serve\` take it, too.

Examples:
  abound words train novel.txt more/*.txt -o words.abound
  abound words predict words.abound "it was the best of _"
  abound words learn words.abound another-novel.txt
  abound explain words.abound "it was the _ of times"`,
  )
  defineTrain(command.command('train').description('learn from plain text and write a model file'))
  command
    .command('predict')
    .description('the words that may stand in each gap, _, of a text, or come next where it has none')
    .argument('<model>', 'a model of `abound words train`')
    .argument('[text...]', 'a text itself, or files of one text a line; without any (or -), standard input')
    .option('-k, --top <n>', 'how many words for each gap (default: 5)')
    .option('--json', 'print lines of JSON, as is done where the output is no terminal')
    .addHelpText(
      'after',
      `
Examples:
  abound words predict words.abound "it was the best of _"
  abound words predict words.abound "it was the _ of _" -k 3 --json
  abound words predict words.abound "and then she" | cat
  abound words predict words.abound sentences.txt`,
    )
    .action(predict)
  command
    .command('learn')
    .description('go on learning from more text; new words become new classes')
    .argument('<model>', 'a model of `abound words train`')
    .argument('<text...>', TEXTS)
    .option('-o, --output <model>', 'where to write it (default: over the model itself)')
    .option('--json', 'print the result as one JSON object')
    .option('--quiet', 'print nothing but warnings and errors')
    .addHelpText(
      'after',
      `
Examples:
  abound words learn words.abound another-novel.txt
  abound words learn words.abound letters/*.txt -o letters.abound`,
    )
    .action(learn)
}

function defineTrain(command: Command): void {
  command
    .argument('<text...>', TEXTS)
    .requiredOption('-o, --output <model>', 'the model file to write')
    .addOption(
      offer(new Option('--learner <name>', `how to learn: ${LEARNERS.join(', ')} (default: ff)`), LEARNERS),
    )
    .option('--json', 'print the result as one JSON object')
    .option('--quiet', 'print nothing but warnings and errors')
  addWordFlags(command)
  command.addHelpText(
    'after',
    `
Each word is a class, told from the words around it in its sentence: by their places, and by pairs and triples of
neighbours. The last tenth of the text is held out and measured on, beside naming the commonest words; --no-validate
learns from all of it.

Examples:
  abound words train novel.txt -o words.abound
  abound words train novels/*.txt.gz --margin 0.1 --passes 4 -o words.abound
  abound words train chat.txt --after 0 --min-count 3 -o next-word.abound
  cat *.txt | abound words train - --no-validate -o words.abound`,
  )
  command.action(train)
}
