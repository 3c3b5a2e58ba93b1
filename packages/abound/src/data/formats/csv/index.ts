// CSV and TSV with a header, as spreadsheets write them: a cell in double quotes may hold the delimiter, line
// ends and "" for a quote; elsewhere a quote is a character like any other. Blank lines are skipped.
//
// Columns: `text` (or what `--fields`, `--text-column` say), `id` where there is one, labels from `labels`,
// else `label`. A cell of labels is one label, or several between separators (`|` for a column named
// `labels`), or an array in JSON. Empty cell: no labels. `?`, or no column of labels: unlabelled.
// `--weight-column` and `--split` name the columns of weights and of parts.

import type { Document } from '../../../contract.js'
import { DataError } from '../../../errors.js'
import type { Wording } from '../../../wording.js'
import { createDecode } from '../../decode.js'
import { defineFormat } from '../../format.js'
import { joinLabels, splitLabels } from '../../labels.js'
import { missingColumn } from '../../named-fields.js'
import { bad, type Emit, type Reader, type ReadSettings } from '../../reading.js'
import { type Draft, textFields, weightFrom } from '../../record.js'
import { Warnings } from '../../warnings.js'
import {
  cannotHold,
  checkLabels,
  checkWhollyJudged,
  textOf,
  type Writer,
  type WriteSettings,
} from '../../writing.js'
import { CsvScanner, MAX_COLUMNS } from './csv-scanner.js'

const UNLABELLED = '?'

interface Columns {
  readonly count: number
  readonly text: readonly number[]
  readonly labels: number
  readonly id: number
  readonly part: number
  readonly weight: number
  readonly weightName: string
  readonly labelName: string
  readonly separator: string | undefined
}

export const csv = defineFormat({
  name: 'csv',
  title: 'CSV',
  extensions: ['csv'],
  columns: true,
  delimiter: ',',
  mediaTypes: ['text/csv'],
  needs: 'bytes',
  example: 'id,text,labels\r\n1,"a ""b""\r\nc",x|y\n2,Köln,\n\n3,"d",?\n',
  reader: (settings) => csvReader(settings, ','),
  writer: (settings) => csvWriter(settings, ','),
})

export const tsv = defineFormat({
  name: 'tsv',
  title: 'TSV',
  extensions: ['tsv'],
  columns: true,
  delimiter: '\t',
  mediaTypes: ['text/tab-separated-values'],
  needs: 'bytes',
  example: 'text\tlabel\na\tx\n"b\tc"\ty\n',
  reader: (settings) => csvReader(settings, '\t'),
  writer: (settings) => csvWriter(settings, '\t'),
})

function csvReader(settings: ReadSettings, delimiter: ',' | '\t'): Reader {
  const warnings = new Warnings(settings.file, settings.onWarning)
  let columns: Columns | undefined
  let emitTo: Emit = () => {}
  const scanner = new CsvScanner(settings, delimiter, createDecode(warnings), () => {
    if (columns !== undefined) {
      emitTo(documentOf(scanner, columns, settings.textBytes === true))
      return
    }
    columns = readHeader(scanner, settings)
    scanner.cellsKept = columns.count
    scanner.strict = false
  })
  return {
    push(chunk, emit) {
      emitTo = emit
      scanner.push(chunk)
    },
    end(emit) {
      emitTo = emit
      scanner.end()
      if (columns === undefined) {
        throw new DataError(settings.file, 1, 'expected a header line with the names of the columns')
      }
      warnings.end()
    },
  }
}

function documentOf(record: CsvScanner, columns: Columns, asBytes: boolean): Document {
  if (record.cellCount !== columns.count) {
    bad(`expected ${columns.count} cells as in the header, found ${record.cellCount}`)
  }
  const document: Draft = {}
  if (columns.id >= 0) {
    const id = record.cell(columns.id)
    if (id !== '') document.id = id
  }
  document.text = textCell(record, columns.text, asBytes)
  if (columns.labels >= 0) {
    const labels = record.cell(columns.labels)
    if (labels.trim() !== UNLABELLED) {
      document.labels = splitLabels(labels, columns.separator, `"${columns.labelName}"`)
    }
  }
  if (columns.weight >= 0) {
    const weight = record.cell(columns.weight)
    if (weight !== '') document.weight = weightFrom(weight, columns.weightName)
  }
  if (columns.part >= 0) document.part = record.cell(columns.part)
  return document
}

function textCell(record: CsvScanner, columns: readonly number[], asBytes: boolean): string | Uint8Array {
  if (asBytes && columns.length === 1) return record.cellBytes(columns[0])
  let text = record.cell(columns[0])
  for (let i = 1; i < columns.length; i++) {
    const more = record.cell(columns[i])
    // An empty cell is how CSV says that a field is missing.
    if (more !== '') text = text === '' ? more : `${text}\n${more}`
  }
  return asBytes ? encoder.encode(text) : text
}

const encoder = new TextEncoder()

function readHeader(record: CsvScanner, settings: ReadSettings): Columns {
  const fail = (message: string | Wording): never => {
    throw new DataError(settings.file, record.line, message)
  }
  const count = record.cellCount
  if (count > MAX_COLUMNS) fail(`expected at most ${MAX_COLUMNS} columns, found ${count}`)
  const names: string[] = []
  for (let i = 0; i < count; i++) names.push(record.cell(i).trim())
  const find = (name: string): number => {
    const index = names.indexOf(name)
    if (index >= 0 && names.indexOf(name, index + 1) >= 0) fail(`expected one column "${name}", found two`)
    return index
  }
  const need = (name: string, by: string): number => {
    const index = find(name)
    return index >= 0 ? index : fail(missingColumn(name, by, names))
  }
  const labelName = settings.labelColumn ?? (names.includes('labels') ? 'labels' : 'label')
  return {
    count,
    text: textFields(settings).map((name) =>
      need(name, settings.fields === undefined || name === settings.textColumn ? 'textColumn' : 'fields'),
    ),
    labels: settings.labelColumn === undefined ? find(labelName) : need(labelName, 'labelColumn'),
    id: find('id'),
    part: settings.partField === undefined ? -1 : need(settings.partField, 'split'),
    weight: settings.weightColumn === undefined ? -1 : need(settings.weightColumn, 'weightColumn'),
    weightName: settings.weightColumn ?? '',
    labelName,
    separator: settings.labelSeparator ?? (labelName === 'labels' ? '|' : undefined),
  }
}

/** Columns `id`, `text`, `labels`; holds everything but vectors and partly judged documents. */
function csvWriter(settings: WriteSettings, delimiter: ',' | '\t'): Writer {
  const row = (cells: readonly string[]): string =>
    `${cells.map((cell) => quoteCell(cell, delimiter)).join(delimiter)}\n`
  return {
    header: () => row(['id', 'text', 'labels']),
    document(document: Document) {
      checkLabels(document, settings)
      checkWhollyJudged(document, settings)
      if (document.id === '') cannotHold(document, settings, 'an id must not be empty in CSV')
      return row([document.id ?? '', textOf(document, settings), labelCell(document.labels)])
    },
    end() {},
  }
}

function labelCell(labels: readonly string[] | undefined): string {
  if (labels === undefined) return UNLABELLED
  return labels.length === 1 && labels[0] === UNLABELLED ? JSON.stringify(labels) : joinLabels(labels, '|')
}

function quoteCell(cell: string, delimiter: string): string {
  return /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
