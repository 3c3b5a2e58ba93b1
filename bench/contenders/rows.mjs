// Documents as weighted rows in memory, as `train` makes them.

import { built } from '../build.mjs'

const { Vectoriser } = /** @type {typeof import('../../src/vector/vectoriser.js')} */ (
  await built('vector/vectoriser.js')
)
const { internLabels, weighedRows } = /** @type {typeof import('../../src/pipeline/rows.js')} */ (
  await built('pipeline/rows.js')
)
const { ByteTable } = /** @type {typeof import('../../src/kernels/byte-table.js')} */ (
  await built('kernels/byte-table.js')
)
const { DatasetBuilder } = /** @type {typeof import('../../src/kernels/dataset.js')} */ (
  await built('kernels/dataset.js')
)

/**
 * @param {import('../../src/contract.js').Document[]} documents
 * @param {import('../../src/vector/vectoriser.js').SettledOptions} options
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
  return weighedRows(counts, vectoriser, vectoriser.settle(vectoriser.kept()), true)
}
