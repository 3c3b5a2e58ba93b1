// Weights by feature and label in 8 or 16 bits (or 32-bit floats), as a shrunk model has them: lists end to end,
// labels ascending in each, read where they lie in the file.
//
// w_{f,l} = scale_f · q, q a whole number: a scale for each feature loses less than one for each label,
// as the weights of one word are of one size, and costs nothing to use: the document's value is multiplied by it once. Scales are
// stored in a byte each, as steps of a quarter of an octave. What all labels have alike of a feature is `common`.

import type { Dataset, NumberArray, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { startsOf } from '../structures/postings.js'
import { idsInPlace, lengthsFrom, packNumbers } from '../structures/state-arrays.js'
import { option, worded } from '../wording.js'
import { WeightRows } from './weight-rows.js'
import { collectLists, type VisitWeight, type WeightLists, type Weights } from './weights.js'

export type Bits = 8 | 16 | 32
export type Ids = Uint8Array | Uint16Array | Uint32Array
type Codes = Int8Array | Int16Array | Float32Array

/** 2^(0/4) … 2^(3/4) as constants: what powers come out as may differ between machines. */
const QUARTERS = Float64Array.of(1, 1.189207115002721, Math.SQRT2, 1.681792830507429)
const MOST_CODE = 255
/** The first byte of stored scales is the exponent of code 0, above this. */
const LEAST_EXPONENT = -192

export class CompactRows implements Weights {
  readonly featureCount: number
  readonly labelCount: number
  readonly starts: Uint32Array
  readonly labels: Ids
  readonly codes: Codes
  /** By feature; 1 for floats. */
  readonly scales: Float64Array
  /** As stored: exponent and a code for each feature; none for floats. */
  private readonly scaleCodes: Uint8Array
  private readonly common: Codes | undefined

  private constructor(
    labelCount: number,
    lengths: Uint32Array,
    labels: Ids,
    codes: Codes,
    scaleCodes: Uint8Array,
    common: Codes | undefined,
  ) {
    this.featureCount = lengths.length
    this.labelCount = labelCount
    this.starts = startsOf(lengths)
    this.labels = labels
    this.codes = codes
    this.scaleCodes = scaleCodes
    this.scales = new Float64Array(lengths.length).fill(1)
    for (let f = 0; f < scaleCodes.length - 1; f++) this.scales[f] = scaleOf(scaleCodes[f + 1], scaleCodes[0])
    this.common = common
  }

  /** The lists in this many bits a weight; weights that round to 0 are dropped. */
  static of(lists: WeightLists, labelCount: number, bits: Bits): CompactRows {
    const { lengths, labels, values, common } = lists
    const features = lengths.length
    const scaleCodes = bits === 32 ? new Uint8Array(0) : chooseScales(lists, highestCode(bits))
    const codes = codesFor(bits, values.length)
    const commonCodes = common === undefined ? undefined : codesFor(bits, features)
    const keptLabels = new Uint32Array(labels.length)
    const keptLengths = new Uint32Array(features)
    let to = 0
    for (let f = 0, i = 0; f < features; f++) {
      const scale = bits === 32 ? 1 : scaleOf(scaleCodes[f + 1], scaleCodes[0])
      if (commonCodes !== undefined) commonCodes[f] = encode(common![f], scale, bits)
      const from = to
      for (const end = i + lengths[f]; i < end; i++) {
        codes[to] = encode(values[i], scale, bits)
        if (codes[to] === 0) continue
        keptLabels[to++] = labels[i]
      }
      keptLengths[f] = to - from
    }
    const ids = packIds(keptLabels.subarray(0, to), labelCount)
    return new CompactRows(labelCount, keptLengths, ids, codes.slice(0, to), scaleCodes, commonCodes)
  }

  get bits(): Bits {
    return (this.codes.BYTES_PER_ELEMENT * 8) as Bits
  }

  get(feature: number, label: number): number {
    if (feature >= this.featureCount) return 0
    const { labels, codes, common } = this
    let code = common === undefined ? 0 : common[feature]
    for (let i = this.starts[feature], end = this.starts[feature + 1]; i < end && labels[i] <= label; i++) {
      if (labels[i] === label) code += codes[i]
    }
    return code * this.scales[feature]
  }

  addScores(data: Dataset, row: number, scores: Float64Array): void {
    const { starts, labels, codes, scales, common, featureCount, labelCount } = this
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    let rest = 0
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= featureCount) continue
      const x = values[e] * scales[feature]
      const end = starts[feature + 1]
      for (let i = starts[feature]; i < end; i++) scores[labels[i]] += x * codes[i]
      if (common !== undefined) rest += x * common[feature]
    }
    if (rest !== 0) for (let l = 0; l < labelCount; l++) scores[l] += rest
  }

  /** The same for an index: touches only labels with a weight for one of the row's features. Values below 0 are silent. */
  touchScores(data: Dataset, row: number, out: Scores, presence: boolean): void {
    const { starts, labels, codes, scales, featureCount } = this
    const { values: scores, seen, touched } = out
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    let count = out.count
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const feature = columns[e]
      if (feature >= featureCount || values[e] < 0) continue
      const x = presence ? scales[feature] : values[e] * scales[feature]
      const end = starts[feature + 1]
      for (let i = starts[feature]; i < end; i++) {
        const label = labels[i]
        if (seen[label] === 0) {
          seen[label] = 1
          touched[count++] = label
        }
        scores[label] += x * codes[i]
      }
    }
    out.count = count
  }

  forEachOf(feature: number, visit: VisitWeight): void {
    if (feature >= this.featureCount) return
    const { starts, labels, codes, scales } = this
    const common = this.common?.[feature] ?? 0
    let i = starts[feature]
    const end = starts[feature + 1]
    if (common === 0) {
      for (; i < end; i++) visit(labels[i], codes[i] * scales[feature])
      return
    }
    for (let l = 0; l < this.labelCount; l++) {
      const code = common + (i < end && labels[i] === l ? codes[i++] : 0)
      if (code !== 0) visit(l, code * scales[feature])
    }
  }

  entries(): number {
    return this.codes.length
  }

  /** The weights as lists of plain numbers. */
  lists(): WeightLists {
    const { starts, codes, scales, common, featureCount } = this
    const lengths = new Uint32Array(featureCount)
    const values = new Float64Array(codes.length)
    for (let f = 0; f < featureCount; f++) {
      lengths[f] = starts[f + 1] - starts[f]
      for (let i = starts[f]; i < starts[f + 1]; i++) values[i] = codes[i] * scales[f]
    }
    return {
      lengths,
      labels: Uint32Array.from(this.labels),
      values,
      common: common && Float64Array.from(common, (code, f) => code * scales[f]),
    }
  }

  rows(): WeightRows {
    const lists = collectLists(this.featureCount, (feature, add) => this.forEachOf(feature, add))
    return WeightRows.ofLists(lists, this.labelCount)
  }

  store(name: string, arrays: Record<string, NumberArray>): void {
    const { starts } = this
    const lengths = Uint32Array.from({ length: this.featureCount }, (_, f) => starts[f + 1] - starts[f])
    arrays[`${name}.lengths`] = packNumbers(lengths)
    arrays[`${name}.labels`] = this.labels
    arrays[`${name}.codes`] = this.codes
    if (this.bits !== 32) arrays[`${name}.scales`] = this.scaleCodes
    if (this.common !== undefined) arrays[`${name}.common`] = this.common
  }

  /** Whether weights of this name are stored in this form. */
  static isIn(arrays: State['arrays'], name: string): boolean {
    return `${name}.codes` in arrays
  }

  /** Back from the arrays of a state, used in place; refuses what could not have been stored. */
  static from(arrays: State['arrays'], name: string, labelCount: number): CompactRows {
    const labels = idsInPlace(arrays[`${name}.labels`], labelCount, 'weight labels')
    const lengths = lengthsFrom(arrays[`${name}.lengths`], labels.length, 'weight lists')
    const features = lengths.length
    for (let f = 0, i = 0; f < features; f++) {
      const end = i + lengths[f]
      for (i++; i < end; i++) {
        if (labels[i] <= labels[i - 1]) throw new InputError("the model's weight labels do not rise")
      }
      i = end
    }
    const codes = codesFrom(arrays[`${name}.codes`], labels.length, 'weights')
    const scaleCodes = codes instanceof Float32Array ? new Uint8Array(0) : arrays[`${name}.scales`]
    const scaled = codes instanceof Float32Array ? 0 : features + 1
    if (!(scaleCodes instanceof Uint8Array && scaleCodes.length === scaled))
      throw new InputError(`the model's weight scales: expected ${scaled} bytes`)
    const common =
      `${name}.common` in arrays ? codesFrom(arrays[`${name}.common`], features, 'common weights') : undefined
    if (common !== undefined && common.constructor !== codes.constructor)
      throw new InputError("the model's common weights are of another type than its weights")
    return new CompactRows(labelCount, lengths, labels, codes, scaleCodes, common)
  }
}

/** The largest weight in units of the scale. */
function highestCode(bits: 8 | 16): number {
  return bits === 8 ? 127 : 32767
}

function codesFor(bits: Bits, length: number): Codes {
  if (bits === 32) return new Float32Array(length)
  return bits === 8 ? new Int8Array(length) : new Int16Array(length)
}

function encode(weight: number, scale: number, bits: Bits): number {
  return bits === 32 ? Math.fround(weight) : Math.round(weight / scale)
}

/** What a code stands for, `first` being the stored exponent. */
function scaleOf(code: number, first: number): number {
  return QUARTERS[code & 3] * 2 ** ((code >> 2) + first + LEAST_EXPONENT)
}

/** The stored exponent, and for each feature the least code under which its largest weight fits. */
function chooseScales(lists: WeightLists, highest: number): Uint8Array {
  const { lengths, values, common } = lists
  const needs = new Float64Array(lengths.length)
  let most = 0
  for (let f = 0, i = 0; f < lengths.length; f++) {
    let largest = Math.abs(common?.[f] ?? 0)
    for (const end = i + lengths[f]; i < end; i++) largest = Math.max(largest, Math.abs(values[i]))
    needs[f] = largest / highest
    most = Math.max(most, needs[f])
  }
  let first = MOST_CODE
  while (first > 0 && scaleOf(MOST_CODE, first - 1) >= most) first--
  if (scaleOf(MOST_CODE, first) < most)
    throw new InputError(worded`a weight is too large for 8 or 16 bits: expected ${option('bits', 32)}`)
  const codes = new Uint8Array(lengths.length + 1)
  codes[0] = first
  for (let f = 0; f < needs.length; f++) {
    let low = 0
    let high = MOST_CODE
    while (low < high) {
      const middle = (low + high) >> 1
      if (scaleOf(middle, first) >= needs[f]) high = middle
      else low = middle + 1
    }
    codes[f + 1] = low
  }
  return codes
}

/** Ids in the smallest type for `limit` labels, whether or not the last are used, so that sizes can be predicted. */
function packIds(ids: Uint32Array, limit: number): Ids {
  if (limit <= 0x100) return Uint8Array.from(ids)
  return limit <= 0x10000 ? Uint16Array.from(ids) : ids.slice()
}

function codesFrom(array: NumberArray | undefined, length: number, what: string): Codes {
  if (!(array instanceof Int8Array || array instanceof Int16Array || array instanceof Float32Array)) {
    throw new InputError(`the model's ${what} are missing or of another type`)
  }
  if (array.length !== length)
    throw new InputError(`the model's ${what}: expected ${length} numbers, found ${array.length}`)
  if (array instanceof Float32Array && !array.every(Number.isFinite))
    throw new InputError(`the model's ${what} are not all finite numbers`)
  return array
}
