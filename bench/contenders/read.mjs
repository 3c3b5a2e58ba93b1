// The least that training has to do with a file: unpack it and parse its lines, all at once, in plain Node.

import { readDocuments } from './documents.mjs'

console.log(JSON.stringify({ documents: readDocuments(process.argv[2]).length }))
