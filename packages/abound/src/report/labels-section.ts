// A row for each label: sorted, filtered and paged by the page's script; the first rows stand there without it.

import type { Measures } from '../measure/evaluation.js'
import type { LabelMeasures } from '../measure/per-label.js'
import { bar, formatAmount, formatCount, formatScore } from './figures.js'
import { dataBlock, html, type Markup } from './html.js'
import type { Section } from './page.js'

type ColumnKind = 'name' | 'count' | 'share' | 'bar'
type Cell = string | number | null

interface Column {
  readonly title: string
  readonly says: string
  readonly kind: ColumnKind
  of(label: LabelMeasures): Cell
}

const COLUMNS: readonly Column[] = [
  column('label', 'name of the label', 'name', ({ label }) => label),
  column('trained', 'training documents that had it', 'count', ({ training }) => training ?? null),
  column('documents', 'measured documents that have it', 'count', ({ documents }) => documents),
  column('assigned', 'documents it was assigned to', 'count', ({ assigned }) => assigned),
  column('precision', 'share of these that have it', 'share', ({ precision }) => precision),
  column('recall', 'share of its documents that it was assigned to', 'share', ({ recall }) => recall),
  column('F1', 'harmonic mean of both', 'bar', ({ f1 }) => f1),
  column('breakeven', 'precision where it equals recall', 'share', ({ breakeven }) => breakeven),
  column(
    'avg. precision',
    'average precision of its documents, ranked',
    'share',
    ({ averagePrecision }) => averagePrecision,
  ),
]
const SORTED_BY = 2
const FIRST = 25

export function labelsSection({ perLabel }: Measures): Section | undefined {
  if (perLabel.length === 0) return undefined
  const columns = COLUMNS.filter(({ title }) => title !== 'trained' || perLabel[0].training !== undefined)
  const by = columns.indexOf(COLUMNS[SORTED_BY])
  const rows = perLabel.map((label) => columns.map((column) => column.of(label)))
  const first = [...rows].sort((a, b) => Number(b[by]) - Number(a[by])).slice(0, FIRST)
  const data = {
    columns: columns.map(({ kind }) => kind),
    rows: rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(4)) : cell))),
  }
  return {
    id: 'labels',
    title: 'Labels',
    body: html`<p class="note">${formatAmount(perLabel.length, 'label')} that some document has or was assigned. Headings sort.</p>
<div class="tools" id="labels-tools" hidden><label for="labels-filter">Find a label</label><input id="labels-filter" type="search" autocomplete="off" spellcheck="false"></div>
<div class="wide" tabindex="0" role="region" aria-label="Labels"><table id="labels-table">
<thead><tr>${columns.map(
      ({ title, says, kind }, i) =>
        html`<th scope="col" class="${kind === 'name' ? '' : 'n'}" aria-sort="${i === by ? 'descending' : 'none'}" title="${says}"><button type="button">${title}</button></th>`,
    )}</tr></thead>
<tbody>${first.map((row) => html`<tr>${row.map((cell, i) => cellOf(cell, columns[i].kind))}</tr>\n`)}</tbody>
</table></div>
<div class="pages" id="labels-pages" role="group" aria-label="Pages of the table"><button type="button">First</button><button type="button">Back</button><span id="labels-where" aria-live="polite">the first ${formatCount(first.length)} of ${formatCount(perLabel.length)}</span><button type="button">On</button><button type="button">Last</button></div>
${dataBlock('labels-data', data)}`,
  }
}

function column(title: string, says: string, kind: ColumnKind, of: Column['of']): Column {
  return { title, says, kind, of }
}

function cellOf(cell: Cell, kind: ColumnKind): Markup {
  if (kind === 'name') return html`<th scope="row"><bdi>${cell}</bdi></th>`
  const figure = cell as number | null
  if (kind === 'count') return html`<td class="n">${figure === null ? '–' : formatCount(figure)}</td>`
  return html`<td class="n">${formatScore(figure)}${kind === 'bar' && bar(figure ?? 0)}</td>`
}
