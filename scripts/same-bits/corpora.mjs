// The corpora of the cases: every so many lines of the bundled sample and of public corpora, and odd texts.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { firstExisting, hashFiles } from './files.mjs'

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
const NEWS_COPIES = 4

/** Odd scripts, signs and lengths; labels are the languages. */
const ODD_TEXTS = [
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

/**
 * Writes the corpora into a folder; the hashes of them.
 * @param {string} folder
 * @param {string | undefined} corpora
 */
export function writeCorpora(folder, corpora) {
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

  writeParts(BUNDLED_PARTS, firstExisting(['sample', 'packages/abound/sample']), write)
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
    ODD_TEXTS.map(([label, text], i) => JSON.stringify({ id: `odd-${i}`, text, labels: [label] })),
  )
  if (corpora === undefined) return hashFiles(folder)

  writeParts(PARTS, corpora, write)
  write('reuters-lines.txt', texts('reuters-test.jsonl').slice(0, 3))
  const topics = [...new Set(read('reuters.jsonl').flatMap((document) => document.labels))].sort()
  write(
    'reuters-labels.tsv',
    topics.map((topic) => `${topic}\t${topic.replaceAll('-', ' ')} prices`),
  )
  const all = readFileSync(join(folder, 'news-all.jsonl'))
  writeFileSync(
    join(folder, 'news-times.jsonl'),
    Buffer.concat(Array.from({ length: NEWS_COPIES }, () => all)),
  )
  const archive = join(corpora, 'reuters21578', 'sgml.tar.gz')
  const unpacked = spawnSync('tar', ['xzf', archive, '-C', folder, './reut2-000.sgm', './reut2-021.sgm'])
  if (unpacked.status !== 0) throw new Error(`tar ${archive}: ${unpacked.stderr}`)
  return hashFiles(folder)
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
