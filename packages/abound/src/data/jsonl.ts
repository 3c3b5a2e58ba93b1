// JSON lines: an object a line, with `text`, `labels` (an array) or `label` (one), and perhaps `id`,
// `notLabels`, `partial`. No labels: unlabelled; `labels: []`: known to have none. Where both `labels` and
// `label` stand, `labels` counts. Blank lines are skipped.
//
// Where texts are wanted as bytes, a line is read without parsing it (json-line.ts), and parsed only if it is unusual.

import type { Document } from '../contract.js'
import {
  ABSENT,
  ESCAPED,
  FALSE,
  type FoundTexts,
  JsonBytes,
  LIST,
  NULL,
  TEXT,
  TRUE,
} from '../engine/json-bytes.js'
import { createDecode } from './decode.js'
import { JsonLine } from './json-line.js'
import { KnownNames } from './known-names.js'
import { lineReader, type ReadLine, type ReadLines } from './lines.js'
import { bad, type Emit, excerpt, type Reader, type ReadSettings } from './reading.js'
import { type Draft, documentOf, type Names, namesOf } from './record.js'
import { TextArena } from './text-arena.js'
import { Warnings } from './warnings.js'
import { checkLabels, textOf, type Writer, type WriteSettings } from './writing.js'

const LINE_FEED = 10

/** A reader of JSON lines. */
export function jsonlReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning, settings.onOddity)
  const { read, readMany } = jsonLines(settings, warnings)
  return lineReader(settings, read, () => warnings.end(), readMany)
}

/** Reads one line as a JSON object, and perhaps many lines in one go. */
export function jsonLines(
  settings: ReadSettings,
  warnings: Warnings,
): { readonly read: ReadLine; readonly readMany?: ReadLines | undefined } {
  const decode = createDecode(warnings)
  const names = namesOf(settings, 'a JSON object')
  const parsed: ReadLine = (bytes, from, to, line, emit) => {
    const text = decode(bytes, from, to, line)
    const record = parse(text)
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      if (text.trim() === '') return
      bad(`${names.expected}, found: ${excerpt(text)}`)
    }
    emit(documentOf(record as Record<string, unknown>, names))
  }
  if (settings.textBytes !== true) return { read: parsed }
  const onBytes = ByteRecords.for(names, settings)
  const read: ReadLine = (bytes, from, to, line, emit) => {
    const document = onBytes?.read(bytes, from, to)
    if (document !== undefined) emit(document)
    else
      parsed(bytes, from, to, line, ({ text, ...rest }) =>
        emit({ ...rest, text: encoder.encode(text as string) }),
      )
  }
  return { read, readMany: onBytes?.readMany }
}

/** What was used last: a file is read in blocks, with a reader for each. */
let latest: { readonly key: string; readonly records: ByteRecords } | undefined

/** Documents of lines that need no parsing. Readers may share one: nothing is kept from one line to the next. */
class ByteRecords {
  private readonly names: Names
  private readonly fields: readonly string[]
  /** Whether texts are used before the next are read. */
  private readonly reusesBuffer: boolean
  /** Where a text and an id are all that is asked for. */
  readonly readMany: ReadLines | undefined
  private readonly code: JsonBytes
  private readonly line: JsonLine
  private readonly known = new KnownNames()
  private readonly arena = new TextArena()

  private constructor(
    names: Names,
    fields: readonly string[],
    { withoutLabels, reusesBuffer }: ReadSettings,
  ) {
    this.names = names
    this.reusesBuffer = reusesBuffer === true
    this.fields = fields
    this.code = new JsonBytes(fields.map((name) => encoder.encode(name)))
    this.line = new JsonLine(fields, this.code)
    const textAlone = withoutLabels === true && names.text.length === 1 && names.part === undefined
    if (textAlone) this.readMany = this.readTexts.bind(this)
  }

  /** Undefined where a field has two roles, or a name that every object has, or numbers are wanted. */
  static for(names: Names, settings: ReadSettings): ByteRecords | undefined {
    const key = JSON.stringify([names, settings.withoutLabels, settings.reusesBuffer])
    if (latest?.key === key) return latest.records
    const { text, label, part, weight } = names
    if (weight !== undefined) return undefined
    const labels = label === undefined ? ['labels', 'label'] : [label]
    const others = ['id', 'notLabels', 'partial', ...labels, ...(part === undefined ? [] : [part])]
    const fields = [...text, ...others]
    const clear = new Set(fields).size === fields.length && !fields.some((name) => name in {})
    if (!clear) return undefined
    latest = { key, records: new ByteRecords(names, fields, settings) }
    return latest.records
  }

  read(bytes: Uint8Array, from: number, to: number): Document | undefined {
    const { line, fields } = this
    const texts = this.names.text.length
    if (!line.read(bytes, from, to)) return undefined
    const record: Record<string, unknown> = {}
    let length = 0
    for (let f = 0; f < texts; f++) {
      const kind = line.kinds[f]
      if (kind === ABSENT || kind === NULL) continue
      if (kind !== TEXT && kind !== ESCAPED) return undefined
      record[fields[f]] = ''
      length += line.ends[f] - line.starts[f] + 1
    }
    for (let f = texts; f < fields.length; f++)
      if (line.kinds[f] !== ABSENT) record[fields[f]] = this.value(bytes, f)
    // Labels and all that is wrong with a record are the same matter as for parsed ones.
    const document: Draft = documentOf(record, this.names)
    document.text = this.text(bytes, length)
    return document
  }

  private readTexts(bytes: Uint8Array, from: number, longest: number, emit: Emit): FoundTexts | undefined {
    const found = this.code.texts(bytes, from, this.fields.indexOf('labels'), longest)
    if (found === undefined) return undefined
    const { count, textEnds, ids } = found
    const texts = this.reusesBuffer ? found.texts : this.arena.copy(found.texts, 0, found.texts.length)
    for (let i = 0; i < count; i++) {
      const text = texts.subarray(i === 0 ? 0 : textEnds[i - 1], textEnds[i])
      const id = ids[2 * i]
      emit(id < 0 ? { text } : { id: decoder.decode(bytes.subarray(id, ids[2 * i + 1])), text })
    }
    return found
  }

  private value(bytes: Uint8Array, field: number): unknown {
    const { line, known } = this
    const { kinds, starts, ends, itemStarts, itemEnds, itemEscaped } = line
    const from = starts[field]
    const to = ends[field]
    switch (kinds[field]) {
      case TEXT:
        // An id comes once.
        return this.fields[field] === 'id'
          ? decoder.decode(bytes.subarray(from, to))
          : known.name(bytes, from, to)
      case ESCAPED:
        return parsedString(bytes, from, to)
      case LIST: {
        const items: string[] = []
        for (let i = from; i < to; i++) {
          const escaped = itemEscaped[i] === 1
          items.push(
            escaped
              ? parsedString(bytes, itemStarts[i], itemEnds[i])
              : known.name(bytes, itemStarts[i], itemEnds[i]),
          )
        }
        return items
      }
      case TRUE:
      case FALSE:
        return kinds[field] === TRUE
      default:
        return null
    }
  }

  /** The texts of the record, in the order they were asked for, joined by line ends. */
  private text(bytes: Uint8Array, length: number): Uint8Array {
    const { arena, line } = this
    const { kinds, starts, ends } = line
    let at = arena.reserve(length)
    let first = true
    for (let f = 0; f < this.names.text.length; f++) {
      const kind = kinds[f]
      if (kind === ABSENT || kind === NULL) continue
      if (!first) arena.bytes[at++] = LINE_FEED
      first = false
      if (kind === ESCAPED) at = line.unescape(f, arena.view, arena.bytes, at)
      else {
        arena.bytes.set(bytes.subarray(starts[f], ends[f]), at)
        at += ends[f] - starts[f]
      }
    }
    return arena.take(at)
  }
}

/** A string with its escapes: halves of surrogate pairs, too, are as JSON.parse has them. */
function parsedString(bytes: Uint8Array, from: number, to: number): string {
  return JSON.parse(decoder.decode(bytes.subarray(from - 1, to + 1))) as string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Holds everything but ready-made vectors. */
export function jsonlWriter(settings: WriteSettings): Writer {
  return {
    header: () => '',
    document(document: Document) {
      checkLabels(document, settings)
      const { id, labels, notLabels, partial } = document
      return `${JSON.stringify({ id, text: textOf(document, settings), labels, notLabels, partial })}\n`
    },
    end() {},
  }
}
