// JSON lines: an object a line, with `text`, `labels` (an array) or `label` (one), and perhaps `id`,
// `notLabels`, `partial`. No labels: unlabelled; `labels: []`: known to have none. Where both `labels` and
// `label` stand, `labels` counts. Blank lines are skipped.
//
// JSON.parse reads them; where only texts and ids are asked for, and as bytes, the engine may read many lines at once.

import type { Document } from '../../contract.js'
import type { JsonTexts } from '../../engine/contract.js'
import { engine } from '../../engine/engine.js'
import { createDecode } from '../decode.js'
import { defineFormat } from '../format.js'
import { lineReader, type ReadLine, type ReadLines } from '../lines.js'
import { NamedFields } from '../named-fields.js'
import { bad, excerpt, type Reader, type ReadSettings } from '../reading.js'
import { type Draft, documentOf, type Names, namesOf } from '../record.js'
import { TextArena } from '../text-arena.js'
import { Warnings } from '../warnings.js'
import { checkLabels, textOf, type Writer, type WriteSettings } from '../writing.js'

export const jsonl = defineFormat({
  name: 'jsonl',
  title: 'JSONL',
  extensions: ['jsonl', 'ndjson'],
  mediaTypes: ['application/x-ndjson', 'application/jsonl'],
  needs: 'bytes',
  example:
    '{"id":"1","text":"Köln","labels":["a"]}\r\n\n{"text":"b","labels":[],"notLabels":["x"],"partial":true}\n',
  reader: jsonlReader,
  lineByLine: true,
  writer: jsonlWriter,
})

function jsonlReader(settings: ReadSettings): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning, settings.onOddity)
  const { read, readMany, checkFields } = jsonLines(settings, warnings)
  const finish = (): void => {
    checkFields()
    warnings.end()
  }
  return lineReader(settings, read, finish, readMany)
}

/** Reads one line as a JSON object, and perhaps many lines in one go. */
export function jsonLines(
  settings: ReadSettings,
  warnings: Warnings,
): {
  readonly read: ReadLine
  readonly readMany?: ReadLines | undefined
  /** At the end: refuses a file in which no record has a field that was asked for. */
  checkFields(): void
} {
  const decode = createDecode(warnings)
  const names = namesOf(settings, 'a JSON object')
  const fields = new NamedFields(settings, names.text)
  const read: ReadLine = (bytes, from, to, line, emit) => {
    const text = decode(bytes, from, to, line)
    const record = parse(text)
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      if (text.trim() === '') return
      bad(`${names.expected}, found: ${excerpt(text)}`)
    }
    if (!fields.complete) fields.look(record as Record<string, unknown>)
    const document: Draft = documentOf(record as Record<string, unknown>, names)
    if (settings.textBytes === true) document.text = encoder.encode(document.text as string)
    emit(document)
  }
  const checkFields = (): void => {
    if (settings.onAbsent === undefined) fields.check(settings.file)
    else if (fields.asked) settings.onAbsent(fields.result())
  }
  return { read, readMany: textReader(names, settings), checkFields }
}

/** Reads many lines of a text and perhaps an id at once; undefined where more is asked for, or the engine cannot. */
function textReader(
  names: Names,
  { textBytes, withoutLabels, reusesBuffer }: ReadSettings,
): ReadLines | undefined {
  const { text, label, part, weight } = names
  if (textBytes !== true || withoutLabels !== true || text.length > 1) return undefined
  if (part !== undefined || weight !== undefined) return undefined
  const labels = label === undefined ? ['labels', 'label'] : [label]
  const fields = [...text, 'id', 'notLabels', 'partial', ...labels]
  // A field that has two roles, or a name that every object has, is read by JSON.parse.
  if (new Set(fields).size < fields.length || fields.some((name) => name in {})) return undefined
  const found = engine().jsonTexts({
    names: fields.map((name) => encoder.encode(name)),
    labels: fields.indexOf('labels'),
  })
  return found && readTexts(found, reusesBuffer === true)
}

/** Texts that are used before the next are read (`reusesBuffer`) need no memory of their own. */
function readTexts(lines: JsonTexts, reusesBuffer: boolean): ReadLines {
  const arena = new TextArena()
  return (bytes, from, longest, emit) => {
    const found = lines.read(bytes, from, longest)
    if (found === undefined) return undefined
    const { count, textEnds, ids } = found
    const texts = reusesBuffer ? found.texts : arena.copy(found.texts, 0, found.texts.length)
    for (let i = 0; i < count; i++) {
      const text = texts.subarray(i === 0 ? 0 : textEnds[i - 1], textEnds[i])
      const id = ids[2 * i]
      emit(id < 0 ? { text } : { id: decoder.decode(bytes.subarray(id, ids[2 * i + 1])), text })
    }
    return found
  }
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
function jsonlWriter(settings: WriteSettings): Writer {
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
