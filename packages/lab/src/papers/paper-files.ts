// All files of a paper's results by name: the JSON file, the page made from it, and its figures.

import type { Paper, PaperItem } from './item.js'
import type { ItemRecord, PaperRecord } from './item-record.js'
import { paperFigure } from './paper-figures.js'
import { figureFile, paperPage } from './paper-page.js'

/** The files that the records of a paper make. */
export function pageFiles(
  paper: Paper,
  items: readonly PaperItem[],
  records: readonly ItemRecord[],
): Map<string, string> {
  const own = items.filter((item) => item.paper === paper)
  const kept = own.flatMap((item) => records.filter(({ id }) => id === item.id))
  const files = new Map([
    [`${paper.id}.json`, `${formatRecord({ paper: paper.id, items: kept })}\n`],
    [`${paper.id}.md`, paperPage(paper, own, kept)],
  ])
  for (const { id, plots } of kept)
    for (const plot of plots) files.set(figureFile(id, plot), paperFigure(plot))
  return files
}

/** Indented, but a figure or a point on one line: for people who look at what changed. */
function formatRecord(record: PaperRecord): string {
  return JSON.stringify(record, null, 2)
    .replace(/\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g, '[$1, $2]')
    .replace(
      /\{\s+"mean": ([^\s,]+),\s+"deviation": ([^\s,]+),\s+"trials": (\d+)\s+\}/g,
      '{ "mean": $1, "deviation": $2, "trials": $3 }',
    )
}
