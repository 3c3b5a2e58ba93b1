// Makes the pages and figures of docs/papers anew from its JSON files, after the words of an item were changed.
//
//   npm run build && node scripts/papers-pages.mjs

import { fileURLToPath } from 'node:url'
import { writeRecords } from '../packages/lab/dist/papers/reproduce.js'

const files = await writeRecords(fileURLToPath(new URL('../docs/papers', import.meta.url)), [])
console.log(`${files.length} files`)
