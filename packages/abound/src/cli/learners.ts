// abound learners [NAME]

import { Argument, type Command } from 'commander'
import { entries, expectation, flagName, LEARNERS, learnerNamed } from '../internal.js'
import { offer } from './offered-values.js'
import { colours, list, print } from './terminal.js'

export function define(command: Command): void {
  command
    .addArgument(
      offer(
        new Argument('[name]', 'a learner, for its options'),
        LEARNERS.map(({ name }) => name),
      ),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  abound learners\n  abound learners ff')
    .action(run)
}

async function run(name: string | undefined, flags: { readonly json?: boolean }): Promise<void> {
  const chosen = name === undefined ? LEARNERS : [learnerNamed(name)]
  if (flags.json === true) {
    const list = chosen.map(({ name, summary, goodFor, source, online, options, text }) => ({
      name,
      summary,
      goodFor,
      source,
      online,
      text,
      options,
    }))
    return print(`${JSON.stringify(name === undefined ? list : list[0], null, 2)}\n`)
  }
  if (name === undefined) {
    return print(
      `${list(LEARNERS.map((learner) => [learner.name, learner.summary]))}\nabound learners NAME shows its options.\n`,
    )
  }
  const [learner] = chosen
  await print(
    `${colours.bold(learner.name)}: ${learner.summary}\n\nGood for: ${learner.goodFor}\nFrom: ${learner.source}\n` +
      `Learns ${learner.online ? 'one document at a time (abound learn goes on)' : 'from all documents at once'}; ` +
      `texts by default: --weighting ${learner.text.weighting} --norm ${learner.text.norm}\n`,
  )
  const rows = entries(learner.options).map(([option, spec]) => [
    flagName(option),
    spec.kind === 'boolean' ? (spec.default ? 'on' : 'off') : String(spec.default),
    spec.kind === 'boolean' ? spec.help : `${spec.help} (${expectation(spec)})`,
  ])
  if (rows.length > 0) await print(`\n${list([['option', 'default', ''], ...rows])}`)
}
