// What is added from outside at start-up, before commands, servers and their help are put together.

import type { Learner } from './contract.js'
import type { Format } from './data/format.js'
import { formats } from './data/formats/index.js'
import { checkDeclaration, checkOptionSpecs, type Fields } from './declaration-checks.js'
import { declaredLearners } from './learners/registry.js'
import { MEASURE_GROUPS, type Measure } from './measure/measure.js'
import { declaredMeasures } from './measure/measures/index.js'
import { MODEL_KINDS } from './models/restore.js'
import { RUN_OPTIONS } from './pipeline/train-options.js'
import { VECTOR_OPTIONS } from './vector/vector-options.js'
import { NORMS, type Weighting } from './vector/weighting.js'
import { weightings } from './vector/weightings/index.js'

/** Declarations from outside, as our own lists hold them. */
export interface Extensions {
  readonly learners?: readonly Learner[]
  readonly formats?: readonly Format[]
  readonly weightings?: readonly Weighting[]
  readonly measures?: readonly Measure[]
}

/** The names of the lists in `Extensions`. */
export const EXTENSION_KINDS = ['learners', 'formats', 'weightings', 'measures'] as const

const LEARNER: Fields = {
  online: 'boolean',
  summary: 'string',
  goodFor: 'string',
  source: 'string',
  options: 'object',
  text: 'object',
  modelKind: MODEL_KINDS,
}
const ONLINE: Fields = { passes: 'function', start: 'function', resume: 'function' }
const BATCH: Fields = { train: 'function', 'jobs?': 'array' }
const FORMAT: Fields = {
  title: 'string',
  extensions: 'array',
  needs: ['bytes', 'random access'],
  'writer?': 'function',
}
const WEIGHTING: Fields = { norm: NORMS, reads: 'array', weigh: 'function', typical: 'function' }
const MEASURE: Fields = {
  title: 'string',
  help: 'string',
  group: Object.keys(MEASURE_GROUPS),
  'signTest?': 'function',
}

/** Options that all learners have. */
const TAKEN = ['learner', ...Object.keys(RUN_OPTIONS), ...Object.keys(VECTOR_OPTIONS)]

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
}: Extensions): void {
  for (const learner of learners) {
    checkLearner(learner)
    declaredLearners.add(learner)
  }
  for (const format of files) {
    checkDeclaration('format', format, FORMAT)
    checkDeclaration(
      'format',
      format,
      format.needs === 'bytes' ? { reader: 'function' } : { read: 'function' },
    )
    formats.add(format)
  }
  for (const weighting of values) {
    checkDeclaration('weighting', weighting, WEIGHTING)
    weightings.add(weighting)
  }
  for (const measure of measures) {
    checkDeclaration('measure', measure, MEASURE)
    checkDeclaration(
      'measure',
      measure,
      'ofDocument' in measure ? { ofDocument: 'function' } : { compute: 'function' },
    )
    declaredMeasures.add(measure)
  }
}

function checkLearner(learner: Learner): void {
  checkDeclaration('learner', learner, LEARNER)
  checkDeclaration('learner', learner, learner.online ? ONLINE : BATCH)
  if (learner.modelKind === 'own') checkDeclaration('learner', learner, { restore: 'function' })
  checkDeclaration(
    `learner ${learner.name}: text`,
    { ...learner.text, name: 'values' },
    { weighting: 'string', norm: NORMS },
  )
  checkOptionSpecs(`learner ${learner.name}`, learner.options, TAKEN)
}

/** All that was added: what other threads and processes do not know by themselves. */
export function addedDeclarations(): Required<Extensions> {
  return {
    learners: declaredLearners.added,
    formats: formats.added,
    weightings: weightings.added,
    measures: declaredMeasures.added,
  }
}
