// abound words learn MODEL TEXT…

import { learnText } from '../internal.js'
import { load } from '../node/internal.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { formatAmount, formatBytes, print } from './terminal.js'
import { openTextFiles } from './text-files.js'

interface Flags {
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export async function learn(path: string, paths: string[], flags: Flags): Promise<void> {
  const output = flags.output ?? path
  const model = await load(path)
  checkOutput(output)
  const files = openTextFiles(paths)
  const progress = new Progress(flags.quiet === true)
  const features = model.featureCount
  const { words, newWords } = await learnText(model, files, (count) =>
    progress.update('learning', files.share(), count, 'words'),
  )
  progress.clear()
  files.report()
  const { bytes } = await model.save(output)
  const result = {
    learner: model.learner,
    words,
    newWords,
    newFeatures: model.featureCount - features,
    modelBytes: bytes,
  }
  if (flags.json === true) return print(`${JSON.stringify(result)}\n`)
  if (flags.quiet === true) return
  await print(
    `learned ${formatAmount(words, 'word')}: ${formatAmount(newWords, 'new word')}, ` +
      `${formatAmount(result.newFeatures, 'new feature')}\nwrote ${output} (${formatBytes(bytes)})\n`,
  )
}
