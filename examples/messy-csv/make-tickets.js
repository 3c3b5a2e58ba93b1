// Makes tickets.csv, an export as a help desk might give it, with everything wrong that such files have: queues spelled in
// five ways, mail signatures, HTML, tickets sent twice and sorted differently, empty ones. All of it is invented; the same
// seed makes the same file.
//
//   node make-tickets.js > tickets.csv

import Papa from 'papaparse'

const TICKETS = 480

const THINGS = [
  'lamp',
  'kettle',
  'desk',
  'blanket',
  'headset',
  'bicycle pump',
  'rucksack',
  'shelf',
  'teapot',
  'chair',
]
const DAYS = ['Monday', 'last week', 'the 3rd', 'two weeks ago', 'yesterday', 'Friday morning']

const QUEUES = {
  billing: {
    spelled: ['Billing', 'Billing', 'Billing', 'billing', 'BILLING ', 'Invoices'],
    agent: 'Ines',
    subjects: ['Charged twice', 'Wrong amount', 'Invoice', 'Question about my payment', 'Receipt'],
    says: [
      'I was charged twice for the same {thing}',
      'The invoice for my {thing} shows the wrong amount',
      'My card was declined on {day} but the money is gone',
      'I need a receipt with our VAT number for the {thing}',
      'You took the yearly fee although I chose to pay monthly',
      'The discount code was not taken off the bill',
    ],
  },
  delivery: {
    spelled: ['Delivery', 'Delivery', 'Delivery', 'delivery', 'Shipping', 'delivery '],
    agent: 'Tomasz',
    subjects: ['Where is my parcel', 'Not arrived', 'Late', 'Address', 'Tracking'],
    says: [
      'My {thing} was to arrive on {day} and has not',
      'The tracking page has shown the same place since {day}',
      'The courier left the {thing} with a neighbour that I do not know',
      'Can you send the {thing} to my office address instead',
      'It says delivered, but there is no parcel',
      'The driver rang once and drove off with my {thing}',
    ],
  },
  returns: {
    spelled: ['Returns', 'Returns', 'returns', 'Return / Refund'],
    agent: 'Aylin',
    subjects: ['Send it back', 'Broken', 'Wrong colour', 'Refund', 'Exchange'],
    says: [
      'The {thing} came broken and I want to send it back',
      'I ordered a blue {thing} and got a red one',
      'How do I return the {thing}, the label does not print',
      'I sent the {thing} back on {day}, when do I get my refund',
      'The {thing} is smaller than in the picture, can I exchange it',
      'One part of the {thing} is missing',
    ],
  },
  account: {
    spelled: ['Account', 'Account', 'account', 'Login problems'],
    agent: 'Bo',
    subjects: ['Cannot log in', 'Password', 'Delete my data', 'Change of address', 'Help'],
    says: [
      'I cannot log in since {day}',
      'The mail to reset my password never comes',
      'Please delete my account and everything you know about me',
      'How do I change the email address of my account',
      'The app logs me out whenever I open it',
      'Somebody else has used my user name since {day}',
    ],
  },
}

/** What people of all queues write. */
const VAGUE = [
  'I want my money back',
  'Nobody answers me',
  'What happens with order {number} now',
  'It does not work',
  'See attachment',
  'The {thing} again',
]
const SUBJECTS = ['', 'Help', 'Question', 'URGENT', 'Re: your order']
const DETAILS = [
  'Order {number}.',
  'My order number is {number}.',
  'This is the second time I write.',
  'I have been waiting on the phone for an hour.',
  'Otherwise I am happy with the shop.',
  'Please answer soon.',
  '',
  '',
]
const ENDINGS = [
  '',
  '',
  '\n\nThanks\nSam',
  '\n\nSent from my iPhone',
  '\n\nRegards, M. & P. Okafor',
  '<br><br>Kind regards',
]
const QUOTE =
  '\n\n> On Tuesday the help desk wrote:\n> We are sorry for the delay, refund, delivery or invoice.'

/** Mulberry32: small, and the same everywhere. @param {number} seed */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = generator(7)
/** @template T @param {readonly T[]} list @returns {T} */
const pick = (list) => list[Math.floor(random() * list.length)]
/** @param {string} text */
const filled = (text) =>
  text
    .replace('{thing}', pick(THINGS))
    .replace('{day}', pick(DAYS))
    .replace('{number}', String(10_000 + Math.floor(random() * 90_000)))

const rows = []
for (let i = 0; i < TICKETS; i++) {
  const name = pick(
    /** @type {(keyof typeof QUEUES)[]} */ (['billing', 'delivery', 'delivery', 'returns', 'account']),
  )
  const queue = QUEUES[name]
  const says = filled(pick(random() < 0.2 ? VAGUE : queue.says))
  // Some say it in capitals, some through a form that escapes what they type.
  const voiced =
    random() < 0.06 ? says.toUpperCase() : random() < 0.1 ? says.replace(/ and /, ' &amp; ') : says
  const body = `${voiced}. ${filled(pick(DETAILS))}${pick(ENDINGS)}${random() < 0.08 ? QUOTE : ''}`
  const day = new Date(Date.UTC(2026, 0, 5) + i * 6 * 3_600_000)
  const ticket = {
    'Ticket ID': `T-${1000 + i}`,
    Created: day.toISOString().slice(0, 16).replace('T', ' '),
    Subject: pick(random() < 0.5 ? SUBJECTS : queue.subjects),
    Body: random() < 0.03 ? '' : body,
    Queue: random() < 0.12 ? pick(['', '', 'n/a', '???']) : pick(queue.spelled),
    Agent: random() < 0.9 ? queue.agent : pick(['Ines', 'Tomasz', 'Aylin', 'Bo']),
  }
  rows.push(ticket)
  // Sent again by whoever was impatient; every other time the second goes to another queue.
  if (random() < 0.05) {
    const other = random() < 0.5 ? ticket.Queue : pick(['Billing', 'Delivery', 'Returns', 'Account'])
    rows.push({ ...ticket, 'Ticket ID': `${ticket['Ticket ID']}b`, Queue: other })
  }
}
process.stdout.write(`\uFEFF${Papa.unparse(rows, { newline: '\r\n' })}\r\n`)
