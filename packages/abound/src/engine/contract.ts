// What an engine does: the loops that nearly all time goes to, behind one interface. `plain/` is the reference, in TypeScript;
// `wasm/` gives the same bits in less time. engine.ts says which one runs; callers just call it.

import type { NumberArray, RowScorer, ScoringThread } from '../contract.js'
import type { TermIds } from './term-ids.js'

export interface Engine {
  readonly name: 'plain' | 'wasm'
  /** Looking through arrays, as a model file is before it is used. */
  readonly arrays: ArrayLoops
  /** Numbers of the words of texts in a table. */
  words(source: WordSource, thread?: ScoringThread): WordFinder
  /** A place for the row of one text after another. */
  termRow(): TermRow
  /**
   * Reads lines of JSON that hold a text and little else: see JsonTexts. Undefined where JSON.parse reads every line, which
   * is the plain version.
   */
  jsonTexts(fields: JsonTextFields): JsonTexts | undefined
  /** Scores rows by weights that stay as they are; undefined where the model itself (`Model.score`) is the way. */
  denseScorer(matrix: ScoredMatrix, thread?: ScoringThread): RowScorer | undefined
  listScorer(lists: ScoredLists, thread?: ScoringThread): RowScorer | undefined
  /** Memory that `jointPass` may work on, and threads share; undefined where any will do. */
  memory(bytes: number): EngineMemory | undefined
  /** Passes of sixteen labels' descent over rows that lie in such memory (learners/svm/joint-descent.ts). */
  jointPass(memory: EngineMemory, places: JointPlaces): JointPass
}

/** Memory that can be sent to other threads. */
export interface EngineMemory {
  readonly buffer: ArrayBufferLike
}

export interface ArrayLoops {
  /** Takes whole stripes of four words into the lanes of XXH32. */
  takeStripes(words: Int32Array, lanes: Int32Array): void
  /** Whether all are in low … high. */
  allWithin(array: Uint8Array | Uint16Array | Uint32Array, low: number, high: number): boolean
  allFinite(array: Float32Array | Float64Array): boolean
  /** Whether all are above 0. */
  allPositive(array: NumberArray): boolean
  /** Whether none is below the one before it. */
  isAscending(array: Uint32Array): boolean
  /** Writes where each of the lists of these lengths starts, end to end. */
  writeStarts(lengths: Uint32Array, starts: Uint32Array): void
  sumOf(array: Uint32Array): number
  /** Whether the slots of a hash table (a hash and an id each; id 0: empty) hold each of the ids 1 … count once. */
  holdsEachOnce(slots: Uint32Array, count: number): boolean
}

/** A table of words whose arrays may lie where an engine wants them (structures/byte-table.ts). */
export interface WordTable {
  readonly count: number
  livesIn(home: TableHome): boolean
  /** Moves its arrays there; false where there is not enough room. */
  moveTo(home: TableHome): boolean
  /** Uses the arrays that another thread has moved there from the same table. */
  joinIn(home: TableHome, buffer: ArrayBufferLike, places: Uint32Array): void
  /** Other threads are about to join. */
  share(): void
  /** Makes room for one more entry, and for this many bytes more. */
  reserve(bytes: number): void
  /** Writes where its arrays begin, slots − 1, the number of entries, and at which number it has to grow. */
  writePlaces(out: Uint32Array): void
  /** Entries were added in place: how many it has now. */
  took(count: number): void
}

/** Where the arrays of a table are. */
export interface TableHome {
  /** New memory, all 0; undefined where there is none left. */
  allocate(bytes: number): { readonly buffer: ArrayBufferLike; readonly at: number } | undefined
  /** Copies the entries of the slots into a larger, empty hash table; both are in this memory. */
  rehash(slots: Int32Array, larger: Int32Array): void
}

/** What words are, and the table that numbers them. */
export interface WordSource {
  /** Whether digits are part of words; undefined where words are not what an engine can tell from bytes alone. */
  readonly digits: boolean | undefined
  readonly table: WordTable
  /** Adds the numbers of the words of bytes[from … to], of any text at all: the plain version. */
  addIds(bytes: Uint8Array, from: number, to: number, grow: boolean, out: TermIds): void
}

export interface WordFinder {
  /** Whether it finds words in this table. */
  isOf(table: WordTable): boolean
  /** Adds the numbers of the words of bytes[from … to], −1 for those not there; new ones go to a table that grows. */
  addIds(bytes: Uint8Array, from: number, to: number, grow: boolean, out: TermIds): void
  /** What other threads need to find words in the same memory, if they can. */
  readonly shared?: object | undefined
}

/** The row of a text: its terms, each once, in the order in which they come, with their counts, then with values. */
export interface TermRow {
  /** Its terms and their counts or values, `size` of them. */
  readonly columns: Uint32Array
  readonly values: Float64Array
  size: number
  /** How many ids were counted into it. */
  readonly counted: number
  /** Where ids to be counted need not be copied to, if there is such a place. */
  readonly ids: Int32Array | undefined
  /** Makes room for this many entries of `terms` terms; what is in it is lost. */
  reserve(entries: number, terms: number): void
  /** Counts ids[0 … n], which are below `terms`, or below 0 where there is no such term. */
  count(ids: Int32Array, n: number, terms: number): void
  /**
   * Counts d become d or 1 + ln d, times the idf if one is given, over the length of the row if it is normalised. Entries of
   * 0 leave. False where it was not done: the plain version is the weighting's own formula (vector/weighting.ts).
   */
  weigh(logs: boolean, idf: Float64Array | undefined, normalised: boolean): boolean
}

/** Names of fields in UTF-8: the text's, then the id's, then others; and which of those holds the labels. */
export interface JsonTextFields {
  readonly names: readonly Uint8Array[]
  readonly labels: number
}

export interface JsonTexts {
  /**
   * Reads the lines of `bytes` from `from` on, where one begins, while they hold a text and nothing but perhaps an id and
   * a list of labels with names, each in at most `longest` bytes and with its end. Undefined where the first is none of
   * those. An array that has come before is taken to hold what it held then.
   */
  read(bytes: Uint8Array, from: number, longest: number): FoundTexts | undefined
}

/** Lines that were read in one go. */
export interface FoundTexts {
  readonly count: number
  /** Where in the bytes the next line begins. */
  readonly end: number
  /** All texts, end to end, overwritten by the next call, and by line where the text ends there. */
  readonly texts: Uint8Array
  readonly textEnds: Uint32Array
  /** By line, where in the bytes its id begins and ends; where it has none, both are −1. */
  readonly ids: Int32Array
}

/** Weights for all features and labels: s_l = bias_l + Σ_j w_{j,l} · x_j. */
export interface ScoredMatrix {
  readonly features: number
  readonly bias: Float64Array
  readonly labelCount: number
  readonly weights: {
    /** Whether all are numbers of 32 bits. */
    isSingle(): boolean
    /** Writes them, features × labels with `stride` a row, into a matrix of zeros. */
    writeDense(matrix: Float32Array | Float64Array, stride: number): void
  }
}

/**
 * Lists of labels and their weights by feature: s_l = Σ_f (r_f · x_f / W_f) · w_{f,l} over the features with a value of at
 * least 0, and the entries of their lists that speak.
 */
export interface ScoredLists {
  readonly features: number
  head(feature: number): ListHead
  readonly labels: Uint32Array
  readonly weights: Float64Array
  readonly labelCount: number
  readonly presence: boolean
}

/** A feature's list: r_f, W_f, and which of the entries speak. */
export interface ListHead {
  readonly rate: number
  readonly total: number
  readonly start: number
  readonly end: number
}

/** Labels that a joint descent trains together: those of a feature are one line of the processor's cache. */
export const LANES = 16

/** Where in the memory a joint descent has what, in bytes, and how much. */
export interface JointPlaces {
  readonly count: number
  readonly entries: number
  readonly featureCount: number
  /** The rows, as u32 and f32; `lengths` squared, `counts` what a row's costs are multiplied by. */
  readonly offsets: number
  readonly columns: number
  readonly values: number
  readonly lengths: number
  readonly counts: number
  /** The order of the rows; by row and lane α and y; by feature and lane the weights, the bias behind the last. */
  readonly order: number
  readonly alphas: number
  readonly signs: number
  readonly weights: number
  /** By lane: the highest and the lowest projected gradient, and the steps on the row at hand. */
  readonly highest: number
  readonly lowest: number
  readonly steps: number
}

/** What α is bounded and damped by, for rows with the label and the others. */
export interface JointBounds {
  readonly positiveBound: number
  readonly negativeBound: number
  readonly positiveDamping: number
  readonly negativeDamping: number
}

export interface JointPass {
  /** A step on every row for the first 4 · `fours` lanes, or for all. */
  pass(bounds: JointBounds, fours: number): void
  /** Swaps two lanes; absent where a pass goes over all lanes anyway. */
  swap?(one: number, other: number): void
}
