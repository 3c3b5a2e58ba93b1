// How findings of a check are shown: a few of each kind for people, all of them as lines of JSON or of a table.

import { type CheckReport, type DocumentExcerpt, type Finding, type FindingKind, KINDS } from '../internal.js'
import { colours, formatAmount, formatCount } from './terminal.js'

interface OfKind {
  readonly kind: FindingKind
  readonly what: string
  readonly all: readonly Finding[]
  readonly toMend: number
}

/** The findings by kind, worst first; kinds without any are left out. */
export function byKind(findings: readonly Finding[]): OfKind[] {
  return Object.entries(KINDS)
    .map(([kind, what]) => {
      const all = findings.filter((finding) => finding.kind === kind)
      return {
        kind: kind as FindingKind,
        what,
        all,
        toMend: all.reduce((sum, { toMend }) => sum + toMend, 0),
      }
    })
    .filter(({ all }) => all.length > 0)
}

/** What was looked at. */
export function summaryLine(
  { train, test, labelCheck }: CheckReport,
  data: string,
  testData?: string,
): string {
  const part = (name: string, { documents, labels, unlabelled }: CheckReport['train']): string =>
    `${colours.bold(name)}: ${formatAmount(documents, 'document')}, ${formatAmount(labels, 'label')}` +
    (unlabelled > 0 ? `, ${formatCount(unlabelled)} unlabelled` : '')
  const lines = [part(data, train), ...(test === undefined ? [] : [part(testData ?? 'test', test)])]
  if (labelCheck !== undefined)
    lines.push(
      `labels held against the texts of ${formatAmount(labelCheck.documents, 'document')} by ${labelCheck.learner}`,
    )
  return `${lines.join('\n')}\n`
}

/** The first `top` of each kind. */
export function findingsText(findings: readonly Finding[], top: number): string {
  if (findings.length === 0) return 'nothing to mend was found\n'
  const width = Math.max(60, process.stdout.columns || 110)
  return byKind(findings)
    .map(({ kind, what, all, toMend }) => {
      const several =
        toMend > all.length && kind !== 'label-spelling'
          ? `, ${formatAmount(toMend, 'document')} to mend`
          : ''
      const head = `${colours.bold(`${what[0].toUpperCase()}${what.slice(1)}: ${formatCount(all.length)}`)}${several}  ${colours.dim(kind)}\n`
      const rest = all.length > top ? colours.dim(`  … ${formatCount(all.length - top)} more\n`) : ''
      return (
        head +
        all
          .slice(0, top)
          .map((finding) => example(finding, width))
          .join('') +
        rest
      )
    })
    .join('\n')
}

function example(finding: Finding, width: number): string {
  const { kind, documents, what, labels, suggested } = finding
  if (isOfLabels(kind)) {
    const names = (labels ?? [])
      .map(({ label, documents }) => `"${label}" (${formatCount(documents)})`)
      .join(', ')
    const meant = suggested === undefined ? '' : colours.green(`  → "${suggested[0]}"`)
    return `  ${names}${meant}  ${colours.dim(placeOf(documents[0]))}\n`
  }
  const inGroup = kind === 'duplicate' || kind === 'near-duplicate'
  const other = documents.length > 1 ? documents[inGroup ? 1 : documents.length - 1] : undefined
  const [first] = documents
  const arrow = suggested === undefined ? '' : colours.green(` → ${formatLabels(suggested)}`)
  const own = first.labels === undefined ? 'unlabelled' : formatLabels(first.labels)
  const lines = [
    `  ${colours.cyan(placeOf(first))}  ${own}${arrow}  ${colours.dim(what)}`,
    textOf(first, width),
  ]
  if (other !== undefined && kind !== 'duplicate') {
    const like = other.labels === undefined ? 'unlabelled' : formatLabels(other.labels)
    lines.push(`    like ${colours.cyan(placeOf(other))}  ${kind === 'near-duplicate' ? '' : like}`.trimEnd())
    if (kind !== 'leak' && kind !== 'same-text-other-labels') lines.push(textOf(other, width))
  }
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

/** Whether a kind is about labels rather than documents. */
function isOfLabels(kind: FindingKind): boolean {
  return (
    kind === 'label-spelling' || kind === 'label-blanks' || kind === 'unknown-label' || kind === 'lone-label'
  )
}

function textOf({ text = '' }: DocumentExcerpt, width: number): string {
  if (text === '') return ''
  const room = width - 6
  return colours.dim(`    ${text.length > room ? `${text.slice(0, room - 1)}…` : text}`).trimEnd()
}

/** train 17 (its id) */
function placeOf({ in: part, document, id }: DocumentExcerpt): string {
  return `${part} ${document}${id === undefined ? '' : ` (${id})`}`
}

function formatLabels(labels: readonly string[]): string {
  return labels.length === 0 ? 'no label' : labels.join(', ')
}

const COLUMNS = ['kind', 'what', 'in', 'document', 'id', 'labels', 'suggested', 'like', 'text']

/** All findings as lines: JSON, or a table with a line for each document to mend. */
export function* findingLines(findings: readonly Finding[], file: string): Generator<string> {
  if (!/\.tsv$/i.test(file)) {
    for (const finding of findings) yield `${JSON.stringify(finding)}\n`
    return
  }
  yield `${COLUMNS.join('\t')}\n`
  for (const finding of findings) for (const cells of rowsOf(finding)) yield `${cells.map(cell).join('\t')}\n`
}

/** Of a group of duplicates the first stays; else those to mend come first, and the last is what they are like. */
function rowsOf({ kind, what, documents, toMend, labels = [], suggested }: Finding): string[][] {
  const inGroup = kind === 'duplicate' || kind === 'near-duplicate' || kind === 'label-spelling'
  const mended = inGroup ? documents.slice(1) : documents.slice(0, toMend)
  const like = inGroup
    ? documents[0]
    : documents.length > toMend
      ? documents[documents.length - 1]
      : undefined
  return mended.map(({ in: part, document, id = '', labels: own, text = '' }, i) => {
    const about = isOfLabels(kind) ? [labels[inGroup ? i + 1 : i].label] : own
    return [
      kind,
      what,
      part,
      String(document),
      id,
      (about ?? []).join('|'),
      (suggested ?? []).join('|'),
      like === undefined ? '' : `${like.in} ${like.id ?? like.document}`,
      text,
    ]
  })
}

function cell(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ')
}
