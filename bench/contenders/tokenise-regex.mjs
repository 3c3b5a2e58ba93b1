// The same rows by what one would write first: a regular expression and a Map. It counts a row as Abound does,
// by a mark for each term, and keeps the same statistics: only the tokens and the look-up differ.
//
//   tokenise-regex.mjs utf8 FILE…      decodes the bytes, as the text is in memory
//   tokenise-regex.mjs string FILE…    is handed strings that were decoded before the clock started

import { timePasses } from './passes.mjs'

const [form, ...paths] = process.argv.slice(2)

class RegexVectoriser {
  /** @type {Map<string, number>} */
  terms = new Map()
  /** @type {number[]} */
  columns = []
  /** @type {number[]} */
  values = []
  size = 0
  /** @type {number[]} */
  places = []
  /** @type {number[]} */
  df = []
  /** @type {number[]} */
  occurrences = []

  /** @param {{ text: string | Uint8Array }} document */
  look({ text }) {
    const { terms, places, df, occurrences, columns, values } = this
    const string = typeof text === 'string' ? text : decoder.decode(text)
    let n = 0
    for (const word of string.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
      let term = terms.get(word)
      if (term === undefined) {
        term = terms.size
        terms.set(word, term)
        places.push(0)
        df.push(0)
        occurrences.push(0)
      }
      const place = places[term]
      if (place === 0) {
        columns[n] = term
        values[n] = 1
        places[term] = ++n
      } else values[place - 1]++
    }
    for (let i = 0; i < n; i++) {
      places[columns[i]] = 0
      df[columns[i]]++
      occurrences[columns[i]] += values[i]
    }
    this.size = n
  }
}

const decoder = new TextDecoder()

timePasses(
  paths,
  (bytes) => (form === 'string' ? decoder.decode(bytes) : bytes),
  () => new RegexVectoriser(),
  ({ terms }) => [...terms.keys()],
)
