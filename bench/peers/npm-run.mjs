// Classifiers of the npm registry, each as its own page says: text in, answers out.
//
//   npm-run.mjs version NAME
//   npm-run.mjs train NAME TRAIN MODEL
//   npm-run.mjs predict NAME MODEL DATA top|all
//
// They are found in ABOUND_PEERS/npm, never among Abound's own dependencies. TRAIN and DATA are .tab files, for
// fasttext.wasm.js .ft files.

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * @typedef {object} Peer
 * @property {(documents: { labels: string[], text: string }[], model: string, data: string) => Promise<void>} train
 * @property {(model: string) => Promise<Ask>} load
 *
 * @typedef {[label: string, score: number][]} Ranking
 * @typedef {(text: string, all: boolean) => Ranking | Promise<Ranking>} Ask
 */

const [verb, name, ...words] = process.argv.slice(2)
const folder = join(process.env.ABOUND_PEERS ?? '.', 'npm')
const require = createRequire(join(folder, 'package.json'))

/** @type {Record<string, Peer>} */
const PEERS = {
  bayes: {
    async train(documents, model) {
      const classifier = require('bayes')()
      for (const { labels, text } of documents)
        for (const label of labels) await classifier.learn(text, label)
      writeFileSync(model, classifier.toJson())
    },
    async load(model) {
      const classifier = require('bayes').fromJson(readFileSync(model, 'utf8'))
      return async (text) => [[await classifier.categorize(text), 1]]
    },
  },
  natural: {
    async train(documents, model) {
      const classifier = new (require('natural').BayesClassifier)()
      for (const { labels, text } of documents)
        for (const label of labels) classifier.addDocument(text, label)
      classifier.train()
      writeFileSync(model, JSON.stringify(classifier))
    },
    async load(model) {
      const restored = require('natural').BayesClassifier.restore(JSON.parse(readFileSync(model, 'utf8')))
      return (text) =>
        restored
          .getClassifications(text)
          .map((/** @type {{ label: string, value: number }} */ { label, value }) => [label, value])
    },
  },
  'wink-naive-bayes-text-classifier': {
    async train(documents, model) {
      const classifier = wink()
      for (const { labels, text } of documents) for (const label of labels) classifier.learn(text, label)
      writeFileSync(model, classifier.exportJSON())
    },
    async load(model) {
      const classifier = wink()
      classifier.importJSON(readFileSync(model, 'utf8'))
      classifier.consolidate()
      // Where it knows no word of a text, its answer is the label “unknown”.
      return (text) => classifier.computeOdds(text).filter(([label]) => label !== 'unknown')
    },
  },
  'fasttext.wasm.js': {
    async train(_, model, data) {
      const { settings, FastText } = await fastTextWasm()
      // It fetches its training file; Node's fetch takes no files.
      globalThis.fetch = async () => new Response(readFileSync(data))
      const trained = await new FastText().trainSupervised(data, settings, () => {})
      writeFileSync(model, Buffer.from(await trained.saveModel().arrayBuffer()))
    },
    async load(path) {
      const { FastText } = await fastTextWasm()
      const model = await new FastText().loadModel(pathToFileURL(path).href)
      return (text, all) => {
        const found = model.predict(text.slice(text.indexOf(' ') + 1), all ? 200 : 1, 0)
        const ranked = []
        for (let i = 0; i < found.size(); i++) {
          const [score, label] = found.get(i)
          ranked.push(/** @type {[string, number]} */ ([label.replace('__label__', ''), score]))
        }
        return ranked
      }
    },
  },
}

const peer = PEERS[name]
// The standard output is for answers; what some of them load says other things there.
const say = console.log
console.log = () => {}
if (verb === 'version') {
  say(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version)
} else if (verb === 'train') {
  const [data, model] = words
  await peer.train(readDocuments(data), model, data)
} else {
  const [model, data, how] = words
  const ask = await peer.load(model)
  const lines = []
  for (const { text } of readDocuments(data)) {
    const ranked = await ask(text, how === 'all')
    const best = ranked[0]?.[0] ?? ''
    lines.push(how === 'all' ? ranked.map(([label, score]) => `${label}:${score}`).join(' ') : best)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** @param {string} path */
function readDocuments(path) {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t')
      return { labels: line.slice(0, Math.max(0, tab)).split(','), text: line.slice(tab + 1) }
    })
}

function wink() {
  const classifier = require('wink-naive-bayes-text-classifier')()
  const { string, tokens } = require('wink-nlp-utils')
  classifier.definePrepTasks([string.tokenize0, tokens.removeWords, tokens.stem, tokens.propagateNegations])
  classifier.defineConfig({ considerOnlyPresence: true, smoothingFactor: 0.5 })
  return classifier
}

async function fastTextWasm() {
  const at = join(folder, 'node_modules/fasttext.wasm.js/dist/main/node.mjs')
  const { getFastTextClass, getFastTextModule } = await import(pathToFileURL(at).href)
  const FastText = await getFastTextClass({ getFastTextModule })
  return { FastText, settings: { loss: 'softmax', dim: 50, lr: 0.5, epoch: 25, minCount: 1 } }
}
