// Measures every loop that has a compiled version against its plain one, on real corpora: which of them is worth having. Each
// measurement is a process of its own, by turns; CPU time of the loop alone, least of the rounds. Needs the build and
// ABOUND_DATA; writes bench/results/engine.json. `node bench/engine.mjs [rounds]`

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const DIST = new URL('../packages/abound/dist/', import.meta.url)
/** Less than this is not worth a second version. */
const LEAST = 1.3
const CORPORA = {
  '20newsgroups': ['20newsgroups/train.jsonl.gz', '20newsgroups/test.jsonl.gz'],
  reuters21578: ['reuters21578/modapte-train.jsonl.gz', 'reuters21578/modapte-test.jsonl.gz'],
}
const LOOPS = ['arrays', 'jsonTexts', 'words', 'termRow', 'denseScorer', 'listScorer', 'jointPass']

/** @param {string} path */
const load = (path) => import(new URL(path, DIST).href)

/** @param {string} corpus */
function bytesOf(corpus, part = 0) {
  const path = `${process.env.ABOUND_DATA}/${CORPORA[corpus][part]}`
  return new Uint8Array(gunzipSync(readFileSync(path)))
}

/** @param {string} corpus */
function documentsOf(corpus, part = 0) {
  const lines = new TextDecoder().decode(bytesOf(corpus, part)).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** CPU milliseconds of some work. */
async function cost(/** @type {() => unknown} */ work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** @param {string} corpus @param {string} learner */
async function trained(corpus, learner) {
  const { train } = await load('index.js')
  return train(documentsOf(corpus), { learner })
}

/**
 * What a loop does for a corpus; what it needs beforehand is made with the engine as the platform has it.
 * @type {Record<string, (corpus: string) => Promise<() => unknown>>}
 */
const WORK = {
  arrays: async (corpus) => {
    const { classifierFromBytes, classifierToBytes } = await load('pipeline/model-bytes.js')
    const bytes = await classifierToBytes(await trained(corpus, 'ff'))
    return () => classifierFromBytes(bytes)
  },
  jsonTexts: async (corpus) => {
    const { jsonlReader } = await load('data/jsonl.js')
    const bytes = bytesOf(corpus, 1)
    const reader = jsonlReader({ file: corpus, textBytes: true, withoutLabels: true, reusesBuffer: true })
    return () => {
      for (let at = 0; at < bytes.length; at += 1 << 20)
        reader.push(bytes.subarray(at, at + (1 << 20)), () => {})
      reader.end(() => {})
    }
  },
  words: async (corpus) => {
    const texts = documentsOf(corpus).map(({ text }) => new TextEncoder().encode(text))
    const { createAnalyser, TEXT_OPTIONS } = await load('text/analyser.js')
    const { defaultOptions } = await load('options.js')
    const { ByteTable } = await load('structures/byte-table.js')
    const { TermIds } = await load('engine/term-ids.js')
    return () => {
      const analyser = createAnalyser(defaultOptions(TEXT_OPTIONS))
      const table = new ByteTable()
      const ids = new TermIds()
      for (const text of texts) {
        ids.clear()
        analyser.addIds(text, table, true, ids)
      }
    }
  },
  termRow: async (corpus) => {
    const texts = documentsOf(corpus).map(({ text }) => text.split(/\W+/))
    const known = new Map()
    const ids = texts.map((words) =>
      Int32Array.from(words, (word) => known.get(word) ?? known.set(word, known.size).size - 1),
    )
    const { engine } = await load('engine/engine.js')
    const { weighRow } = await load('vector/weighting.js')
    const df = new Float64Array(known.size).fill(3)
    const statistics = {
      documents: ids.length,
      df,
      meanDistinct: 1,
      meanLength: 1,
      idf: new Float64Array(known.size),
    }
    const idf = df.map((count) => Math.log(ids.length / count))
    return () => {
      const row = engine().termRow()
      for (const text of ids) {
        row.count(text, text.length, known.size)
        if (!row.weigh(true, idf, true))
          row.size = weighRow(row.columns, row.values, row.size, 'tfidf', 'l2', statistics)
      }
    }
  },
  denseScorer: (corpus) => scored(corpus, 'svm'),
  listScorer: (corpus) => scored(corpus, 'ff'),
  jointPass: async (corpus) => {
    const { train } = await load('index.js')
    const documents = documentsOf(corpus).slice(0, 4000)
    return () => train(documents, { learner: 'svm' })
  },
}

/** Scoring of the test part's rows, the copying of the weights with it. @param {string} corpus @param {string} learner */
async function scored(corpus, learner) {
  const classifier = await trained(corpus, learner)
  const { vectoriser, model } = classifier.toParts()
  const { DatasetBuilder } = await load('structures/dataset.js')
  const { clearScores, createScores } = await load('engine/scores.js')
  const data = new DatasetBuilder()
  const rows = documentsOf(corpus, 1).map((document) => {
    vectoriser.vectorise(document)
    const { columns, values, size } = vectoriser
    data.addRow(columns, values, size, { positives: [], negatives: [], judged: 0 })
    return [columns.slice(0, size), values.slice(0, size)]
  })
  data.seal()
  const scores = createScores(model.labelCount)
  return () => {
    const scorer = model.scorer?.()
    for (const [row, [columns, values]] of rows.entries()) {
      if (scorer?.(columns, values, columns.length) !== undefined) continue
      clearScores(scores)
      model.score(data, row, scores)
    }
  }
}

async function measure(
  /** @type {string} */ loop,
  /** @type {string} */ corpus,
  /** @type {string} */ version,
) {
  const { chooseEngineBy } = await load('engine/engine.js')
  const { plainEngine } = await load('engine/plain/plain-engine.js')
  const { wasmEngine } = await load('engine/wasm/wasm-engine.js')
  chooseEngineBy(() => wasmEngine)
  const work = await WORK[loop](corpus)
  // Only the one loop is exchanged; a solver brings its memory.
  const plain = { [loop]: plainEngine[loop], ...(loop === 'jointPass' ? { memory: plainEngine.memory } : {}) }
  chooseEngineBy(() => (version === 'plain' ? { ...wasmEngine, ...plain } : wasmEngine))
  console.log(await cost(work))
}

const [first, corpus, version] = process.argv.slice(2)
if (version !== undefined) await measure(first, corpus, version)
else {
  const rounds = Number(first ?? 3)
  const loops = []
  for (const loop of LOOPS) {
    for (const corpus of Object.keys(CORPORA)) {
      const least = { plain: Number.POSITIVE_INFINITY, wasm: Number.POSITIVE_INFINITY }
      for (let round = 0; round < 2 * rounds; round++) {
        const version = round % 4 === 0 || round % 4 === 3 ? 'plain' : 'wasm'
        const { stdout, stderr, status } = spawnSync(
          process.execPath,
          [fileURLToPath(import.meta.url), loop, corpus, version],
          { encoding: 'utf8' },
        )
        if (status !== 0) throw new Error(stderr)
        least[version] = Math.min(least[version], Number(stdout))
      }
      const times = Number((least.plain / least.wasm).toFixed(2))
      loops.push({ loop, corpus, plainMs: Math.round(least.plain), wasmMs: Math.round(least.wasm), times })
      console.log(
        `| ${loop} | ${corpus} | ${Math.round(least.plain)} | ${Math.round(least.wasm)} | ${times} |`,
      )
    }
    const best = Math.max(...loops.filter((one) => one.loop === loop).map(({ times }) => times))
    if (best < LEAST) console.log(`${loop}: ${best} times the speed at best, no reason for a second version`)
  }
  const machine = { cpu: cpus()[0].model, threads: cpus().length, node: process.version }
  const results = new URL('results/engine.json', import.meta.url)
  writeFileSync(results, `${JSON.stringify({ machine, rounds, loops }, null, 2)}\n`)
}
