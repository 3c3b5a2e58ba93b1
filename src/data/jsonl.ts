// JSON lines: an object a line, with `text`, `labels` (an array) or `label` (one), and perhaps `id`,
// `notLabels`, `partial`. No labels: unlabelled; `labels: []`: known to have none. Where both `labels` and
// `label` stand, `labels` counts. Blank lines are skipped.

import type { Document } from '../contract.js'
import { createDecode } from './decode.js'
import { lineReader, type ReadLine } from './lines.js'
import { bad, excerpt, type Reader, type ReadSettings } from './reading.js'
import { documentOf, namesOf } from './record.js'
import { Warnings } from './warnings.js'
import { checkLabels, textOf, type Writer, type WriteSettings } from './writing.js'

/** A reader of JSON lines. */
export function jsonlReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning)
  return lineReader(settings, jsonLine(settings, warnings), () => warnings.end())
}

/** Reads one line as a JSON object. */
export function jsonLine(settings: ReadSettings, warnings: Warnings): ReadLine {
  const decode = createDecode(warnings)
  const names = namesOf(settings, 'a JSON object')
  return (bytes, from, to, line, emit) => {
    const text = decode(bytes, from, to, line)
    const record = parse(text)
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      if (text.trim() === '') return
      bad(`${names.expected}, found: ${excerpt(text)}`)
    }
    emit(documentOf(record as Record<string, unknown>, names))
  }
}

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
