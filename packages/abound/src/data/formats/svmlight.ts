// svmlight lines: `a,b 1:0.5 7:1`, vectors as they are; labels are any strings without comma or blank. A
// leading blank means known to have none; `?` in place of the labels means unlabelled. Feature ids are the
// file's own, in any order, each once a line; values of 0 are dropped. `#` as a word (for the first: `#`
// alone) starts a comment; empty lines are skipped.
//
// Writing: ids of documents are left out.

import type { Document } from '../../contract.js'
import { createDecode } from '../decode.js'
import { defineFormat } from '../format.js'
import { labelList } from '../labels.js'
import { lineReader } from '../lines.js'
import { bad, type Emit, excerpt, type Reader, type ReadSettings } from '../reading.js'
import type { Draft } from '../record.js'
import { Warnings } from '../warnings.js'
import { cannotHold, checkLabels, checkWhollyJudged, type Writer, type WriteSettings } from '../writing.js'

const UNLABELLED = '?'
const MAX_FEATURE = 4_294_967_294
const SPACE = 32
const TAB = 9
const HASH = 35
const COLON = 58
const DOT = 46
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

export const svm = defineFormat({
  name: 'svm',
  title: 'svmlight',
  extensions: ['svm', 'svmlight', 'libsvm'],
  needs: 'bytes',
  example: 'a,b 1:0.5 7:1e-3 # c\n 3:1\n? 9:2\n# x\n',
  reader: svmReader,
  writer: svmWriter,
})

function svmReader(settings: ReadSettings): Reader {
  const lines = new SvmLines(settings)
  return lineReader(
    settings,
    (bytes, from, to, line, emit) => lines.read(bytes, from, to, line, emit),
    () => lines.warnings.end(),
  )
}

class SvmLines {
  readonly warnings: Warnings
  private readonly decode
  private features = new Uint32Array(256)
  private values = new Float64Array(256)
  private count = 0

  constructor(settings: ReadSettings) {
    this.warnings = new Warnings(settings.file, settings.onWarning)
    this.decode = createDecode(this.warnings)
  }

  read(bytes: Uint8Array, from: number, to: number, line: number, emit: Emit): void {
    if (from === to) return
    let at = from
    while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB) at++
    const first = this.decode(bytes, from, at, line)
    if (first === '#') return
    const document: Draft = {}
    if (first === '') document.labels = []
    else if (first !== UNLABELLED) document.labels = labelList(first.split(','), 'labels between commas')
    this.readFeatures(bytes, at, to, line)
    document.vector = {
      features: this.features.slice(0, this.count),
      values: this.values.slice(0, this.count),
    }
    emit(document)
  }

  private readFeatures(bytes: Uint8Array, from: number, to: number, line: number): void {
    this.count = 0
    let last = -1
    let sorted = true
    let at = from
    for (;;) {
      while (at < to && (bytes[at] === SPACE || bytes[at] === TAB)) at++
      if (at === to || bytes[at] === HASH) break
      let end = at
      while (end < to && bytes[end] !== SPACE && bytes[end] !== TAB) end++
      let colon = at
      let feature = 0
      for (; colon < end && bytes[colon] >= 48 && bytes[colon] <= 57; colon++) {
        feature = feature * 10 + (bytes[colon] - 48)
      }
      if (colon === at || colon + 1 >= end || bytes[colon] !== COLON || feature > MAX_FEATURE) {
        const found = excerpt(this.decode(bytes, at, end, line))
        bad(`expected feature:value with a whole number up to ${MAX_FEATURE}, found: ${found}`)
      }
      if (feature <= last) sorted = false
      last = feature
      this.add(feature, this.value(bytes, colon + 1, end, line))
      at = end
    }
    if (!sorted) this.refuseRepeated()
    this.dropZeros()
  }

  private add(feature: number, value: number): void {
    if (this.count === this.features.length) {
      const features = new Uint32Array(2 * this.count)
      const values = new Float64Array(2 * this.count)
      features.set(this.features)
      values.set(this.values)
      this.features = features
      this.values = values
    }
    this.features[this.count] = feature
    this.values[this.count++] = value
  }

  /** Exact: up to 15 digits over a power of ten are one correctly rounded division; the rest is parsed. */
  private value(bytes: Uint8Array, from: number, to: number, line: number): number {
    let digits = 0
    let decimals = 0
    let at = from
    const simple = to - from <= 16
    if (simple) {
      for (; at < to && bytes[at] >= 48 && bytes[at] <= 57; at++) digits = digits * 10 + (bytes[at] - 48)
      if (at < to && bytes[at] === DOT && to - from > 1) {
        decimals = to - at - 1
        for (at++; at < to && bytes[at] >= 48 && bytes[at] <= 57; at++) {
          digits = digits * 10 + (bytes[at] - 48)
        }
      }
    }
    const exact = simple && at === to && digits <= Number.MAX_SAFE_INTEGER
    const value = exact
      ? decimals === 0
        ? digits
        : digits / 10 ** decimals
      : this.parse(bytes, from, to, line)
    if (!Number.isFinite(Math.fround(value))) {
      const found = excerpt(this.decode(bytes, from, to, line))
      bad(`expected a value that fits 32-bit floating point, found: ${found}`)
    }
    return value
  }

  private parse(bytes: Uint8Array, from: number, to: number, line: number): number {
    const text = this.decode(bytes, from, to, line)
    return NUMBER.test(text)
      ? Number(text)
      : bad(`expected a number after the colon, found: ${excerpt(text)}`)
  }

  private refuseRepeated(): void {
    const sorted = this.features.slice(0, this.count).sort()
    for (let i = 1; i < sorted.length; i++) {
      if (sorted[i] === sorted[i - 1]) bad(`expected each feature once, found ${sorted[i]} twice`)
    }
  }

  /** Values are kept in 32 bits later, so what rounds to 0 there counts as 0. */
  private dropZeros(): void {
    const { features, values } = this
    let kept = 0
    for (let i = 0; i < this.count; i++) {
      if (Math.fround(values[i]) === 0) continue
      features[kept] = features[i]
      values[kept++] = values[i]
    }
    this.count = kept
  }
}

/** Holds vectors only; refuses labels with comma or blank, and those that mean something else here. */
function svmWriter(settings: WriteSettings): Writer {
  let withId = 0
  return {
    header: () => '',
    document(document: Document) {
      checkLabels(document, settings)
      checkWhollyJudged(document, settings)
      const { labels, vector, id } = document
      if (vector === undefined)
        return cannotHold(
          document,
          settings,
          'svmlight holds vectors, not text, which `abound convert --weighting tfidf` makes of it',
        )
      for (const label of labels ?? []) {
        if (/[ \t\r\n,]|^\ufeff/.test(label)) {
          cannotHold(document, settings, `svmlight labels hold no comma or blank: ${JSON.stringify(label)}`)
        }
      }
      let line = labels === undefined ? UNLABELLED : labels.join(',')
      if (labels !== undefined && (line === UNLABELLED || line === '#')) {
        cannotHold(document, settings, `the label ${JSON.stringify(line)} means something else in svmlight`)
      }
      for (let i = 0; i < vector.features.length; i++) line += ` ${vector.features[i]}:${vector.values[i]}`
      if (id !== undefined) withId++
      return `${line === '' ? ' ' : line}\n`
    },
    end() {
      if (withId > 0) settings.onWarning?.(`${settings.file}: svmlight has no place for ids: left out`)
    },
  }
}
