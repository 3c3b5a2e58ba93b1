// A classifier to and from the bytes of a model file: which sections and header fields it has. Loading
// makes views of the arrays and no object per word; what a hostile file could say wrong is checked here.

import type { Learner, Model, NumberArray, OnlineTrainer, State } from '../contract.js'
import { type Calibration, calibrationFrom, calibrationState } from '../decide/probability-calibration.js'
import { thresholdState, thresholdsFrom } from '../decide/thresholds.js'
import { engine } from '../engine/engine.js'
import { InputError } from '../errors.js'
import { LEARNERS } from '../learners/registry.js'
import { decodeContainer, encodeContainer } from '../modelfile/container.js'
import { restoreModel } from '../models/restore.js'
import { resolveOptions } from '../options.js'
import { ByteTable } from '../structures/byte-table.js'
import { joinParts } from '../structures/bytes.js'
import {
  floatsFrom,
  lengthsFrom,
  numberFrom,
  packNumbers,
  withoutPacking,
} from '../structures/state-arrays.js'
import { type SettledOptions, settleWeighting, VECTOR_OPTIONS } from '../vector/vector-options.js'
import { Vectoriser } from '../vector/vectoriser.js'
import { shownValue, type Wording } from '../wording.js'
import { Classifier } from './classifier.js'
import type { ClassifierParts, Shrunk } from './classifier-parts.js'
import { RUN_OPTIONS } from './train-options.js'

type Sections = Record<string, NumberArray>

/**
 * The parts of the model file, to be written one after another.
 *
 * @example
 * for (const part of classifierToParts(model)) part instanceof Uint8Array // true
 */
export function classifierToParts(classifier: Classifier): Uint8Array[] {
  const parts = classifier.toParts()
  return encodeParts(parts, parts.trainer?.state() ?? parts.model.state(), false)
}

/** The parts of a file that holds the model in the form it is used in, without what learning on needs. */
export function frozenParts(classifier: Classifier): Uint8Array[] {
  const parts = classifier.toParts()
  return withoutPacking(() => encodeParts(parts, parts.model.state(), true))
}

function encodeParts(parts: ClassifierParts, learned: State, frozen: boolean): Uint8Array[] {
  const { learner, learnerOptions, run, vectoriser, labels, labelDocuments, shrunk } = parts
  const { terms, df, occurrences, documents, vectors } = vectoriser.parts()
  const decision = thresholdState(parts.rule)
  const calibration = parts.calibration === undefined ? undefined : calibrationState(parts.calibration)
  const sections: Sections = {
    ...addPrefix('terms', tableArrays(terms, shrunk !== undefined)),
    ...addPrefix('terms', { df: packNumbers(df) }),
    ...(readsOccurrences(parts) ? addPrefix('terms', { occurrences: packNumbers(occurrences) }) : {}),
    ...addPrefix('labels', tableArrays(labels, shrunk !== undefined)),
    ...addPrefix('labels', { documents: packNumbers(labelDocuments) }),
    ...addPrefix('learned', learned.arrays),
    ...addPrefix('decision', decision.arrays),
    ...addPrefix('calibration', calibration?.arrays ?? {}),
  }
  const header = {
    learner: learner.name,
    options: learnerOptions,
    text: storedText(vectoriser.options),
    run,
    documents,
    vectors: vectors === true,
    ...(frozen ? { frozen } : {}),
    learned: learned.numbers,
    decision: decision.numbers,
    ...(calibration === undefined ? {} : { calibration: calibration.numbers }),
    ...(shrunk === undefined ? {} : { shrunk }),
  }
  return encodeContainer(header, sections, shrunk === undefined ? 1 : 2)
}

/** Without what says nothing: files of models that ask for no gap are what they were before there was that option. */
function storedText({ gap, ...others }: SettledOptions): Partial<SettledOptions> {
  return gap === '' ? others : { ...others, gap }
}

/** Whether the counts of words are needed: to learn on, or by a weighting that reads the length of documents. */
function readsOccurrences({ shrunk, vectoriser }: ClassifierParts): boolean {
  return shrunk === undefined || vectoriser.weighting.reads.includes('meanLength')
}

/** A shrunk model has no stored hash table: hashing takes some milliseconds, and the table would be most of a small file. */
function tableArrays(table: ByteTable, shrunk: boolean): Sections {
  if (!shrunk) return table.arrays()
  const { bytes, lengths } = table.strings()
  return { bytes, lengths: packNumbers(lengths) }
}

/**
 * The whole model file.
 *
 * @example
 * const bytes = toBytes(model)
 * const same = await fromBytes(bytes)
 * same.rank('corn')[0].label // 'grain'
 */
export function classifierToBytes(classifier: Classifier): Uint8Array {
  return joinParts(classifierToParts(classifier))
}

/**
 * Reads a model file; `name` is what errors call it. The bytes belong to the classifier from then on. `pause` is awaited between
 * parts of the work: a large model takes a while.
 *
 * @example
 * const { learner, labels } = await partsFromBytes(bytes, 'news.abound')
 * learner.name // 'ff'
 * labels.count // 2
 */
export async function partsFromBytes(
  bytes: Uint8Array,
  name: string,
  pause?: () => Promise<void>,
): Promise<ClassifierParts> {
  if (!(bytes instanceof Uint8Array))
    throw new InputError(`${name}: expected the bytes of a model in a Uint8Array, found ${shownValue(bytes)}`)
  const { header, sections } = decodeContainer(bytes, name)
  const known = LEARNERS.find((learner) => learner.name === header.learner)
  if (known === undefined) {
    throw new InputError(unknownDeclaration(name, 'learner', header.learner))
  }
  const weighting = (header.text as { readonly weighting?: unknown } | null | undefined)?.weighting
  const spec = VECTOR_OPTIONS.weighting
  if (typeof weighting === 'string' && spec.kind === 'choice' && !spec.choices.includes(weighting))
    throw new InputError(unknownDeclaration(name, 'weighting', weighting))
  await pause?.()
  try {
    return await readParts(known, header, sections, pause)
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name} is damaged: ${error.message}`)
    throw error
  }
}

/**
 * The classifier in a model file's bytes; `name` is what errors call it. The bytes belong to it from then on.
 *
 * @example
 * const model = await fromBytes(bytes)
 * model.assign('corn prices') // ['grain']
 */
export async function classifierFromBytes(bytes: Uint8Array, name = 'model'): Promise<Classifier> {
  return new Classifier(await partsFromBytes(bytes, name))
}

/** That a file needs what was declared outside. */
function unknownDeclaration(file: string, concept: 'learner' | 'weighting', name: unknown): Wording {
  const what = `${file}: was trained with the ${concept} ${shownValue(name)}, which is not known here: expected`
  return {
    message: `${what} extend({ ${concept}s: […] }) with it before it is loaded`,
    commandLine: `${what} --plugin FILE with it`,
  }
}

async function readParts(
  learner: Learner,
  header: Record<string, unknown>,
  sections: Sections,
  pause?: () => Promise<void>,
): Promise<ClassifierParts> {
  const learnerOptions = resolveOptions(learner.options, objectIn(header, 'options'), learner.name)
  const text = resolveOptions(VECTOR_OPTIONS, objectIn(header, 'text'), 'text')
  const run = resolveOptions(RUN_OPTIONS, objectIn(header, 'run'), 'run')
  const shrunk = shrunkFrom(header)
  const terms = tableFrom(sections, 'terms', shrunk !== undefined)
  const labels = tableFrom(sections, 'labels', shrunk !== undefined)
  await pause?.()
  const documents = numberFrom(header, 'documents')
  const df = frequenciesFrom(sections['terms.df'], terms.count, documents)
  const occurrences = sections['terms.occurrences']
  const vectoriser = await Vectoriser.load(settleWeighting(text, learner.text), {
    terms,
    df,
    occurrences:
      shrunk !== undefined && occurrences === undefined
        ? df
        : floatsFrom(occurrences, terms.count, 'term counts'),
    documents,
    vectors: header.vectors === true,
  })
  await pause?.()
  const learned: State = { numbers: numbersIn(header, 'learned'), arrays: arraysUnder(sections, 'learned') }
  const context = { seed: run.seed }
  let trainer: OnlineTrainer | undefined
  let model: Model
  if (learner.online && header.frozen !== true && shrunk === undefined) {
    trainer = learner.resume(learned, learnerOptions, context)
    model = trainer.model()
  } else model = restoreModel(learner.modelKind, learned, learner.restore)
  if (model.labelCount > labels.count || model.featureCount > terms.count) {
    throw new InputError('the model speaks of more labels or words than the file names')
  }
  return {
    learner,
    learnerOptions,
    run,
    vectoriser,
    labels,
    labelDocuments: floatsFrom(sections['labels.documents'], labels.count, 'label counts'),
    model,
    trainer,
    rule: thresholdsFrom({
      numbers: numbersIn(header, 'decision'),
      arrays: arraysUnder(sections, 'decision'),
    }),
    calibration: readCalibration(header, sections, labels.count),
    ...(shrunk === undefined ? {} : { shrunk }),
  }
}

function shrunkFrom(header: Record<string, unknown>): Shrunk | undefined {
  if (header.shrunk === undefined) return undefined
  const { bits, features, weights } = numbersIn(header, 'shrunk')
  return { bits, features, weights }
}

function readCalibration(
  header: Record<string, unknown>,
  sections: Sections,
  labelCount: number,
): Calibration | undefined {
  if (header.calibration === undefined) return undefined
  const calibration = calibrationFrom({
    numbers: numbersIn(header, 'calibration'),
    arrays: arraysUnder(sections, 'calibration'),
  })
  if (calibration.labelCount > labelCount)
    throw new InputError('the calibration speaks of more labels than the file names')
  return calibration
}

/** Weightings divide by document frequencies: none may be 0, or above the number of documents. */
function frequenciesFrom(array: NumberArray | undefined, terms: number, documents: number): Float64Array {
  if (!Number.isSafeInteger(documents) || documents < 1) {
    throw new InputError(`it was trained on ${documents} documents: expected at least 1`)
  }
  const df = floatsFrom(array, terms, 'document frequencies')
  if (isWhole(array) && engine().arrays.allWithin(array, 1, documents)) return df
  for (let term = 0; term < terms; term++) {
    if (df[term] < 1 || df[term] > documents) {
      throw new InputError(`a word is in ${df[term]} documents: expected 1 to ${documents}`)
    }
  }
  return df
}

function isWhole(array: NumberArray | undefined): array is Uint8Array | Uint16Array | Uint32Array {
  return array instanceof Uint8Array || array instanceof Uint16Array || array instanceof Uint32Array
}

function tableFrom(sections: Sections, name: string, shrunk: boolean): ByteTable {
  const bytes = sections[`${name}.bytes`]
  if (shrunk && bytes instanceof Uint8Array) {
    return ByteTable.ofStrings(bytes, lengthsFrom(sections[`${name}.lengths`], bytes.length, name), name)
  }
  const offsets = sections[`${name}.offsets`]
  const slots = sections[`${name}.slots`]
  if (!(bytes instanceof Uint8Array && offsets instanceof Uint32Array && slots instanceof Uint32Array)) {
    throw new InputError(`the table of ${name} is missing`)
  }
  return ByteTable.over(bytes, offsets, slots, name)
}

function addPrefix(prefix: string, arrays: Readonly<Record<string, NumberArray>>): Sections {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]))
}

function arraysUnder(sections: Sections, prefix: string): Sections {
  const under = Object.entries(sections).filter(([name]) => name.startsWith(`${prefix}.`))
  return Object.fromEntries(under.map(([name, array]) => [name.slice(prefix.length + 1), array]))
}

function objectIn(header: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = header[name]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`its header has no object "${name}"`)
  }
  return value as Record<string, unknown>
}

function numbersIn(header: Record<string, unknown>, name: string): Record<string, number> {
  const object = objectIn(header, name)
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'number') throw new InputError(`its header has no number "${name}.${key}"`)
  }
  return object as Record<string, number>
}
