// abound words train TEXT… -o MODEL

import type { Command } from 'commander'
import { trainOnText } from '../internal.js'
import { FileClassifier } from '../node/internal.js'
import { givenWordOptions } from './option-flags.js'
import { checkOutput } from './output.js'
import { Progress } from './progress.js'
import { formatBytes, formatCount, formatScore, print } from './terminal.js'
import { openTextFiles } from './text-files.js'

interface Flags {
  readonly output: string
  readonly learner?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export async function train(paths: string[], flags: Flags, command: Command): Promise<void> {
  const started = performance.now()
  checkOutput(flags.output)
  const files = openTextFiles(paths)
  const progress = new Progress(flags.quiet === true)
  const given = {
    ...givenWordOptions(command),
    ...(flags.learner === undefined ? {} : { learner: flags.learner }),
  }
  const { model, words, heldOut } = await trainOnText(files, given, {
    counting: (count) => progress.update('counting', files.share(), count, 'words'),
    training: {
      progress: (phase, done, total) =>
        progress.update(phase, total > 0 ? done / total : files.share(), done, 'words'),
    },
    measuring: (done, total) => progress.update('measuring', done / total, done, 'words'),
  })
  progress.clear()
  files.report()
  const { bytes } = await new FileClassifier(model.toParts()).save(flags.output)
  const seconds = (performance.now() - started) / 1000
  const peakMemoryBytes = process.resourceUsage().maxRSS * 1024
  if (flags.json === true) {
    const result = {
      learner: model.learner,
      options: model.options,
      words,
      classes: model.labelCount,
      features: model.featureCount,
      seconds,
      peakMemoryBytes,
      modelBytes: bytes,
      ...(heldOut === undefined ? {} : { heldOut }),
    }
    return print(`${JSON.stringify(result)}\n`)
  }
  if (flags.quiet === true) return
  const measured =
    heldOut === undefined
      ? ''
      : `; on the last tenth R1 ${formatScore(heldOut.R1)}, R5 ${formatScore(heldOut.R5)} ` +
        `(commonest words: ${formatScore(heldOut.baseline.R1)}, ${formatScore(heldOut.baseline.R5)})`
  await print(
    `${formatCount(words)} words, ${formatCount(model.labelCount)} classes, ${formatCount(model.featureCount)} features${measured}\n` +
      `${model.learner} learned them in ${seconds.toFixed(2)} s (peak memory ${formatBytes(peakMemoryBytes)})\n` +
      `wrote ${flags.output} (${formatBytes(bytes)})\n`,
  )
}
