// Shows that two builds of the command do the same to the bit: runs a fixed list of cases through the command line and
// keeps a sha256 of all that comes out, or compares with what was kept.
//
//   node scripts/same-bits.mjs write FILE [--command PATH]                    keeps the hashes
//   node scripts/same-bits.mjs check FILE [--command PATH] [--expected FILE]  compares; exit code 1 if any differs
//
// PATH is the main.js of the command, by default the one that this repository has built. --expected names a JSON file
// {case: reason} of what was meant to change. --only TEXT runs the cases whose names have TEXT in them, and --keep
// FOLDER keeps all that was hashed: so can two commands be held against each other by `diff -r`. --seconds says what
// each case took.
//
// Cases on the bundled sample and the golden runs are always run, those on other corpora where ABOUND_DATA names the
// folder that has them. What is trained is trained with one thread and with two. Times and memory are masked.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {boolean} [bundled] whether it does without ABOUND_DATA
 * @property {(at: Place) => Promise<void>} run
 *
 * @typedef {Record<string, string>} Hashes by what was hashed
 * @typedef {{ hashes: Hashes } | { failure: string }} Outcome
 * @typedef {{ about: Record<string, string>, data: Hashes, cases: Record<string, Hashes> }} Kept
 * @typedef {{ code: number | null, stdout: Buffer, stderr: string }} Run
 * @typedef {{ input?: string | Buffer, env?: Record<string, string> }} RunSettings
 */

/** Where a build puts the command: the first that is there is the one. */
const BUILT = ['packages/abound/dist/bin/main.js', 'packages/abound/dist/cli/main.js', 'dist/cli/main.js']
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AT_ONCE = 2
/** Nothing takes nearly so long: what does hangs. */
const MOST_MILLISECONDS = 1_200_000
/** Of a case folder, where the corpora are. */
const DATA = '../../data'

// ---------------------------------------------------------------------------------------------------- corpora

/**
 * Parts of corpora: file, and which lines of it (every k-th, from a line on).
 * @type {Record<string, [file: string, every: number, from: number]>}
 */
const BUNDLED_PARTS = {
  'sample.jsonl': ['train.jsonl.gz', 10, 0],
  'sample-test.jsonl': ['test.jsonl.gz', 12, 0],
  'sample-more.jsonl': ['train.jsonl.gz', 60, 1],
  'sample-few.jsonl': ['train.jsonl.gz', 24, 2],
}

/** @type {typeof BUNDLED_PARTS} */
const PARTS = {
  'reuters.jsonl': ['reuters21578/modapte-train.jsonl.gz', 12, 0],
  'reuters-test.jsonl': ['reuters21578/modapte-test.jsonl.gz', 12, 0],
  'reuters-more.jsonl': ['reuters21578/modapte-train.jsonl.gz', 60, 1],
  'reuters-all.jsonl': ['reuters21578/modapte-train.jsonl.gz', 1, 0],
  'reuters-all-test.jsonl': ['reuters21578/modapte-test.jsonl.gz', 1, 0],
  'reuters-few.jsonl': ['reuters21578/modapte-train.jsonl.gz', 60, 2],
  'reuters-unused.jsonl': ['reuters21578/modapte-unused.jsonl.gz', 20, 0],
  'banking.jsonl': ['banking77/train.jsonl.gz', 6, 0],
  'banking-test.jsonl': ['banking77/test.jsonl.gz', 8, 0],
  'news.jsonl': ['20newsgroups/train.jsonl.gz', 24, 0],
  'news-test.jsonl': ['20newsgroups/test.jsonl.gz', 48, 0],
  'news-all.jsonl': ['20newsgroups/train.jsonl.gz', 1, 0],
  'news-all-test.jsonl': ['20newsgroups/test.jsonl.gz', 1, 0],
  'products.jsonl': ['nvd-cve/train.jsonl.gz', 12, 0],
  'products-test.jsonl': ['nvd-cve/test.jsonl.gz', 40, 0],
  'bibtex.svm': ['bibtex/train.svm.gz', 8, 0],
  'bibtex-test.svm': ['bibtex/test.svm.gz', 8, 0],
}

/** So many times 20 Newsgroups are more than the 96 MB from which threads read. */
const TIMES = 4

/** Odd scripts, signs and lengths; labels are the languages. */
const ODD = [
  ['en', 'The quick brown foxes were running happily; 1,000.50 dollars won’t be enough – isn\u2019t it?'],
  ['en', 'NATIONALLY organised organisations organise organising conditional relational THE END'],
  ['en', 'a b c I x 1 22 333 4.5e6 -7 +8 #9 @home foo_bar foo-bar foo.bar http://example.org/a?b=c'],
  ['de', 'Die Häuser und Straßen der größten Städte wären schön, STRASSE ẞ ß Äpfel Übung'],
  ['de', 'Donaudampfschifffahrtsgesellschaftskapitänsmützen '.repeat(12)],
  ['fr', "L'été dernier, les élèves naïfs mangeaient des œufs à l’hôtel; ÇA VA, c'est déjà vu"],
  ['es', 'Los niños pequeños corrían rápidamente; ¿qué está pasando, señor? ¡Olé, mañana!'],
  ['tr', 'İstanbul’da ışıklar sönüyor, çocuklar evlerine gidiyorlar IĞDIR ılık İyi'],
  ['ru', 'Быстрые коричневые лисы перепрыгивали через ленивых собак, ёлки и подъезды'],
  ['el', 'Οι γρήγορες αλεπούδες πηδούν πάνω από τα σκυλιά ΟΔΥΣΣΕΥΣ Σ'],
  ['ar', 'القطط السريعة تقفز فوق الكلاب الكسولة ٠١٢٣٤٥'],
  ['hy', 'Արագ շագանակագույն աղվեսները ցատկում են ծույլ շների վրայով'],
  ['ta', 'வேகமான பழுப்பு நரிகள் சோம்பேறி நாய்கள் மீது குதிக்கின்றன'],
  ['hi', 'तेज़ भूरी लोमड़ियाँ आलसी कुत्तों के ऊपर कूदती हैं १२३'],
  ['ja', '素早い茶色の狐がのろまな犬を飛び越える。カタカナ ﾊﾝｶｸ １２３'],
  ['ko', '빠른 갈색 여우들이 게으른 개들을 뛰어넘습니다'],
  [
    'signs',
    '😀 👩‍👩‍👧‍👦 🇩🇪 e\u0301 \u00e9 n\u0303 ﬁ ﬂ ½ ² Ⅷ ＡＢＣ \u{1d49c}\u{1d4b7} ™ © €5 50% a\u200bb a\u00adb',
  ],
  ['signs', '\ud800 lone \udfff halves, \u0000 nothing, \u0001\u001f control, \ufeff mark, \ufffd lost'],
  ['signs', 'tabs\tand\r\nlines\u2028and\u2029parts\u0085next\u00a0hard\u3000wide'],
  ['signs', `${'x'.repeat(300)} ${'9'.repeat(80)} ${'é'.repeat(90)} ${'語'.repeat(70)}`],
  ['none', ''],
  ['none', ' \t\r\n '],
  ['none', '!?… — “”«»'],
]

const STEMMERS = (
  'porter arabic armenian basque catalan czech danish dutch english finnish french german hungarian irish italian ' +
  'norwegian portuguese romanian russian slovene spanish swedish tamil turkish'
).split(' ')
const STOP_LISTS =
  'danish dutch english finnish french german italian norwegian portuguese russian spanish swedish'.split(' ')

/**
 * Writes the corpora into a folder; the hashes of them.
 * @param {string} folder
 * @param {string | undefined} corpora
 */
function writeCorpora(folder, corpora) {
  mkdirSync(folder, { recursive: true })
  /** @type {(name: string, lines: string[]) => void} */
  const write = (name, lines) => writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''))
  /** @type {(name: string) => any[]} */
  const read = (name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const texts = (/** @type {string} */ name) =>
    read(name).map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())

  writeParts(BUNDLED_PARTS, firstThere(['sample', 'packages/abound/sample']), write)
  write('sample-lines.txt', texts('sample-test.jsonl').slice(0, 3))
  const labels = [...new Set(read('sample.jsonl').flatMap((document) => document.labels))].sort()
  write(
    'sample-labels.tsv',
    labels.map((label) => `${label}\t${label.replace('.', ' ')}`),
  )
  // Children above parents.
  const above = labels.map((label) => `${label}\t${label.split('.')[0]}`)
  write('sample-tree.tsv', above)
  write(
    'sample-weights.jsonl',
    read('sample.jsonl').map((document, i) => JSON.stringify({ ...document, weight: (i % 4) + 0.5 })),
  )
  write(
    'sample-partial.jsonl',
    read('sample.jsonl').map((document, i) =>
      JSON.stringify({ ...document, labels: i % 5 === 0 ? [] : document.labels }),
    ),
  )
  for (const [i, { id, text, labels: own }] of read('sample-few.jsonl').entries()) {
    const at = join(folder, 'sample-folder', own[0])
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, `${id}.txt`), i % 7 === 0 ? `${text}\r\n` : text)
  }
  write(
    'odd.jsonl',
    ODD.map(([label, text], i) => JSON.stringify({ id: `odd-${i}`, text, labels: [label] })),
  )
  if (corpora === undefined) return hashesOf(folder)

  writeParts(PARTS, corpora, write)
  write('reuters-lines.txt', texts('reuters-test.jsonl').slice(0, 3))
  const topics = [...new Set(read('reuters.jsonl').flatMap((document) => document.labels))].sort()
  write(
    'reuters-labels.tsv',
    topics.map((topic) => `${topic}\t${topic.replaceAll('-', ' ')} prices`),
  )
  const all = readFileSync(join(folder, 'news-all.jsonl'))
  writeFileSync(join(folder, 'news-times.jsonl'), Buffer.concat(Array.from({ length: TIMES }, () => all)))
  const archive = join(corpora, 'reuters21578', 'sgml.tar.gz')
  const unpacked = spawnSync('tar', ['xzf', archive, '-C', folder, './reut2-000.sgm', './reut2-021.sgm'])
  if (unpacked.status !== 0) throw new Error(`tar ${archive}: ${unpacked.stderr}`)
  return hashesOf(folder)
}

/**
 * @param {typeof BUNDLED_PARTS} parts
 * @param {string} from
 * @param {(name: string, lines: string[]) => void} write
 */
function writeParts(parts, from, write) {
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  for (const [name, [file, every, first]] of Object.entries(parts)) {
    if (!lines.has(file)) {
      const text = gunzipSync(readFileSync(join(from, file))).toString()
      lines.set(file, text.split('\n').slice(0, -1))
    }
    write(
      name,
      (lines.get(file) ?? []).filter((_, i) => i % every === first),
    )
  }
}

/** @param {string} folder */
function hashesOf(folder) {
  return Object.fromEntries(filesOf(folder).map((file) => [file, sha256(readFileSync(join(folder, file)))]))
}

// ------------------------------------------------------------------------------------------- what a case can do

/** Members of JSON that change from run to run. */
const MASKED_KEYS =
  /"(seconds|cpuSeconds|peakMemoryBytes|trainSeconds|trainCpuSeconds|documentsPerSecond|date|machine)":\s*(?:\{[^{}]*\}|"[^"]*"|[\d.e+-]+|null)/g

/** What golden runs print of times and memory: less is masked than in test/golden/compare.ts, sizes of models stay. */
const MASKS = /** @type {const} */ ([
  [
    / in \d+\.\d\d s \((?:[\d.]+ [µm]s a document, )?peak memory [\d.]+ [kMGT]?B\)/g,
    ' in <time> (peak memory <memory>)',
  ],
  [/, [\d.]+ [kMGT]?B of rows/g, ', <size> of rows'],
  // The last columns of a comparison.
  [/ +train s +docs\/s +memory +model$/gm, '  <times and sizes>'],
  [/ +\d+\.\d +[\d,]+ +[\d.]+ [kMG]?B +[\d.]+ [kMG]?B$/gm, '  <times and sizes>'],
])

/** @param {string} text */
function masked(text) {
  return MASKS.reduce((masking, [pattern, mask]) => masking.replace(pattern, mask), timeless(text))
}

/**
 * JSON without times and memory, byte for byte the same otherwise.
 * @param {string} text
 */
function timeless(text) {
  return text.replace(MASKED_KEYS, '"$1":<$1>')
}

/** What would change the looks of the output, or what there is to read. */
const NOT_OURS = ['NO_COLOR', 'FORCE_COLOR', 'CI', 'COLUMNS', 'NODE_OPTIONS', 'NODE_ENV', 'ABOUND_DATA']

/** @param {Record<string, string>} more */
function environment(more) {
  const env = { ...process.env }
  for (const name of NOT_OURS) delete env[name]
  return { ...env, ...more }
}

/** The folder in which a case runs commands, and what it has found. */
class Place {
  /** @type {Hashes} */
  hashes = {}

  /**
   * @param {string} folder
   * @param {string} command
   * @param {string | undefined} keepIn
   */
  constructor(folder, command, keepIn) {
    this.folder = folder
    this.command = command
    this.keepIn = keepIn
    mkdirSync(folder, { recursive: true })
  }

  /**
   * Runs the command with these words, however it ends.
   * @param {string[]} words
   * @param {RunSettings} [settings]
   * @returns {Promise<Run>}
   */
  run(words, { input = '', env = {} } = {}) {
    const child = spawn(process.execPath, [this.command, ...words], {
      cwd: this.folder,
      env: environment(env),
      stdio: 'pipe',
      timeout: MOST_MILLISECONDS,
    })
    /** @type {Buffer[]} */
    const out = []
    /** @type {Buffer[]} */
    const err = []
    child.stdout.on('data', (part) => out.push(part))
    child.stderr.on('data', (part) => err.push(part))
    // A run may end before it has read all.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    return new Promise((done, failed) => {
      child.once('error', failed)
      child.once('close', (code) =>
        done({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
      )
    })
  }

  /**
   * Runs a command line (words parted by blanks) that must end well; what it prints.
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async abound(line, settings) {
    const { code, stdout, stderr } = await this.run(line.split(' '), settings)
    if (code === 0) return stdout
    throw new Error(`abound ${line}: exit ${code}: ${stderr.trim().split('\n').at(-1)}`)
  }

  /**
   * Hashes what a command line prints.
   * @param {string} what
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async printed(what, line, settings) {
    this.found(what, await this.abound(line, settings))
  }

  /**
   * Hashes the JSON that a command line prints, without times.
   * @param {string} what
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async json(what, line, settings) {
    this.found(what, timeless((await this.abound(line, settings)).toString()))
  }

  /**
   * Hashes a file.
   * @param {string} what
   * @param {string} file
   */
  file(what, file) {
    this.found(what, this.read(file))
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(join(this.folder, file))
  }

  /**
   * @param {string} what
   * @param {Buffer | string} bytes
   */
  found(what, bytes) {
    if (Object.hasOwn(this.hashes, what)) throw new Error(`two hashes of ${what}`)
    this.hashes[what] = sha256(bytes)
    if (this.keepIn === undefined) return
    const file = join(this.keepIn, what.replaceAll(/[^\w .,-]/g, '_'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

const TWO = ', 2 threads'

/** @param {1 | 2} threads */
function on(threads) {
  return threads === 1 ? '' : TWO
}

const THREADS = /** @type {const} */ ([1, 2])

// ------------------------------------------------------------------------------------------------------ models

/** Learners that go on learning. */
const ONLINE = new Set(
  'ff ind unweighted-index frequency mmp perceptron committee sleeping-experts naive-bayes prtfidf widrow-hoff eg'.split(
    ' ',
  ),
)

/** A label of each corpus that has some documents. */
const LABELS = /** @type {Record<string, string>} */ ({
  sample: 'noun.food',
  reuters: 'grain',
})

/**
 * Trains with one thread and with two.
 * @param {Place} at
 * @param {string} line of `abound train`, without the model and threads
 */
async function train(at, line) {
  for (const threads of THREADS) {
    await at.json(
      `what training says${on(threads)}`,
      `train ${line} -o ${threads}.abound --threads ${threads} --json`,
    )
    at.file(`model${on(threads)}`, `${threads}.abound`)
  }
}

/**
 * A model, its ranking and its measures.
 * @param {string} group
 * @param {string} corpus
 * @param {string} flags the learner first
 * @param {{ train?: string, test?: string }} [more]
 * @returns {Case}
 */
function optionCase(group, corpus, flags, more = {}) {
  return {
    name: `${group}/${corpus}/${flags.replaceAll(`${DATA}/`, '')}`,
    bundled: isBundled(corpus),
    async run(at) {
      const test = `${DATA}/${more.test ?? `${corpus}-test.jsonl`}`
      await train(at, `${DATA}/${more.train ?? `${corpus}.jsonl`} --learner ${flags}`)
      await at.printed('predictions', `predict 1.abound ${test} --top 3`)
      await at.printed('assigned', `predict 1.abound ${test} --assign --as tsv`)
      await at.json('measures', `evaluate 1.abound ${test} --json`)
    },
  }
}

/** @param {string} corpus */
function isBundled(corpus) {
  return corpus === 'sample' || corpus === 'odd'
}

/**
 * All that can be done with a model.
 * @param {string} corpus
 * @param {string} flags the learner first
 * @returns {Case}
 */
function learnerCase(corpus, flags) {
  const [learner] = flags.split(' ')
  return {
    name: `learners/${corpus}/${flags}`,
    bundled: isBundled(corpus),
    async run(at) {
      const test = `${DATA}/${corpus}-test.jsonl`
      const lines = readFileSync(join(at.folder, DATA, `${corpus}-lines.txt`))
      await train(at, `${DATA}/${corpus}.jsonl --learner ${flags}`)
      await at.printed('predictions', `predict 1.abound ${test} --top 3`)
      await at.printed('assigned', `predict 1.abound ${test} --assign --as tsv`)
      await at.json('measures', `evaluate 1.abound ${test} --json`)
      await at.printed('words of a label', `inspect 1.abound --label ${LABELS[corpus]} --top 30 --json`)
      await at.printed('explanations', 'explain 1.abound --top 2 --words 5', { input: lines })
      if (ONLINE.has(learner)) {
        await at.abound(`learn 1.abound ${DATA}/${corpus}-more.jsonl -o more.abound --quiet`)
        at.file('model that learned more', 'more.abound')
      }
      if (learner === 'sleeping-experts') return
      await at.json('what shrinking says', 'shrink 1.abound -o small.abound --json')
      at.file('shrunk model', 'small.abound')
      await at.printed('predictions of the shrunk model', `predict small.abound ${test} --top 2`)
    },
  }
}

/** Learners as the three corpora take them; on long texts the committee is smaller. */
const LEARNERS = [
  'ff',
  'ind',
  'unweighted-index',
  'frequency',
  'mmp',
  'perceptron',
  'committee --members 3 --patience 2',
  'widrow-hoff',
  'eg',
  'sleeping-experts',
  'rocchio',
  'naive-bayes',
  'prtfidf',
  'boost --rounds 60',
  'ripper',
  'svm',
  'tsvm',
  'top-down --separator .',
]

function learnerCases() {
  return [
    ...LEARNERS.map((flags) => learnerCase('sample', flags)),
    ...LEARNERS.map((flags) => learnerCase('reuters', flags.replace('--members 3', '--members 2'))),
    ...LEARNERS.map((flags) => optionCase('learners', 'banking', flags)),
  ]
}

/** Options of learners on the sample. */
const SAMPLE_OPTIONS = [
  'ff --margin 0.5',
  'ff --margin 0.1 --passes 3 --no-shuffle',
  'ff --no-leaks --min-weight 0.1',
  'ff --no-rating --max-degree 3 --retrieve-above 0.1',
  'ff --seed 7 --probabilities platt',
  'ff --probabilities isotonic',
  'ff --passes 2 --memory 1',
  'ind --threshold 0.1',
  'unweighted-index --classifiers',
  'unweighted-index --tolerance 1 --passes 2',
  'mmp --loss 2',
  'mmp --loss 3 --passes 2',
  'mmp --average --passes 2',
  'perceptron --average --passes 2',
  'perceptron --patience 2',
  'perceptron --random-start --no-shuffle',
  'committee --members 2 --patience 0 --passes 2',
  'sleeping-experts --beta 0.3 --passes 2 --ngrams 2 --sparse-window 3',
  'naive-bayes --complement --weighting tfidf --norm l2',
  'rocchio --gamma 0 --no-unit',
  'rocchio --no-clip --beta 4',
  `rocchio --label-text ${DATA}/sample-labels.tsv --alpha 2`,
  'widrow-hoff --rate 0.5 --passes 3',
  'widrow-hoff --rate-each --no-average',
  'widrow-hoff --start rocchio --weighting inquery --high-target 0.47 --low-target 0.4',
  'widrow-hoff --draws 500 --pocket',
  'eg --rate 0.1 --passes 2 --no-average',
  'eg --start rocchio',
  'eg --draws 500 --pocket',
  'ripper --no-ordered --absence',
  'ripper --optimise 0 --slack-bits 16',
  'boost --rounds 60 --variant real-abstain-mh',
  'boost --rounds 60 --variant discrete-mh',
  'boost --rounds 30 --variant discrete-mr',
  'boost --rounds 20 --ngrams 2',
  'svm --loss squared-hinge',
  'svm --loss logistic --cost 10',
  'svm --cost 0.1 --positive-weight 2 --tolerance 0.01',
  'svm --nb-weights --weighting binary --norm none',
  'svm --prune 0.1 --max-passes 5',
  'top-down --separator . --base perceptron --trials 0',
  'top-down --separator . --base committee --min-path 0.1',
  `top-down --taxonomy ${DATA}/sample-tree.tsv --trials 2`,
]

/** Options of learners, and how labels are decided, on Reuters: several labels a document. */
const REUTERS_OPTIONS = [
  'ff --margin 0.5 --passes 2',
  'mmp --loss 2 --average',
  'mmp --loss 3',
  `rocchio --label-text ${DATA}/reuters-labels.tsv`,
  `widrow-hoff --label-text ${DATA}/reuters-labels.tsv`,
  `eg --label-text ${DATA}/reuters-labels.tsv --start rocchio`,
  'boost --rounds 20 --variant real-abstain-mh',
  'boost --rounds 20 --variant discrete-mh --ngrams 2 --min-df 5',
  'boost --rounds 10 --variant discrete-mr',
  'svm --loss logistic --thresholds train',
  'svm --prune 0.05',
]

const DECISIONS = [
  'ff --thresholds cv --probabilities platt',
  'ff --thresholds train --probabilities none',
  'ff --thresholds share',
  'ff --thresholds fixed:0.3',
  'ff --thresholds top:2 --probabilities isotonic',
  'svm --thresholds cv --probabilities isotonic',
  'svm --thresholds train --probabilities platt',
  'svm --thresholds share --probabilities none',
]

function optionCases() {
  return [
    ...SAMPLE_OPTIONS.map((flags) => optionCase('options', 'sample', flags)),
    ...REUTERS_OPTIONS.map((flags) => optionCase('options', 'reuters', flags)),
    optionCase('options', 'banking', 'svm --multiclass crammer-singer --ngrams 2'),
    optionCase('options', 'banking', 'svm --loss squared-hinge --ngrams 2 --chars 2-5'),
    optionCase('options', 'sample', 'svm --weight-column weight', { train: 'sample-weights.jsonl' }),
    optionCase('options', 'sample', 'tsvm --unlabelled-cost 0.5', { train: 'sample-partial.jsonl' }),
    ...DECISIONS.map((flags) => optionCase('decisions', 'reuters', flags)),
  ]
}

/** What terms and weights are made of. */
const TEXT_OPTIONS = [
  '--ngrams 2',
  '--ngrams 3 --min-count 2',
  '--ngrams 2 --sparse-window 4',
  '--chars 2-5',
  '--no-words --chars 3-4 --min-df 2',
  '--weighting binary',
  '--weighting tf',
  '--weighting log-tf',
  '--weighting tfidf',
  '--weighting tfidf-raw',
  '--weighting pivoted',
  '--weighting inquery',
  '--norm none',
  '--tokens alpha',
  '--tokens reuters --stop english',
  '--stem porter',
  '--stem english --stop english --ngrams 2',
  '--min-df 2',
  '--select rocchio',
  '--select chi2 --select-top 500',
  '--select mutual-information --select-top 500',
  '--select df --select-top 500',
  '--select chi2 --select-top 30 --select-scope local',
]

function textCases() {
  const weights = TEXT_OPTIONS.filter((flags) => /weighting|reuters|select/.test(flags))
  return [
    ...TEXT_OPTIONS.map((flags) => optionCase('text', 'sample', `ff ${flags}`)),
    ...weights.map((flags) => optionCase('text', 'reuters', `rocchio ${flags} --thresholds top:1`)),
    ...['--ngrams 2', '--chars 3-3', '--tokens alpha --stem porter', '--weighting pivoted'].map((flags) =>
      optionCase('text', 'news', `mmp ${flags}`),
    ),
    ...['words', 'alpha', 'reuters'].map((tokens) =>
      optionCase('text', 'odd', `ff --tokens ${tokens} --ngrams 2 --chars 1-4`, { test: 'odd.jsonl' }),
    ),
    languageCase('stem', STEMMERS),
    languageCase('stop', STOP_LISTS),
  ]
}

/**
 * Models of the odd texts, one for each language.
 * @param {string} option
 * @param {string[]} languages
 * @returns {Case}
 */
function languageCase(option, languages) {
  return {
    name: `text/odd/--${option}`,
    bundled: true,
    async run(at) {
      for (const language of languages) {
        const line = `train ${DATA}/odd.jsonl --learner naive-bayes --${option} ${language}`
        await at.abound(`${line} --quiet --threads 1 -o ${language}.abound`)
        at.file(`model, ${language}`, `${language}.abound`)
      }
    },
  }
}

/** Learners of ready-made vectors. */
const VECTOR_LEARNERS = ['ff --margin 0.1', 'mmp --loss 3', 'naive-bayes', 'svm', 'boost --rounds 10', 'ind']

function vectorCases() {
  const files = { train: 'bibtex.svm', test: 'bibtex-test.svm' }
  return VECTOR_LEARNERS.map((flags) => optionCase('vectors', 'bibtex', flags, files))
}

/**
 * So much that threads are started, and compiled code is used.
 * @returns {Case[]}
 */
function largeCases() {
  /** @type {(name: string, flags: string, files: string[]) => Case} */
  const large = (name, flags, [train, test]) => ({
    name: `large/${name}/${flags}`,
    async run(at) {
      for (const threads of THREADS) {
        const flag = `--threads ${threads}`
        const model = `${threads}.abound`
        await at.abound(`train ${DATA}/${train}.jsonl --learner ${flags} ${flag} -o ${model} --quiet`)
        at.file(`model${on(threads)}`, model)
        await at.printed(
          `predictions${on(threads)}`,
          `predict 1.abound ${DATA}/${test}.jsonl --top 3 ${flag}`,
        )
        await at.json(`measures${on(threads)}`, `evaluate 1.abound ${DATA}/${test}.jsonl --json ${flag}`)
      }
    },
  })
  return [
    large('newsgroups, 4 times', 'ff --margin 0.5', ['news-times', 'news-all']),
    large('newsgroups', 'svm', ['news-all', 'news-all-test']),
    large('reuters', 'svm', ['reuters-all', 'reuters-all-test']),
    large('reuters', 'boost --rounds 15', ['reuters-all', 'reuters-all-test']),
    large('reuters', 'mmp --passes 4', ['reuters-all', 'reuters-all-test']),
    large('products', 'ff --margin 0.1 --passes 2', ['products', 'products-test']),
  ]
}

// ---------------------------------------------------------------------------------------------- other commands

/** @returns {Case[]} */
function formatCases() {
  const names = ['few.csv', 'few.tsv', 'few.txt', 'few.jsonl', 'few.jsonl.gz', 'few.csv.gz']
  return [
    ...names.map((name) => ({
      name: `formats/${name.slice(4)}`,
      bundled: true,
      async run(/** @type {Place} */ at) {
        await at.abound(`convert ${DATA}/sample-few.jsonl ${name} --quiet`)
        at.file('file', name)
        await at.printed('jsonl again', `convert ${name} - --to jsonl --quiet`)
        await at.abound(`train ${name} --learner ff -o 1.abound --quiet --threads 1`)
        at.file('model', '1.abound')
        await at.printed('predictions', `predict 1.abound ${name} --top 2 --as fasttext`)
        await at.printed('from standard input', `predict 1.abound --from ${formatOf(name)} --as tsv`, {
          input: name.endsWith('.gz') ? gunzipSync(at.read(name)) : at.read(name),
        })
        await at.json('look at the data', `inspect ${name} --json`)
      },
    })),
    {
      name: 'formats/folder',
      bundled: true,
      async run(at) {
        await at.printed('jsonl', `convert ${DATA}/sample-folder - --to jsonl --quiet`)
        await at.abound(`train ${DATA}/sample-folder --learner ff -o 1.abound --quiet`)
        at.file('model', '1.abound')
        await at.printed('predictions', `predict 1.abound ${DATA}/sample-folder --as tsv`)
      },
    },
    {
      name: 'formats/odd',
      bundled: true,
      async run(at) {
        for (const name of ['odd.csv', 'odd.tsv', 'odd.txt', 'odd.jsonl']) {
          await at.abound(`convert ${DATA}/odd.jsonl ${name} --quiet`)
          at.file(name, name)
          await at.printed(`jsonl again, ${name}`, `convert ${name} - --to jsonl --quiet`)
        }
      },
    },
    {
      name: 'formats/svm',
      async run(at) {
        await at.abound(`convert ${DATA}/bibtex-test.svm x.svm.gz --quiet`)
        at.found('file', gunzipSync(at.read('x.svm.gz')))
        await at.printed('as it was', `convert ${DATA}/bibtex-test.svm - --to svm --quiet`)
        await at.json('look at the data', `inspect ${DATA}/bibtex-test.svm --json`)
      },
    },
    {
      name: 'formats/sgm',
      async run(at) {
        const files = `${DATA}/reut2-000.sgm ${DATA}/reut2-021.sgm`
        await at.printed('jsonl', `convert ${DATA}/reut2-000.sgm - --to jsonl --quiet`)
        await at.json('look at the data', `inspect ${files} --json`)
        await at.abound(`train ${files} --learner mmp -o 1.abound --quiet --tokens reuters`)
        at.file('model', '1.abound')
        await at.printed('predictions', `predict 1.abound ${DATA}/reut2-021.sgm --assign`)
      },
    },
  ]
}

/** @param {string} name */
function formatOf(name) {
  const ending = name.split('.')[1]
  return ending === 'txt' ? 'fasttext' : ending
}

/** @returns {Case[]} */
function commandCases() {
  const sample = `${DATA}/sample.jsonl`
  const few = `${DATA}/sample-few.jsonl`
  const test = `${DATA}/sample-test.jsonl`
  /** @type {(learners: string[], ways: Record<string, string>, bundled: boolean, data: string) => Case[]} */
  const compare = (learners, ways, bundled, data) =>
    Object.entries(ways).map(([name, flags]) => ({
      name: `compare/${name}`,
      bundled,
      async run(at) {
        for (const threads of THREADS) {
          const line = `compare ${data} ${flags} --results ${threads}.jsonl --json --quiet --threads ${threads}`
          const words = [...line.split(' '), '--learners', learners.join(',')]
          const { code, stdout, stderr } = await at.run(words)
          if (code !== 0) throw new Error(`abound ${words.join(' ')}: exit ${code}: ${stderr}`)
          at.found(`result${on(threads)}`, timeless(stdout.toString()))
          const cells = timeless(at.read(`${threads}.jsonl`).toString()).split('\n')
          at.found(`kept cells${on(threads)}`, cells.sort().join('\n'))
        }
      },
    }))
  return [
    {
      name: 'commands/learners',
      bundled: true,
      async run(at) {
        await at.printed('list', 'learners')
        await at.printed('list as JSON', 'learners --json')
        for (const learner of LEARNERS.map((flags) => flags.split(' ')[0])) {
          await at.printed(learner, `learners ${learner}`)
          await at.printed(`${learner} as JSON`, `learners ${learner} --json`)
        }
      },
    },
    {
      name: 'commands/train with more flags',
      bundled: true,
      async run(at) {
        const line = `train ${few} ${DATA}/sample-more.jsonl`
        const valid = `--validate ${test} --curve curve.tsv --json`
        await at.json('validation', `${line} --learner boost --rounds 20 ${valid} -o b.abound`)
        at.file('curve', 'curve.tsv')
        await at.abound(`${line} --continue b.abound --rounds 40 -o longer.abound --quiet`)
        at.file('continued model', 'longer.abound')
        await at.json(
          'held-out part',
          `${line} --learner mmp --validate 0.2 --cumulative c.tsv --json -o m.abound`,
        )
        at.file('cumulative losses', 'c.tsv')
        at.file('model of a part', 'm.abound')
        await at.json('model of a size', `${line} --learner svm --size 60kB --json -o s.abound`)
        at.file('small model', 's.abound')
        await at.json(
          'rounds until it got no better',
          `${line} --learner boost --rounds 200 --stop-after 5 ${valid} -o e.abound`,
        )
        at.file('model of so many rounds', 'e.abound')
        await at.abound(`train - --from jsonl --learner ff --quiet -o p.abound`, { input: at.read(few) })
        at.file('model from standard input', 'p.abound')
      },
    },
    {
      name: 'commands/evaluate, explain, inspect, learn and shrink with more flags',
      bundled: true,
      async run(at) {
        const env = { SOURCE_DATE_EPOCH: '1700000000' }
        const input = at.read(`${DATA}/sample-lines.txt`)
        await at.abound(`train ${few} --learner naive-bayes --stem porter --ngrams 2 -o 1.abound --quiet`)
        await at.printed('as a table', `evaluate 1.abound ${test} --per-label --beta 2`)
        await at.json('details', `evaluate 1.abound ${test} --details --json`)
        await at.printed('details as a table', `evaluate 1.abound ${test} --details`)
        await at.json('rejection', `evaluate 1.abound ${test} --reject 0.5 --curve curve.tsv --json`)
        at.file('curve of rejection', 'curve.tsv')
        await at.printed('rejected', `predict 1.abound ${test} --reject 0.5 --as tsv`)
        await at.abound(`evaluate 1.abound ${test} --report page.html --quiet`, { env })
        at.file('report', 'page.html')
        await at.printed('explained', 'explain 1.abound --json --html why.html', { input, env })
        at.file('explained as a page', 'why.html')
        await at.json('look at a model', 'inspect 1.abound --json')
        await at.printed('labels of a word', 'inspect 1.abound --term tree --json')
        const more = `${DATA}/sample-more.jsonl`
        await at.json('learning', `learn 1.abound ${more} --replay ${few} --seed 3 -o more.abound --json`)
        at.file('model that learned more', 'more.abound')
        await at.abound('shrink 1.abound --size 100kB --bits 16 --quiet -o sized.abound')
        at.file('model of a size', 'sized.abound')
        await at.json(
          'shrinking',
          `shrink 1.abound --prune 0.01 --bits 32 --validate ${test} --json -o p.abound`,
        )
        at.file('pruned model', 'p.abound')
      },
    },
    {
      name: 'commands/check, sample',
      bundled: true,
      async run(at) {
        for (const threads of THREADS) {
          const line = `check ${sample} ${test} -o ${threads}.jsonl --quiet --threads ${threads}`
          await at.printed(`summary${on(threads)}`, line)
          at.file(`findings${on(threads)}`, `${threads}.jsonl`)
        }
        await at.json('odd texts', `check ${DATA}/odd.jsonl --json`)
      },
    },
    {
      name: 'commands/check, reuters',
      async run(at) {
        for (const threads of THREADS) {
          const line = `check ${DATA}/reuters.jsonl ${DATA}/reuters-test.jsonl --json --threads ${threads}`
          await at.json(`findings${on(threads)}`, `${line} -o ${threads}.tsv`)
          at.file(`table${on(threads)}`, `${threads}.tsv`)
        }
        await at.json('near texts', `check ${DATA}/news-all-test.jsonl --fast --near 0.6 --json`)
      },
    },
    ...compare(
      ['ff --margin 0.5', 'svm --cost 2', 'naive-bayes', 'boost --rounds 20'],
      { 'folds, sample': '--folds 3', 'test, sample': `--test ${test} --stop english` },
      true,
      few,
    ),
    ...compare(
      ['ff --margin 0.1', 'mmp --loss 3', 'rocchio'],
      { 'trials, reuters': '--trials 2 --holdout 0.2 --measure averagePrecision' },
      false,
      `${DATA}/reuters.jsonl`,
    ),
    ...[
      ['sample', 'ff,naive-bayes', '--budget 2', sample],
      ['banking', 'svm', '--budget 2 --measure macroF1', `${DATA}/banking.jsonl`],
    ].map(([name, learners, flags, data]) => ({
      name: `tune/${name}`,
      bundled: name === 'sample',
      async run(/** @type {Place} */ at) {
        for (const threads of THREADS) {
          const line = `tune ${data} --learner ${learners} ${flags} --json --quiet --threads ${threads}`
          // The command that it prints names the threads.
          const text = (await at.abound(line)).toString().replace(/ --threads \d/g, '')
          at.found(`result${on(threads)}`, timeless(text))
        }
      },
    })),
    ...[
      ['sample', `${few} --budget 3`],
      ['reuters', `${DATA}/reuters.jsonl --budget 3`],
      ['bibtex', `${DATA}/bibtex.svm --budget 3`],
    ].map(([name, flags]) => ({
      name: `auto/${name}`,
      bundled: name === 'sample',
      async run(/** @type {Place} */ at) {
        for (const threads of THREADS) {
          const line = `train ${flags} --learner auto --json --threads ${threads} -o ${threads}.abound`
          const text = (await at.abound(line)).toString().replace(/ --threads \d| -o \d\.abound/g, '')
          at.found(`choice${on(threads)}`, timeless(text))
          at.file(`model${on(threads)}`, `${threads}.abound`)
        }
      },
    })),
    ...transduceCases(),
    ...clusterCases(),
  ]
}

/** @returns {Case[]} */
function transduceCases() {
  /** @type {(name: string, line: string) => Case} */
  const transduce = (name, line) => ({
    name: `transduce/${name}`,
    bundled: name.startsWith('sample'),
    async run(at) {
      await at.printed('labels', `transduce ${line} -o 1.abound --curve curve.tsv --quiet`)
      at.file('model', '1.abound')
      at.file('curve', 'curve.tsv')
    },
  })
  const few = `${DATA}/sample-more.jsonl`
  return [
    transduce('sample', `${few} ${DATA}/sample-test.jsonl --as tsv`),
    transduce('sample, equal', `${few} ${DATA}/sample-test.jsonl --start-costs equal --top 2 --seed 3`),
    transduce('reuters', `${DATA}/reuters-few.jsonl ${DATA}/reuters-test.jsonl --unlabelled-cost 0.5`),
    transduce('reuters, unused', `${DATA}/reuters-few.jsonl ${DATA}/reuters-unused.jsonl --positives 0.1`),
  ]
}

/** @returns {Case[]} */
function clusterCases() {
  const learners = [
    'ff --margin 0.5 --passes 2',
    'ind --threshold 0.1',
    'ind',
    'mmp --passes 2',
    'perceptron',
    'naive-bayes',
    'prtfidf',
    'rocchio',
    'svm',
  ]
  return [
    ...learners.map((flags) => ({
      name: `cluster/${flags}`,
      bundled: true,
      async run(/** @type {Place} */ at) {
        const line = `train ${DATA}/sample-few.jsonl --cluster local --shards 3 --learner ${flags} --quiet`
        for (const threads of THREADS) {
          await at.abound(`${line} --run ${threads}.run --threads ${threads} -o ${threads}.abound`)
          at.file(`model${on(threads)}`, `${threads}.abound`)
        }
      },
    })),
    {
      name: 'cluster/a model that predicts and is measured',
      bundled: true,
      async run(at) {
        const test = `${DATA}/sample-test.jsonl`
        await at.abound(`train ${DATA}/sample-few.jsonl --learner ff -o 1.abound --quiet`)
        for (const task of ['predict', 'evaluate']) {
          await at.abound(`cluster plan ${test} --shards 2 --${task} 1.abound --run ${task}.run`)
          // The plan names its folder.
          const { shards, stages } = JSON.parse(at.read(`${task}.run/plan.json`).toString())
          const plan = { shards: shards.map((/** @type {any} */ { uri, ...shard }) => shard), stages }
          at.found(`plan, ${task}`, JSON.stringify(plan))
          await at.json(task, `cluster run ${task}.run`)
        }
      },
    },
  ]
}

/** Tables and figures of the papers that are quick; they go through the library more than through commands. */
const PAPERS = [
  'cs02-fig4',
  'cs02-large',
  'mcg09-fsu',
  'mcg09-fig12',
  'j99-webkb',
  'ss00-rounds',
  'ss00-rejection',
]

/** @returns {Case[]} */
function paperCases() {
  return PAPERS.map((item) => ({
    name: `reproduce/${item}`,
    async run(at) {
      const env = { ABOUND_DATA: resolve(String(process.env.ABOUND_DATA)) }
      await at.json('figures', `reproduce ${item} --quick --json --quiet`, { env })
    },
  }))
}

/** @returns {Case} */
function serverCase() {
  return {
    name: 'serve',
    bundled: true,
    async run(at) {
      const few = `${DATA}/sample-few.jsonl`
      await at.abound(`train ${few} --learner ff --quiet -o 1.abound`)
      /** @type {(file: string) => any[]} */
      const read = (file) =>
        at
          .read(`${DATA}/${file}`)
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      const texts = read('sample-test.jsonl').map(({ text }) => text)
      const examples = read('sample-more.jsonl').slice(0, 40)
      const flags = `--port 0 --store store --data ${few} --rebuild-after 0 --log-level error`
      const server = spawn(process.execPath, [at.command, ...`serve 1.abound ${flags}`.split(' ')], {
        cwd: at.folder,
        env: environment({}),
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: MOST_MILLISECONDS,
      })
      const ended = new Promise((done) => server.once('close', done))
      try {
        const address = await new Promise((done, failed) => {
          let said = ''
          server.stdout.on('data', (part) => {
            said += part
            const [found] = said.match(/http:\/\/[\d.]+:\d+/) ?? []
            if (found !== undefined) done(found)
          })
          server.once('close', () => failed(new Error('abound serve ended')))
        })
        /** @type {(what: string, path: string, body?: object) => Promise<void>} */
        const ask = async (what, path, body) => {
          const answer = await fetch(`${address}${path}`, {
            ...(body === undefined
              ? {}
              : {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify(body),
                }),
          })
          if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
          at.found(what, Buffer.from(await answer.arrayBuffer()))
        }
        await ask('ranked', '/v1/rank', { texts, top: 3 })
        await ask('assigned', '/v1/rank', { texts: texts.slice(0, 50), assign: true, reject: 0.1 })
        await ask('explained', '/v1/explain', { text: texts[0], label: 'noun.food' })
        await ask('learned', '/v1/learn', { examples })
        await ask('ranked after learning', '/v1/rank', { texts, top: 3 })
        await ask('a label', '/v1/labels/noun.food')
        await ask('a word', '/v1/words?term=tree')
        await ask('model that learned', '/v1/model/file')
        await ask('routes', '/openapi.json')
      } finally {
        server.kill('SIGTERM')
        await ended
      }
    },
  }
}

// ----------------------------------------------------------------------------------------------- the golden runs

/**
 * The commands of test/golden, each with what it prints, how it ends and which models it leaves.
 * @param {string} scratch
 * @returns {Case[]}
 */
function goldenCases(scratch) {
  const golden = firstThere(['test/golden', 'packages/abound/test/golden'])
  /** @type {{ prepare: string[], commands: Record<string, Record<string, string | string[]>> }} */
  const { prepare, commands } = JSON.parse(readFileSync(join(golden, 'commands.json'), 'utf8'))
  const folder = join(scratch, 'golden')
  /** @type {Promise<string[]> | undefined} */
  let preparing
  /** @type {(at: Place) => Promise<string[]>} */
  const prepared = (at) =>
    (preparing ??= prepareGolden(new Place(folder, at.command, undefined), golden, prepare))
  return [
    {
      name: 'golden/prepared models',
      bundled: true,
      async run(at) {
        for (const model of await prepared(at)) at.found(model, readFileSync(join(folder, model)))
      },
    },
    ...Object.entries(commands).flatMap(([group, byName]) =>
      Object.entries(byName).map(([name, lines]) => ({
        name: `golden/${group}/${name}`,
        bundled: true,
        async run(/** @type {Place} */ at) {
          await prepared(at)
          cpSync(folder, at.folder, { recursive: true })
          const before = new Set(filesOf(at.folder))
          let text = ''
          for (const line of [lines].flat()) text += `$ ${line}\n${await goldenLine(at, line)}`
          const left = filesOf(at.folder).filter((file) => !before.has(file))
          at.found('output', `${text}new files: ${left.join(', ')}\n`)
          for (const file of left.filter((name) => name.endsWith('.abound'))) at.file(file, file)
        },
      })),
    ),
  ]
}

/**
 * The models that golden runs use, some of them damaged; those that are whole.
 * @param {Place} at
 * @param {string} golden
 * @param {string[]} lines
 */
async function prepareGolden(at, golden, lines) {
  cpSync(join(golden, 'input'), at.folder, { recursive: true })
  for (const line of lines) await at.abound(line.replace(/^abound /, ''))
  const models = readdirSync(at.folder).filter((name) => name.endsWith('.abound'))
  const bytes = at.read('news.abound')
  /** @type {(name: string, bytes: Buffer | string) => void} */
  const write = (name, damaged) => writeFileSync(join(at.folder, name), damaged)
  /** @type {(place: number, value: number) => Buffer} */
  const changed = (place, value) => {
    const copy = Buffer.from(bytes)
    copy[place] = value
    return copy
  }
  write('cut.abound', bytes.subarray(0, 500))
  write('flipped.abound', changed(bytes.length - 100, bytes[bytes.length - 100] ^ 1))
  write('newer.abound', changed(8, 3))
  write('text-mode.abound', Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))
  write('empty.abound', '')
  return models
}

/**
 * A line as a shell would take it: NAME=value before the command, words with quotes around blanks, and `< file`.
 * Beside `abound` it may say `cat FILE`, `cmp A B` or `cp A B`.
 * @param {Place} at
 * @param {string} line
 */
async function goldenLine(at, line) {
  const words = Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, one, two, plain]) => ({
    text: one ?? two ?? plain,
    quoted: plain === undefined,
  }))
  /** @type {Record<string, string>} */
  const env = {}
  while (words.length > 0 && !words[0].quoted && /^[A-Z_]+=/.test(words[0].text)) {
    const [name, value] = words.splice(0, 1)[0].text.split('=', 2)
    env[name] = value
  }
  const redirected = words.findIndex(({ text, quoted }) => text === '<' && !quoted)
  const input = redirected < 0 ? '' : at.read(words[redirected + 1].text)
  const [program, ...args] = (redirected < 0 ? words : words.slice(0, redirected)).map(({ text }) => text)
  if (program === 'cat') return masked(at.read(args[0]).toString())
  if (program === 'cmp') return at.read(args[0]).equals(at.read(args[1])) ? 'equal\n' : 'different\n'
  if (program === 'cp') {
    cpSync(join(at.folder, args[0]), join(at.folder, args[1]))
    return ''
  }
  if (program !== 'abound') throw new Error(`${line}: expected abound, cat, cmp or cp`)
  const { code, stdout, stderr } = await at.run(args, { env, input })
  return `1> ${masked(stdout.toString())}\n2> ${masked(stderr)}\nexit ${code}\n`
}

// ------------------------------------------------------------------------------------------------------ running

/**
 * @param {string} scratch
 * @returns {Case[]}
 */
function allCases(scratch) {
  // What takes longest comes first, so that one thread does not work alone at the end.
  return [
    ...largeCases(),
    ...paperCases(),
    ...commandCases(),
    ...learnerCases(),
    ...vectorCases(),
    ...optionCases(),
    ...textCases(),
    ...formatCases(),
    serverCase(),
    ...goldenCases(scratch),
  ]
}

/**
 * Runs cases, two at a time; what came out of each.
 * @param {Case[]} cases
 * @param {{ scratch: string, command: string, keep: string | undefined, seconds: boolean }} settings
 * @returns {Promise<Map<string, Outcome>>}
 */
async function runAll(cases, { scratch, command, keep, seconds }) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map()
  const waiting = [...cases.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, { name, run }] = next
      const started = performance.now()
      const folder = join(scratch, 'cases', String(number))
      const at = new Place(folder, command, keep === undefined ? undefined : join(keep, fileName(name)))
      try {
        await run(at)
        outcomes.set(name, { hashes: at.hashes })
      } catch (error) {
        outcomes.set(name, { failure: error instanceof Error ? error.message : String(error) })
      }
      rmSync(folder, { recursive: true, force: true })
      if (seconds) console.error(`${((performance.now() - started) / 1000).toFixed(1)} s  ${name}`)
      if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${cases.length} `)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (process.stderr.isTTY) process.stderr.write('\r')
  return new Map(cases.map(({ name }) => [name, /** @type {Outcome} */ (outcomes.get(name))]))
}

/** @param {string} name */
function fileName(name) {
  return name
    .split('/')
    .map((part) => part.replaceAll(/[^\w .,-]/g, '_'))
    .join('/')
}

/** @param {Map<string, Outcome>} outcomes */
function sayThreads(outcomes) {
  for (const [name, outcome] of outcomes) {
    if ('failure' in outcome) continue
    const others = Object.entries(outcome.hashes)
      .filter(([what, hash]) => (outcome.hashes[`${what}${TWO}`] ?? hash) !== hash)
      .map(([what]) => what)
    if (others.length > 0) console.log(`not the same on 2 threads: ${name}: ${others.join(', ')}`)
  }
}

/** @param {Map<string, Outcome>} outcomes */
function keptOf(outcomes) {
  /** @type {Record<string, Hashes>} */
  const cases = {}
  for (const [name, outcome] of outcomes) {
    if ('failure' in outcome) console.log(`failed: ${name}: ${outcome.failure}`)
    else cases[name] = outcome.hashes
  }
  return cases
}

/**
 * How a case differs from what was kept; undefined if it does not.
 * @param {Outcome} outcome
 * @param {Hashes} kept
 */
function differenceOf(outcome, kept) {
  if ('failure' in outcome) return `failed: ${outcome.failure}`
  const all = [...new Set([...Object.keys(kept), ...Object.keys(outcome.hashes)])]
  const others = all.filter((what) => kept[what] !== outcome.hashes[what])
  if (others.length === 0) return undefined
  return `${others.join('; ')} (${others.length} of ${all.length})`
}

/**
 * Says what differs; whether anything does that is not expected to.
 * @param {Map<string, Outcome>} outcomes
 * @param {Record<string, Hashes>} kept
 * @param {Record<string, string>} expected
 */
function compare(outcomes, kept, expected) {
  let same = 0
  let wrong = 0
  for (const [name, hashes] of Object.entries(kept)) {
    const outcome = outcomes.get(name)
    const difference =
      outcome === undefined ? 'there is no such case any more' : differenceOf(outcome, hashes)
    if (difference === undefined) {
      same++
      if (Object.hasOwn(expected, name)) console.log(`has not changed, though said to: ${name}`)
    } else if (Object.hasOwn(expected, name)) {
      console.log(`changed as said: ${name}: ${expected[name]}`)
    } else {
      wrong++
      console.log(`differs: ${name}: ${difference}`)
    }
  }
  for (const name of outcomes.keys()) {
    if (!Object.hasOwn(kept, name)) console.log(`nothing was kept to compare with: ${name}`)
  }
  console.log(`same: ${same} of ${Object.keys(kept).length}`)
  return wrong > 0
}

// ---------------------------------------------------------------------------------------------------- small things

/** @param {Buffer | string} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The files of a folder and those below, as paths from there, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * The first of these places of the repository that is there.
 * @param {string[]} places
 */
function firstThere(places) {
  const found = places.map((place) => join(ROOT, place)).find((place) => existsSync(place))
  if (found === undefined) throw new Error(`${ROOT} has none of ${places.join(', ')}`)
  return found
}

// --------------------------------------------------------------------------------------------------------- main

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string' },
    expected: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    seconds: { type: 'boolean' },
  },
})
const [task, file, ...others] = positionals
if ((task !== 'write' && task !== 'check') || file === undefined || others.length > 0) {
  console.error('usage: node scripts/same-bits.mjs write|check FILE [--command PATH] [--expected FILE]')
  process.exit(2)
}
const started = performance.now()
const command = resolve(flags.command ?? firstThere(BUILT))
if (!existsSync(command)) throw new Error(`${command} is missing`)
const corpora = process.env.ABOUND_DATA || undefined
const only = flags.only ?? ''
const scratch = mkdtempSync(join(tmpdir(), 'abound-same-bits-'))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  })
}
try {
  const data = writeCorpora(join(scratch, 'data'), corpora)
  const asked = allCases(scratch).filter(({ name }) => name.includes(only))
  const cases = asked.filter(({ bundled }) => bundled === true || corpora !== undefined)
  if (cases.length < asked.length)
    console.log(
      `not run, as ABOUND_DATA names no folder: ${asked.length - cases.length} of ${asked.length} cases`,
    )
  const outcomes = await runAll(cases, {
    scratch,
    command,
    keep: flags.keep,
    seconds: flags.seconds === true,
  })
  console.log(`${cases.length} cases in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  sayThreads(outcomes)
  if (task === 'write') {
    const found = keptOf(outcomes)
    const about = { node: process.version, platform: `${process.platform} ${process.arch}` }
    writeFileSync(file, `${JSON.stringify({ about, data, cases: found }, undefined, 1)}\n`)
    const hashes = Object.values(found).reduce((sum, each) => sum + Object.keys(each).length, 0)
    console.log(`wrote ${file} (${Object.keys(found).length} cases, ${hashes} hashes)`)
    if (outcomes.size > Object.keys(found).length) process.exitCode = 1
  } else {
    /** @type {Kept} */
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    if (kept.about.node !== process.version)
      console.log(`other Node: ${process.version}, and ${kept.about.node} when hashes were kept`)
    for (const [name, hash] of Object.entries(data)) {
      if (kept.data[name] !== hash) console.log(`other data: ${name}`)
    }
    const skipped = new Set(asked.filter((one) => !cases.includes(one)).map(({ name }) => name))
    const compared = Object.fromEntries(
      Object.entries(kept.cases).filter(([name]) => name.includes(only) && !skipped.has(name)),
    )
    /** @type {Record<string, string>} */
    const expected = flags.expected === undefined ? {} : JSON.parse(readFileSync(flags.expected, 'utf8'))
    if (compare(outcomes, compared, expected)) process.exitCode = 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
