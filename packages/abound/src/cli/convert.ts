// abound convert IN OUT

import { type Command, Option } from 'commander'
import { InputError, writtenFormats } from '../internal.js'
import { writeDocuments } from '../node/internal.js'
import { addDataFlags, type DataFlags, openData } from './data-flags.js'
import { offer } from './offered-values.js'
import { formatAmount, print, warn } from './terminal.js'

interface Flags extends DataFlags {
  readonly to?: string
  readonly quiet?: boolean
}

export function define(command: Command): void {
  const written = writtenFormats().map(({ name }) => name)
  command
    .argument('<in>', 'data to read')
    .argument('<out>', 'file to write, its format by its extension (.gz too), or - with --to')
    .addOption(offer(new Option('--to <format>', `format of the output: ${written.join(', ')}`), written))
    .option('--quiet', 'print nothing but warnings and errors')
  addDataFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  abound convert news.csv news.jsonl.gz --label-column topic
  abound convert reut2-000.sgm - --to fasttext`,
  )
  command.action(run)
}

async function run(from: string, to: string, flags: Flags): Promise<void> {
  if (to === '-' && flags.to === undefined)
    throw new InputError('standard output: say what to write with --to, such as --to jsonl')
  const { source, report } = openData([from], flags)
  const { documents } = await writeDocuments(to, source.documents(), {
    onWarning: warn,
    ...(flags.to === undefined ? {} : { to: flags.to }),
  })
  report()
  if (to !== '-' && flags.quiet !== true)
    await print(`wrote ${formatAmount(documents, 'document')} to ${to}\n`)
}
