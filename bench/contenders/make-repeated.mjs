// Writes the lines of a gzipped file over and over, unpacked, until there are so many bytes.
//
//   make-repeated.mjs FROM TO BYTES

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const [from, to, wanted] = process.argv.slice(2)
const lines = gunzipSync(readFileSync(from))
const out = openSync(to, 'w')
for (let bytes = 0; bytes < Number(wanted); bytes += lines.length) writeFileSync(out, lines)
closeSync(out)
