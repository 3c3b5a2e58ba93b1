// fastText lines: `__label__x __label__y text`. Any word that starts with `__label__` is a label, wherever it
// stands, as in fastText; a line without one is unlabelled, so "known to have none" has no place here. Words
// are separated by ASCII blanks. A blank line is a document without words: order and count are kept.
//
// Writing: line ends in a text become blanks, blanks before a text are dropped, ids are left out.

import type { Document } from '../../contract.js'
import { createDecode } from '../decode.js'
import { defineFormat } from '../format.js'
import { KnownNames } from '../known-names.js'
import { labelList } from '../labels.js'
import { lineReader } from '../lines.js'
import type { Reader, ReadSettings } from '../reading.js'
import type { Draft } from '../record.js'
import { TextArena } from '../text-arena.js'
import { isUtf8 } from '../utf8.js'
import { Warnings } from '../warnings.js'
import {
  cannotHold,
  checkLabels,
  checkWhollyJudged,
  textOf,
  type Writer,
  type WriteSettings,
} from '../writing.js'

const PREFIX = '__label__'
const encoder = new TextEncoder()
const PREFIX_BYTES = encoder.encode(PREFIX)
const UNDERSCORE = 0x5f

export const fasttext = defineFormat({
  name: 'fasttext',
  title: 'fastText',
  extensions: ['txt', 'ft', 'fasttext'],
  shownAs: '.txt (fastText)',
  mediaTypes: ['text/plain'],
  needs: 'bytes',
  example: '__label__a __label__b, Köln\n\nx __label__c y\n__label__a__label__b z\n',
  reader: fasttextReader,
  lineByLine: true,
  writer: fasttextWriter,
})

function fasttextReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning, settings.onOddity)
  const decode = createDecode(warnings)
  const onBytes = settings.textBytes === true ? new ByteLines(warnings) : undefined
  return lineReader(
    settings,
    (bytes, from, to, line, emit) => {
      const read = onBytes?.read(bytes, from, to, line)
      if (read !== undefined) {
        emit(read)
        return
      }
      const whole = decode(bytes, from, to, line)
      const labels: string[] = []
      let at = skipBlanks(whole, 0)
      while (whole.startsWith(PREFIX, at)) {
        const end = nextBlank(whole, at)
        labels.push(whole.slice(at + PREFIX.length, end))
        at = skipBlanks(whole, end)
      }
      const text = takeInnerLabels(whole.slice(at), labels)
      const document: Draft = { text: onBytes === undefined ? text : encoder.encode(text) }
      if (labels.length > 0) document.labels = labelList(labels, `names after ${PREFIX}`)
      for (const name of labels) warnOfSlips(name, line, warnings)
      emit(document)
    },
    () => warnings.end(),
  )
}

/** Lines whose labels all stand first, in UTF-8: nothing but labels becomes a string. */
class ByteLines {
  private readonly warnings: Warnings
  private readonly known = new KnownNames()
  private readonly arena = new TextArena()
  private memory: DataView = new DataView(new ArrayBuffer(0))

  constructor(warnings: Warnings) {
    this.warnings = warnings
  }

  /** Reads the line; undefined where labels do not all stand first, or it is not UTF-8. */
  read(bytes: Uint8Array, from: number, to: number, line: number): Document | undefined {
    if (this.memory.buffer !== bytes.buffer) this.memory = new DataView(bytes.buffer)
    if (!isUtf8(this.memory, bytes, from, to)) return undefined
    let at = from
    while (at < to && isBlank(bytes[at])) at++
    const labels: string[] = []
    while (startsWithPrefix(bytes, at, to)) {
      let end = at
      while (end < to && !isBlank(bytes[end])) end++
      labels.push(this.known.name(bytes, at + PREFIX.length, end))
      at = end
      while (at < to && isBlank(bytes[at])) at++
    }
    const rest = bytes.subarray(at, to)
    for (let i = rest.indexOf(UNDERSCORE); i >= 0; i = rest.indexOf(UNDERSCORE, i + 1))
      if (startsWithPrefix(rest, i, rest.length)) return undefined
    const document: Draft = { text: this.arena.copy(bytes, at, to) }
    if (labels.length > 0) document.labels = labelList(labels, `names after ${PREFIX}`)
    for (const name of labels) warnOfSlips(name, line, this.warnings)
    return document
  }
}

function startsWithPrefix(bytes: Uint8Array, at: number, to: number): boolean {
  if (to - at < PREFIX_BYTES.length) return false
  for (let i = 0; i < PREFIX_BYTES.length; i++) if (bytes[at + i] !== PREFIX_BYTES[i]) return false
  return true
}

/** Moves the labels that stand within or after the text to `labels`; returns the text without them. */
function takeInnerLabels(text: string, labels: string[]): string {
  let at = innerLabel(text, 0)
  if (at < 0) return text
  let rest = ''
  let from = 0
  while (at >= 0) {
    let cut = at
    while (cut > from && isBlank(text.charCodeAt(cut - 1))) cut--
    rest += text.slice(from, cut)
    from = nextBlank(text, at)
    labels.push(text.slice(at + PREFIX.length, from))
    at = innerLabel(text, from)
  }
  return rest + text.slice(from)
}

/** Where the next word that starts with `__label__` stands, or -1. */
function innerLabel(text: string, from: number): number {
  let at = text.indexOf(PREFIX, from)
  while (at > 0 && !isBlank(text.charCodeAt(at - 1))) at = text.indexOf(PREFIX, at + 1)
  return at
}

function warnOfSlips(name: string, line: number, warnings: Warnings): void {
  if (name.includes(PREFIX)) {
    warnings.add(
      'labels that hold another __label__',
      line,
      `${PREFIX}${name} is one label, as fastText reads it; a blank belongs between two`,
    )
  } else if (name.endsWith(',')) {
    warnings.add(
      'labels that end in a comma',
      line,
      `${PREFIX}${name} has the comma in its name, as fastText reads it; labels are separated by blanks`,
    )
  }
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

function nextBlank(text: string, from: number): number {
  let at = from
  while (at < text.length && !isBlank(text.charCodeAt(at))) at++
  return at
}

/** Holds labels without blanks and texts on one line. */
function fasttextWriter(settings: WriteSettings): Writer {
  let withId = 0
  let withNone = 0
  return {
    header: () => '',
    document(document: Document) {
      checkLabels(document, settings)
      checkWhollyJudged(document, settings)
      const flat = textOf(document, settings).replace(/\r\n|[\r\n]/g, ' ')
      // A byte order mark at the start would be taken for the file's own.
      const text = flat.replace(/^[ \t\v\f\0\ufeff]+/, '')
      if (innerLabel(text, 0) >= 0) {
        cannotHold(document, settings, `a word of a text must not start with ${PREFIX} in fastText`)
      }
      let line = ''
      for (const label of document.labels ?? []) {
        if (nextBlank(label, 0) < label.length) {
          cannotHold(document, settings, `fastText labels must not hold blanks: ${JSON.stringify(label)}`)
        }
        line += `${PREFIX}${label} `
      }
      if (document.id !== undefined) withId++
      if (document.labels?.length === 0) withNone++
      return `${line}${text}\n`
    },
    end() {
      if (withId > 0) settings.onWarning?.(`${settings.file}: fastText has no place for ids: left out`)
      if (withNone > 0) {
        settings.onWarning?.(
          `${settings.file}: ${withNone} documents known to have no label are unlabelled in fastText`,
        )
      }
    },
  }
}
