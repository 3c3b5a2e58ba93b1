// A walk through tickets.csv, the export of a help desk, from a file that nobody has looked at to a model that sorts the
// tickets that nobody has sorted. Run it and read what it prints beside this file; walk.txt has it, too.
//
//   npm install
//   node walk.js

import { readFileSync, writeFileSync } from 'node:fs'
import { evaluate, train } from 'abound'
import Papa from 'papaparse'

const HERE = new URL('.', import.meta.url)

/** @typedef {Record<'Ticket ID' | 'Created' | 'Subject' | 'Body' | 'Queue' | 'Agent', string>} Row */
/** @typedef {{ id: string, text: string, labels: string[], created: string }} Ticket */

heading('1. What is in the file')
/** @type {Row[]} */
const rows = Papa.parse(readFileSync(new URL('tickets.csv', HERE), 'utf8'), {
  header: true,
  skipEmptyLines: true,
}).data
say(`${rows.length} rows, ${Object.keys(rows[0]).join(', ')}. The column to predict is Queue:`)
table(['queue', 'tickets'], count(rows.map(({ Queue }) => JSON.stringify(Queue))))

heading('2. One name for each queue')
say(
  'Case and blanks differ, two queues were renamed, and some tickets were never sorted. A model would learn each as one more queue.',
)
/** @type {Record<string, string>} */
const RENAMED = {
  invoices: 'billing',
  shipping: 'delivery',
  'return / refund': 'returns',
  'login problems': 'account',
}
const UNSORTED = new Set(['', 'n/a', '???'])
/** @param {Row} row */
function queueOf({ Queue }) {
  const name = Queue.trim().toLowerCase()
  return UNSORTED.has(name) ? undefined : (RENAMED[name] ?? name)
}
table(['queue', 'tickets'], count(rows.map((row) => queueOf(row) ?? '(none)')))

heading('3. The text as its author wrote it')
say(
  'HTML and what a form escaped go; so do quoted mails, which are our own words, and signatures. Subject and body are one text.',
)
/** @param {Row} row */
function textOf({ Subject, Body }) {
  return `${Subject}\n${Body}`
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replace(/^>.*$/gm, '')
    .replace(/^On .* wrote:$/gm, '')
    .replace(/^(Sent from my .*|Thanks|Regards.*|Kind regards)$[\s\S]*/m, '')
    .trim()
}
const messy = rows.find(({ Body }) => Body.includes('\n> ') && Body.includes('Sent from'))
if (messy !== undefined)
  say(`before  ${JSON.stringify(messy.Body)}\nafter   ${JSON.stringify(textOf(messy))}`)
say('Agent is not read: it tells the queue almost always, and nobody knows it when a ticket comes in.')

heading('4. Tickets that were sent twice')
/** @type {Map<string, Row[]>} */
const byText = new Map()
for (const row of rows) byText.set(textOf(row), [...(byText.get(textOf(row)) ?? []), row])
/** @type {Ticket[]} */
const tickets = []
/** @type {Ticket[]} */
const unsorted = []
let disputed = 0
for (const [text, group] of byText) {
  const [{ 'Ticket ID': id, Created: created }] = group
  const queues = [...new Set(group.flatMap((row) => queueOf(row) ?? []))]
  if (queues.length > 1) disputed++
  else (queues.length === 1 ? tickets : unsorted).push({ id, created, text, labels: queues })
}
say(
  `${rows.length} rows are ${byText.size} different texts. ${disputed} of them are in more than one queue: what two people ` +
    `sorted in two ways teaches nothing, so they are left out. ${tickets.length} tickets to learn from remain, and ` +
    `${unsorted.length} that have no queue.`,
)

heading('5. What to test on')
// The model will sort tickets of next month, so it is tested on the newest, not on some drawn from all.
tickets.sort((a, b) => a.created.localeCompare(b.created))
const cut = Math.floor(tickets.length * 0.75)
const [old, recent] = [tickets.slice(0, cut), tickets.slice(cut)]
say(
  `The newest quarter: ${recent.length} tickets from ${recent[0].created} on. The ${old.length} before are learned from.`,
)

heading('6. Who sorts best')
/** @type {string[][]} */
const results = []
for (const learner of /** @type {const} */ (['frequency', 'naive-bayes', 'ff', 'svm'])) {
  const { R1, macroF1 } = await evaluate(await train(old, { learner }), recent)
  results.push([learner, percent(R1), percent(macroF1)])
}
table(['learner', 'right', 'macro-F1'], results)
say('frequency always says the largest queue: what is not far above it has learned nothing.')

heading('7. What it gets wrong')
const model = await train(old, { learner: 'svm' })
/** The best label of a ticket, and how sure the model is of it. @param {Ticket} ticket */
const best = ({ text }) => model.rank(text, { top: 1 })[0]
const wrong = recent.filter((ticket) => best(ticket).label !== ticket.labels[0])
table(
  ['queue', 'taken for', 'sure', 'text'],
  wrong
    .toSorted((a, b) => sure(best(b)) - sure(best(a)))
    .slice(0, 8)
    .map((ticket) => [ticket.labels[0], best(ticket).label, percent(sure(best(ticket))), start(ticket.text)]),
)
const [ticket] = wrong.toSorted((a, b) => sure(best(b)) - sure(best(a)))
say(`Why the first was taken for ${best(ticket).label}:`)
table(
  ['word', 'weight'],
  model
    .explain(ticket.text, best(ticket).label)
    .slice(0, 5)
    .map(({ term, weight }) => [term, weight.toFixed(3)]),
)

heading('8. What people should look at')
say(
  'Most mistakes are tickets that say little, and the model knows: where it is less sure, a person sorts the ticket.',
)
table(
  ['at least', 'sorted by it', 'of those right'],
  [0, 0.5, 0.7, 0.9].map((least) => {
    const sorted = recent.filter((ticket) => sure(best(ticket)) >= least)
    const right = sorted.filter((ticket) => best(ticket).label === ticket.labels[0])
    return [percent(least), percent(sorted.length / recent.length), percent(right.length / sorted.length)]
  }),
)

heading('9. The tickets that nobody has sorted')
const final = await train(tickets, { learner: 'svm' })
await final.save('tickets.abound')
const suggestions = unsorted.map(({ id, text }) => {
  const [first] = final.rank(text, { top: 1 })
  return {
    id,
    queue: sure(first) < 0.7 ? 'look at it' : first.label,
    sure: percent(sure(first)),
    text: start(text),
  }
})
writeFileSync('suggestions.csv', `${Papa.unparse(suggestions)}\n`)
table(['id', 'queue', 'sure', 'text'], suggestions.slice(0, 10).map(Object.values))
say(
  `${suggestions.length} suggestions are in suggestions.csv; the model, of all sorted tickets now, is tickets.abound.`,
)

/** @param {string} text */
function heading(text) {
  console.log(`\n${text}\n${'-'.repeat(text.length)}`)
}

/** Prose, in lines of at most 96 characters. @param {string} text */
function say(text) {
  for (const line of text.split('\n')) console.log(line.replace(/(.{1,96})( |$)/g, '$1\n').trimEnd())
}

/**
 * @param {string[]} columns
 * @param {string[][]} rows
 */
function table(columns, rows) {
  const lines = [columns, ...rows]
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  for (const line of lines)
    console.log(
      `  ${line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd()}`,
    )
}

/** How often each value is there, the most frequent first. @param {string[]} values */
function count(values) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value, n]) => [value, String(n)])
}

/** @param {number | null} share */
function percent(share) {
  return share === null ? '-' : `${Math.round(share * 100)} %`
}

/** @param {import('abound').RankedLabel} label */
function sure({ probability = 0 }) {
  return probability
}

/** @param {string} text */
function start(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
