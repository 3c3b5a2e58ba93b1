// The search of the site: opens with the button, `/` or Ctrl K; results follow each key. Its index is a script that is
// loaded when the search is first opened.

import { wordsOf } from './words.mjs'

const MOST = 20
const dialog = document.querySelector('dialog.search')
const input = dialog.querySelector('input')
const list = dialog.querySelector('ul')
const count = dialog.querySelector('.count')
const root = document.documentElement.dataset.root
let chosen = 0

/** @returns {Promise<{ sections: string[][], words: string[], lists: number[][] }>} */
function index() {
  if (window.aboundSearchIndex !== undefined) return Promise.resolve(window.aboundSearchIndex)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}search-index.js`
    script.onload = () => resolve(window.aboundSearchIndex)
    script.onerror = reject
    document.head.append(script)
  })
}

function open() {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  void index().then(show)
}

/** The sections that have all the words asked for, best first; the last word may be unfinished. */
function find({ words, lists, sections }, asked) {
  const terms = wordsOf(asked)
  let found
  for (const term of terms) {
    const scores = new Map()
    let any = false
    const take = (at, share) => {
      any = true
      const entries = lists[at]
      const rarity = Math.log(1 + (2 * sections.length) / entries.length)
      for (let i = 0; i < entries.length; i += 2) {
        const score = entries[i + 1] * rarity * share
        if (score > (scores.get(entries[i]) ?? 0)) scores.set(entries[i], score)
      }
    }
    words.forEach((word, at) => {
      if (word.startsWith(term)) take(at, word === term ? 1 : (0.6 * term.length) / word.length)
    })
    // Where no word begins like this, one that is a letter off.
    if (!any && term.length > 3)
      words.forEach((word, at) => {
        if (isOneOff(word, term)) take(at, 0.5)
      })
    found = found === undefined ? scores : both(found, scores)
  }
  // What is asked for as it stands in a title comes before the same words apart.
  const phrase = asked.toLowerCase()
  const isTitled = (at) => `${sections[at][1]} ${sections[at][2]}`.toLowerCase().includes(phrase)
  return [...(found ?? [])]
    .map(([at, score]) => [at, isTitled(at) ? 1.5 * score : score])
    .sort((a, b) => b[1] - a[1])
}

function both(a, b) {
  return new Map([...a].filter(([at]) => b.has(at)).map(([at, score]) => [at, score + b.get(at)]))
}

/** Whether one letter more, fewer, other, or two that changed places make one word of the other. */
function isOneOff(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

function show(data) {
  const asked = input.value.trim()
  const found = asked === '' ? [] : find(data, asked)
  const terms = wordsOf(asked)
  chosen = 0
  list.replaceChildren(...found.slice(0, MOST).map(([at], i) => item(data.sections[at], i, terms)))
  // For tests: what the list below is an answer to.
  dialog.dataset.asked = input.value
  count.textContent =
    asked === ''
      ? 'Type a word: an option, a learner, a function'
      : found.length === 0
        ? `Nothing has “${asked}”`
        : `${found.length} ${found.length === 1 ? 'place' : 'places'}`
  mark(0)
}

function item([address, title, heading, group, text], i, terms) {
  const one = document.createElement('li')
  one.id = `result-${i}`
  one.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = root + address
  link.tabIndex = -1
  const name = document.createElement('strong')
  marked(name, heading === '' || heading === title ? title : `${title} › ${heading}`, terms)
  const where = document.createElement('small')
  where.textContent = group
  const quote = document.createElement('span')
  marked(quote, around(text, terms), terms)
  link.append(name, where, quote)
  one.append(link)
  one.addEventListener('mousemove', () => mark(i))
  // The page may be this one: then nothing is loaded, and the dialog would stay.
  link.addEventListener('click', () => dialog.close())
  return one
}

/** A piece of a text in which a word that was asked for stands. */
function around(text, terms) {
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)))
  const from = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 150)}${from + 150 < text.length ? ' …' : ''}`
}

function marked(element, text, terms) {
  const pattern = terms
    .map((term) => term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .sort((a, b) => b.length - a.length)
    .join('|')
  const parts = pattern === '' ? [text] : text.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${pattern}))`, 'iu'))
  element.append(
    ...parts.map((part, i) => {
      if (i % 2 === 0) return part
      const word = document.createElement('mark')
      word.textContent = part
      return word
    }),
  )
}

function mark(at) {
  const items = [...list.children]
  chosen = Math.max(0, Math.min(at, items.length - 1))
  items.forEach((one, i) => {
    one.setAttribute('aria-selected', String(i === chosen))
  })
  if (items.length > 0) input.setAttribute('aria-activedescendant', `result-${chosen}`)
  else input.removeAttribute('aria-activedescendant')
}

function move(by) {
  mark(chosen + by)
  list.children[chosen]?.scrollIntoView({ block: 'nearest' })
}

document.querySelector('.search-button').addEventListener('click', open)
dialog.querySelector('.close').addEventListener('click', () => dialog.close())
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
input.addEventListener('input', () => void index().then(show))
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') move(1)
  else if (event.key === 'ArrowUp') move(-1)
  else if (event.key === 'Enter') list.children[chosen]?.querySelector('a').click()
  else return
  event.preventDefault()
})
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
  const asked =
    event.key === '/' ? !typing && !event.ctrlKey : event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (!asked) return
  event.preventDefault()
  open()
})
