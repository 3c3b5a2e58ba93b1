// What is added from outside at start-up, before commands, servers and their help are put together.

import type { Learner } from './contract.js'
import type { Format } from './data/format.js'
import { formats } from './data/formats/index.js'
import { declaredLearners } from './learners/registry.js'
import type { Measure } from './measure/measure.js'
import { declaredMeasures } from './measure/measures/index.js'
import type { Weighting } from './vector/weighting.js'
import { weightings } from './vector/weightings/index.js'

/** Declarations from outside, as our own lists hold them. */
export interface Extensions {
  readonly learners?: readonly Learner[]
  readonly formats?: readonly Format[]
  readonly weightings?: readonly Weighting[]
  readonly measures?: readonly Measure[]
  /**
   * The address of the module that calls `extend` with these (`import.meta.url`): workers import it too, so that training
   * with them leaves the event loop free. It should do nothing else.
   */
  readonly module?: string
}

/** Addresses of modules that add declarations. */
const modules = new Set<string>()
/** Names of declarations that came without their module. */
const knownHereAlone = new Set<string>()

/** Where workers find what was added. */
export function extensionModules(): readonly string[] {
  return [...modules]
}

/** Whether these options name what was added without its module, so that this thread alone knows it. */
export function onlyKnownHere(options: object): boolean {
  return Object.values(options).some((value) =>
    typeof value === 'object' && value !== null ? onlyKnownHere(value) : knownHereAlone.has(value),
  )
}

/**
 * Adds learners, formats, weightings and measures to the lists that everything goes by: flags and help, training, model
 * files, uploads, evaluations. A model file that was made with one of them needs it again when it is loaded.
 *
 * @example
 * const loudLines = defineFormat({
 *   name: 'loud-lines',
 *   title: 'loud lines',
 *   extensions: ['louder'],
 *   needs: 'bytes',
 *   example: 'CORN\n',
 *   reader: (settings) => createReader('lines', settings),
 * })
 * extend({ formats: [loudLines] })
 * formatOf('news.louder').format // 'loud-lines'
 */
export function extend({
  learners = [],
  formats: files = [],
  weightings: values = [],
  measures = [],
  module,
}: Extensions): void {
  if (module !== undefined) modules.add(module)
  else for (const { name } of [...learners, ...values, ...measures]) knownHereAlone.add(name)
  for (const learner of learners) declaredLearners.add(learner)
  for (const format of files) formats.add(format)
  for (const weighting of values) weightings.add(weighting)
  for (const measure of measures) declaredMeasures.add(measure)
}
