// Documents as weighted rows in memory, as `train` makes them.

import { built } from '../build.mjs'

const { Vectoriser } = /** @type {typeof import('../../packages/abound/src/vector/vectoriser.js')} */ (
  await built('vector/vectoriser.js')
)
const { internLabels, weighRows } =
  /** @type {typeof import('../../packages/abound/src/pipeline/rows.js')} */ (await built('pipeline/rows.js'))
const { ByteTable } = /** @type {typeof import('../../packages/abound/src/structures/byte-table.js')} */ (
  await built('structures/byte-table.js')
)
const { DatasetBuilder } = /** @type {typeof import('../../packages/abound/src/structures/dataset.js')} */ (
  await built('structures/dataset.js')
)

/**
 * @param {import('../../packages/abound/src/contract.js').Document[]} documents
 * @param {import('../../packages/abound/src/vector/vectoriser.js').SettledOptions} options
 */
export function rowsOf(documents, options) {
  const vectoriser = new Vectoriser(options)
  const labels = new ByteTable()
  const counts = new DatasetBuilder()
  for (const document of documents) {
    const rowLabels = internLabels(document, labels)
    vectoriser.look(document)
    counts.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
  }
  return weighRows(counts, vectoriser, vectoriser.settle(vectoriser.kept()))
}
