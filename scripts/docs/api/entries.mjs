// What people import: the public entries of the packages, each with its module in the sources.

export const ENTRIES = [
  {
    name: 'abound',
    file: 'packages/abound/src/node/index.ts',
    says: 'The library, as a program in Node has it. In a worker or at the edge it is the same without files: what is marked "Node" needs them.',
  },
  {
    name: 'abound/browser',
    file: 'packages/abound/src/browser.ts',
    says: 'For web pages: loads, ranks, explains and goes on learning; it does not train from nothing, and so is small.',
  },
  {
    name: 'abound/learners',
    file: 'packages/abound/src/learners/index.ts',
    says: 'Each learner by name, and what one is made of.',
  },
  {
    name: 'abound/measures',
    file: 'packages/abound/src/measure/index.ts',
    says: 'Evaluations of the scores of any program, tests of significance, and what a measure is.',
  },
  {
    name: 'abound/data',
    file: 'packages/abound/src/data/index.ts',
    says: 'Formats, readers and writers of bytes, and splits of documents.',
  },
  { name: 'abound/vectors', file: 'packages/abound/src/vector/index.ts', says: 'How texts become rows.' },
  {
    name: 'abound/words',
    file: 'packages/abound/src/words/index.ts',
    says: 'Models that tell a word from those around it.',
  },
  {
    name: 'abound/reports',
    file: 'packages/abound/src/node/reports.ts',
    says: 'Pages of evaluations, comparisons and explanations.',
  },
  {
    name: '@abound/server',
    file: 'packages/server/src/index.ts',
    says: 'The server for programs: start it, with routes of your own if need be.',
  },
  {
    name: '@abound/lab',
    file: 'packages/lab/src/index.ts',
    says: 'The papers run again, public corpora, training on many machines.',
  },
]

/** @param {string} name */
export function entryAddress(name) {
  return `api/${name.replace('@', '').replaceAll('/', '-')}.html`
}
