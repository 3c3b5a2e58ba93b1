// Named values → a document, for the formats whose records have named values (JSONL, Parquet).

import type { Document } from '../contract.js'
import { nearestName } from '../wording.js'
import { labelList, labelName, plainName, show, splitLabels } from './labels.js'
import { bad, excerpt, type ReadSettings } from './reading.js'

/** A document while it is put together. */
export type Draft = { -readonly [Key in keyof Document]: Document[Key] }

/** The names under which a record has the parts of a document. */
export interface Names {
  readonly text: readonly string[]
  /** Only where the user named it; else `labels`, else `label`. */
  readonly label: string | undefined
  /** What goes into `Document.weight`. */
  readonly weight: string | undefined
  readonly separator: string | undefined
  /** What goes into `Document.part`. */
  readonly part: string | undefined
  /** What a record should be, for messages. */
  readonly expected: string
}

/** The names that the settings ask for; `record` says what a record is called. */
export function namesOf(settings: ReadSettings, record: string): Names {
  const text = textFields(settings)
  const label = settings.labelColumn
  return {
    text,
    label,
    weight: settings.weightColumn,
    separator: settings.labelSeparator,
    part: settings.partField,
    expected: `expected ${record} with "${text.join('" or "')}" and "${label ?? 'labels'}"`,
  }
}

/** The names of what is read as text; `--text-column` says what `text` is called in the file. */
export function textFields(settings: ReadSettings): string[] {
  const { fields = ['text'], textColumn = 'text' } = settings
  return fields.map((name) => (name === 'text' ? textColumn : name))
}

/** Throws BadRecord where a value is not what it should be. A field that is absent may be undefined. */
export function documentOf(record: Readonly<Record<string, unknown>>, names: Names): Document {
  const document: Draft = {}
  const id = record.id
  if (id !== undefined && id !== null) {
    document.id = plainName(id) ?? bad(`expected "id" to be a string, found: ${excerpt(show(id))}`)
  }
  document.text = textOf(record, names)
  const labels = labelsOf(record, names)
  if (labels !== undefined) document.labels = labels
  if (record.notLabels !== undefined) {
    document.notLabels = list(record.notLabels, 'notLabels')
    for (const name of document.notLabels) {
      if (labels?.includes(name))
        bad(`expected "${excerpt(name)}" in "labels" or in "notLabels", not in both`)
    }
  }
  if (record.partial !== undefined) {
    if (typeof record.partial !== 'boolean') {
      bad(`expected "partial" to be true or false, found: ${excerpt(show(record.partial))}`)
    }
    if (record.partial) document.partial = true
  }
  if (names.weight !== undefined) {
    const weight = record[names.weight]
    if (weight !== undefined && weight !== null) document.weight = weightFrom(String(weight), names.weight)
  }
  if (names.part !== undefined) document.part = partOf(record[names.part], names.part)
  return document
}

/** The weight of a document, as written in the field or column of that name. */
export function weightFrom(text: string, name: string): number {
  const weight = text.trim() === '' ? Number.NaN : Number(text)
  if (weight > 0 && Number.isFinite(weight)) return weight
  return bad(`expected "${name}" to be a number above 0, found: ${excerpt(text)}`)
}

function partOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return bad(`expected a field "${name}" to part documents by`)
  return (
    plainName(value) ?? bad(`expected "${name}" to be a string or number, found: ${excerpt(show(value))}`)
  )
}

function textOf(record: Readonly<Record<string, unknown>>, names: Names): string {
  let text: string | undefined
  for (const name of names.text) {
    const value = record[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') {
      bad(`expected "${name}" to be a string, found: ${excerpt(show(value))}`)
    }
    text = text === undefined ? value : `${text}\n${value}`
  }
  if (text !== undefined) return text
  const meant = nearestName(names.text[0], Object.keys(record))
  const hint = meant === undefined ? '' : `: did you mean "${meant}"?`
  return bad(`${names.expected}, found no "${names.text.join('", no "')}"${hint}`)
}

function labelsOf(record: Readonly<Record<string, unknown>>, names: Names): string[] | undefined {
  if (names.label !== undefined) return oneOrMore(record[names.label], names.label, names.separator)
  if (record.labels !== undefined) {
    return typeof record.labels === 'string' && names.separator !== undefined
      ? splitLabels(record.labels, names.separator, '"labels"')
      : list(record.labels, 'labels')
  }
  return oneOrMore(record.label, 'label', names.separator)
}

function oneOrMore(value: unknown, name: string, separator: string | undefined): string[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return labelList(value, `"${name}"`)
  if (typeof value === 'string' && separator !== undefined) return splitLabels(value, separator, `"${name}"`)
  if (typeof value === 'object') {
    bad(`expected "${name}" to be a string, found: ${excerpt(show(value))}`)
  }
  return [labelName(value, `"${name}"`)]
}

function list(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) {
    bad(`expected "${name}" to be an array of strings, found: ${excerpt(show(value))}`)
  }
  return labelList(value, `"${name}"`)
}
