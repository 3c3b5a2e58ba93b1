// The index that pages search in, as a script: a page opened from a folder may load a script, but not fetch a file.
// An entry is a section of a page; for each word it says which sections have it and how much it counts there.

import { wordsOf } from './site/words.mjs'

const COUNTS = { title: 9, heading: 7, name: 5, text: 1 }
/** Of a section's text, what results are quoted from. */
const QUOTED = 1200

/** @param {import('./layout.mjs').Page[]} pages */
export function searchIndex(pages) {
  const sections = []
  /** @type {Map<string, Map<number, number>>} */
  const postings = new Map()
  for (const page of pages) {
    for (const section of page.sections) {
      const at = sections.length
      const counts = new Map()
      const add = (/** @type {string} */ text, /** @type {number} */ weight) => {
        for (const word of wordsOf(text)) {
          // Figures of tables are not looked for.
          if (/^[\d.,]+$/.test(word)) continue
          counts.set(word, (counts.get(word) ?? 0) + weight)
        }
      }
      add(page.title, section.id === '' ? COUNTS.title : 2)
      add(section.heading, COUNTS.heading)
      add(section.names, COUNTS.name)
      add(section.text, COUNTS.text)
      for (const [word, count] of counts) {
        const list = postings.get(word) ?? new Map()
        list.set(at, Math.round(10 * page.weight * (1 + Math.log(count))))
        postings.set(word, list)
      }
      sections.push([
        page.address + (section.id ? `#${section.id}` : ''),
        page.title,
        section.heading,
        page.group,
        section.text.replace(/\s+/g, ' ').trim().slice(0, QUOTED),
      ])
    }
  }
  const words = [...postings.keys()].sort()
  const lists = words.map((word) => [...(postings.get(word) ?? [])].flat())
  return `window.aboundSearchIndex = ${JSON.stringify({ sections, words, lists })}\n`
}
