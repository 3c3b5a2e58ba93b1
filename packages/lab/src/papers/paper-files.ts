// All files of a paper's results by name: the JSON file, the page made from it, and its figures.

import type { Paper, PaperItem } from './item.js'
import { paperFigure } from './paper-figures.js'
import { figureFile, paperPage } from './paper-page.js'
import type { ItemRecord, PaperRecord } from './record.js'

/** The files that the records of a paper make. */
export function pageFiles(
  paper: Paper,
  items: readonly PaperItem[],
  records: readonly ItemRecord[],
): Map<string, string> {
  const own = items.filter((item) => item.paper === paper)
  const kept = own.flatMap((item) => records.filter(({ id }) => id === item.id))
  const record: PaperRecord = { paper: paper.id, items: kept }
  const files = new Map([
    [`${paper.id}.json`, `${jsonOf(record)}\n`],
    [`${paper.id}.md`, paperPage(paper, own, kept)],
  ])
  for (const item of own) {
    for (const plot of kept.find(({ id }) => id === item.id)?.plots ?? []) {
      files.set(figureFile(item, plot), paperFigure(plot))
    }
  }
  return files
}

/** Indented, but a figure or a point on one line: for people who look at what changed. */
function jsonOf(record: PaperRecord): string {
  return JSON.stringify(record, null, 2)
    .replace(/\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g, '[$1, $2]')
    .replace(
      /\{\s+"mean": ([^\s,]+),\s+"deviation": ([^\s,]+),\s+"trials": (\d+)\s+\}/g,
      '{ "mean": $1, "deviation": $2, "trials": $3 }',
    )
}
