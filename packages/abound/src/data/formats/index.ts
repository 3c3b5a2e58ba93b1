// The formats. Adding one is its file and a line here (and its import).

import { Declarations } from '../../declarations.js'
import type { Format } from '../format.js'
import { csv, tsv } from './csv/index.js'
import { fasttext } from './fasttext.js'
import { jsonl } from './jsonl.js'
import { parquet } from './parquet/index.js'
import { sgm } from './sgml.js'
import { svm } from './svmlight.js'
import { lines } from './text-lines.js'

const OURS = [jsonl, csv, tsv, fasttext, svm, parquet, sgm, lines] as const

/** The name of one of our formats. */
export type FormatName = (typeof OURS)[number]['name']

/** The name of one that is read front to back. */
export type StreamedFormatName = Extract<(typeof OURS)[number], { needs: 'bytes' }>['name']

export const formats = new Declarations<Format>('format', OURS)

/** Ours, and those added at start-up. */
export const FORMATS: readonly Format[] = formats.all
