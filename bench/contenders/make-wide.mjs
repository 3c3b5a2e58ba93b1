// Writes so many documents, each with a label of its own.
//
//   make-wide.mjs FILE COUNT

import { writeFileSync } from 'node:fs'

const [file, count] = process.argv.slice(2)
const lines = Array.from({ length: Number(count) }, (_, i) => {
  const labels = [`shelf ${i % 100} / product number ${i}`]
  return `${JSON.stringify({ text: `word${i % 500} thing${i}`, labels })}\n`
})
writeFileSync(file, lines.join(''))
