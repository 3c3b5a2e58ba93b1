// JSON lines: an object a line, with `text`, `labels` (an array) or `label` (one), and perhaps `id`,
// `notLabels`, `partial`. No labels: unlabelled; `labels: []`: known to have none. Where both `labels` and
// `label` stand, `labels` counts. Blank lines are skipped.
//
// Where texts are wanted as bytes, a line is read without parsing it (json-line.ts), and parsed only if it is unusual.

import type { Document } from '../contract.js'
import { ABSENT, ESCAPED, FALSE, LIST, NULL, TEXT, TRUE } from '../kernels/json-bytes.js'
import { createDecode } from './decode.js'
import { JsonLine } from './json-line.js'
import { KnownNames } from './known-names.js'
import { lineReader, type ReadLine } from './lines.js'
import { bad, excerpt, type Reader, type ReadSettings } from './reading.js'
import { type Draft, documentOf, type Names, namesOf } from './record.js'
import { TextArena } from './text-arena.js'
import { Warnings } from './warnings.js'
import { checkLabels, textOf, type Writer, type WriteSettings } from './writing.js'

const LINE_FEED = 10
/** The place of `id` behind a single text. */
const ID = 1

/** A reader of JSON lines. */
export function jsonlReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning, settings.onOddity)
  return lineReader(settings, jsonLine(settings, warnings), () => warnings.end())
}

/** Reads one line as a JSON object. */
export function jsonLine(settings: ReadSettings, warnings: Warnings): ReadLine {
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
  if (settings.textBytes !== true) return parsed
  const onBytes = ByteRecords.for(names, settings.withoutLabels === true)
  return (bytes, from, to, line, emit) => {
    const document = onBytes?.read(bytes, from, to)
    if (document !== undefined) emit(document)
    else
      parsed(bytes, from, to, line, ({ text, ...rest }) =>
        emit({ ...rest, text: encoder.encode(text as string) }),
      )
  }
}

/** Documents of lines that need no parsing. */
class ByteRecords {
  private readonly names: Names
  private readonly fields: readonly string[]
  /** Whether a text and an id are all that is asked for. */
  private readonly textAlone: boolean
  private readonly line: JsonLine
  private readonly known = new KnownNames()
  private readonly arena = new TextArena()

  private constructor(names: Names, fields: readonly string[], withoutLabels: boolean) {
    this.names = names
    this.fields = fields
    this.textAlone = withoutLabels && names.text.length === 1 && names.part === undefined
    this.line = new JsonLine(fields)
  }

  /** Undefined where a field has two roles, or a name that every object has, or numbers are wanted. */
  static for(names: Names, withoutLabels: boolean): ByteRecords | undefined {
    const { text, label, part, weight } = names
    if (weight !== undefined) return undefined
    const labels = label === undefined ? ['labels', 'label'] : [label]
    const others = ['id', 'notLabels', 'partial', ...labels, ...(part === undefined ? [] : [part])]
    const fields = [...text, ...others]
    const clear = new Set(fields).size === fields.length && !fields.some((name) => name in {})
    return clear ? new ByteRecords(names, fields, withoutLabels) : undefined
  }

  read(bytes: Uint8Array, from: number, to: number): Document | undefined {
    const { line, fields } = this
    const texts = this.names.text.length
    if (!line.read(bytes, from, to)) return undefined
    if (this.textAlone && this.isPlain()) {
      const text = this.text(bytes, to - from)
      return line.kinds[ID] === ABSENT ? { text } : { id: this.value(bytes, ID) as string, text }
    }
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

  /** Whether the record has a text and nothing else, but for an id and a list of labels with names. */
  private isPlain(): boolean {
    const { kinds, starts, ends, itemStarts, itemEnds } = this.line
    if (kinds[0] !== TEXT && kinds[0] !== ESCAPED) return false
    for (let f = 1; f < kinds.length; f++) {
      if (kinds[f] === ABSENT || (f === ID && kinds[f] === TEXT)) continue
      if (this.fields[f] !== 'labels' || kinds[f] !== LIST) return false
      for (let i = starts[f]; i < ends[f]; i++) if (itemStarts[i] === itemEnds[i]) return false
    }
    return true
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
