// Writes so many documents as plain JSON lines: those of some corpora, then copies of them. A copy of a text of 40
// words or more has another word in its middle, a shorter one is in capitals. Prints how many there are of each.
//
//   make-copies.mjs TO DOCUMENTS FROM…

import { closeSync, openSync, writeSync } from 'node:fs'
import { readDocuments } from './documents.mjs'

const LONG = 40
const AT_ONCE = 10_000

const [to, wanted, ...from] = process.argv.slice(2)
const count = Number(wanted)
const originals = readDocuments(...from)
const out = openSync(to, 'w')
const copies = { equal: 0, near: 0 }
for (let i = 0; i < count; ) {
  let lines = ''
  for (const end = Math.min(count, i + AT_ONCE); i < end; i++) {
    const { text, labels } = originals[i % originals.length]
    lines += `${JSON.stringify({ text: i < originals.length ? text : copied(text), labels })}\n`
  }
  writeSync(out, lines)
}
closeSync(out)
console.log(JSON.stringify({ documents: count, ...copies }))

/** @param {string} text */
function copied(text) {
  const words = text.split(/\s+/)
  if (words.length < LONG) {
    copies.equal++
    return text.toUpperCase()
  }
  copies.near++
  words[words.length >> 1] = 'otherwise'
  return words.join(' ')
}
