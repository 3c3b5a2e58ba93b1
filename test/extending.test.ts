// What CONTRIBUTING promises: a concept is added by one declaration and one line, here from outside the packages, and
// appears wherever people meet its kind. One `describe` for each concept.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Declarations } from '../packages/abound/src/declarations.js'
import {
  compareCells,
  corpusOf,
  createReader,
  type Document,
  defineFormat,
  defineLearner,
  defineWeighting,
  extend,
  fromBytes,
  InputError,
  learners,
  openSource,
  runCell,
  toBytes,
  train,
  WEIGHTINGS,
  writeDocuments,
} from '../packages/abound/src/node/index.js'
import { topicDocuments } from './conformance/documents.js'
import { readAll } from './data/read-all.js'

const documents: Document[] = topicDocuments({ count: 60, labels: 3, length: 8 })

const steady = defineLearner({
  ...learners.frequency,
  name: 'steady',
  summary: 'ranks labels by how frequent they are, from outside',
})

const loud = defineFormat({
  name: 'loud',
  title: 'loud lines',
  extensions: ['loud'],
  mediaTypes: ['text/x-loud'],
  needs: 'bytes',
  example: '__label__a CORN\n__label__b WHEAT\n',
  reader: (settings) => createReader('fasttext', settings),
  lineByLine: true,
  writer: () => ({
    header: () => '',
    document: ({ text, labels = [] }) =>
      `${labels.map((label) => `__label__${label} `).join('')}${String(text).toUpperCase()}\n`,
    end() {},
  }),
})

const squareRoot = defineWeighting({
  name: 'square-root',
  norm: 'l2',
  reads: [],
  weigh(_columns, values, n) {
    for (let i = 0; i < n; i++) values[i] = Math.sqrt(values[i])
  },
  typical: (count) => Math.sqrt(count),
})

const folder = mkdtempSync(join(tmpdir(), 'abound-extending-'))
beforeAll(() => extend({ learners: [steady], formats: [loud], weightings: [squareRoot] }))
afterAll(() => rmSync(folder, { recursive: true }))

/** The help of a command as people see it, on lines of any length. */
async function helpOf(name: 'train' | 'convert' | 'check'): Promise<string> {
  const commands = {
    train: () => import('../packages/abound/src/cli/train.js'),
    convert: () => import('../packages/abound/src/cli/convert.js'),
    check: () => import('../packages/abound/src/cli/check.js'),
  }
  const command = new Command(name).configureHelp({ helpWidth: 10_000 })
  ;(await commands[name]()).define(command)
  return command.helpInformation()
}

/** Bytes of a model file in which something is called otherwise, by a name as long. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes)
  const at = text.indexOf(`"${from}"`)
  expect(at).toBeGreaterThan(0)
  text.write(`"${to}"`, at)
  return new Uint8Array(text)
}

describe('a learner', () => {
  it('is in the help of train', async () => {
    expect(await helpOf('train')).toContain('steady')
  })

  it('trains, and its model file is read again', async () => {
    const model = await train(documents, { learner: 'steady' })
    expect(model.learner).toBe('steady')
    const again = await fromBytes(toBytes(model))
    expect(again.rank('topic0word1')).toEqual(model.rank('topic0word1'))
  })

  it('is compared with ours', async () => {
    const meters = { seconds: () => 0, cpuSeconds: () => 0, peakMemoryBytes: () => 0 }
    const contenders = ['steady', 'naive-bayes'].map((learner) => ({ name: learner, learner, options: {} }))
    const cells = []
    for (const contender of contenders) {
      const corpora = { train: corpusOf(documents), test: corpusOf(documents) }
      cells.push(await runCell({ contender, split: 'test', ...corpora }, meters))
    }
    const result = compareCells({
      version: '0',
      data: { paths: [], fingerprint: '' },
      split: { kind: 'test', names: ['test'] },
      measure: 'R1',
      contenders,
      cells,
    })
    expect(result.contenders.map(({ learner, best }) => [learner, best])).toEqual([
      ['steady', false],
      ['naive-bayes', true],
    ])
  })

  it('is asked for clearly by a model file where nobody has added it', async () => {
    const bytes = toBytes(await train(documents, { learner: 'steady' }))
    await expect(fromBytes(renamed(bytes, 'steady', 'absent'))).rejects.toThrow(InputError)
    await expect(fromBytes(renamed(bytes, 'steady', 'absent'))).rejects.toThrow(/absent/)
  })
})

describe('a format', () => {
  it('is in the help of what reads and writes data', async () => {
    expect(await helpOf('train')).toMatch(/labelled texts: .*\.loud, a folder, or -/)
    expect(await helpOf('train')).toMatch(/--from <format>.*, loud/)
    expect(await helpOf('check')).toMatch(/texts to learn from: .*\.loud/)
    expect(await helpOf('convert')).toMatch(/--to <format>.*, loud/)
  })

  it('is written, found by its extension, and learned from', async () => {
    const file = join(folder, 'news.loud.gz')
    async function* batches(): AsyncGenerator<Document[]> {
      yield documents
    }
    await writeDocuments(file, batches())
    const read: Document[] = []
    for await (const batch of openSource(file).documents()) read.push(...batch)
    expect(read.map(({ labels }) => labels)).toEqual(documents.map(({ labels }) => labels))
    expect(read[0].text).toBe(String(documents[0].text).toUpperCase())
    expect((await train(read, { learner: 'steady' })).documents).toBe(documents.length)
  })

  it('is named in errors', () => {
    const file = join(folder, 'news.unheard-of')
    writeFileSync(file, '')
    expect(() => openSource(file)).toThrow(/\.sgm or \.loud, also with \.gz/)
    expect(() => openSource('-', { from: 'unheard-of' })).toThrow(/lines, loud$/)
  })

  it('is read however its bytes are cut', () => {
    const whole = readAll(loud, loud.example)
    expect(whole.documents).toHaveLength(2)
    expect(readAll(loud, loud.example, { cuts: [3, 11, 17, 20] })).toEqual(whole)
  })

  it('is uploaded to a server, and in its OpenAPI document', async () => {
    const { TestServer } = await import('./server/serving.js')
    const server = await new TestServer().start()
    try {
      const { body } = await server.get('/openapi.json')
      const { parameters, requestBody } = body.paths['/v1/models/{name}'].post
      expect(Object.keys(requestBody.content)).toContain('text/x-loud')
      const format = parameters.find(({ name }: { name: string }) => name === 'format')
      expect(JSON.stringify(format.schema)).toContain('"loud"')
      const upload = `${loud.example.repeat(5)}`
      const { status } = await server.ask('POST', '/v1/models/news', upload, {
        'content-type': 'text/x-loud',
      })
      expect(status).toBe(202)
    } finally {
      await server.close()
    }
  })
})

describe('a weighting', () => {
  it('is a choice of train', async () => {
    expect(await helpOf('train')).toContain('square-root')
  })

  it('weighs rows, and its model file is read again', async () => {
    const options = { learner: 'perceptron', weighting: 'square-root' }
    const model = await train(documents, options)
    const { vectoriser } = model.toParts()
    vectoriser.vectorise({ text: 'topic0word1 topic0word1 topic0word1 topic0word1 topic0word2' })
    const [first, second] = vectoriser.values
    expect(first / second).toBeCloseTo(2, 6)
    const again = await fromBytes(toBytes(model))
    expect(again.rank('topic0word1')).toEqual(model.rank('topic0word1'))
  })

  it('is asked for clearly by a model file where nobody has added it', async () => {
    const bytes = toBytes(await train(documents, { learner: 'perceptron', weighting: 'square-root' }))
    const loading = fromBytes(renamed(bytes, 'square-root', 'square-foot'))
    await expect(loading).rejects.toThrow(InputError)
    await expect(loading).rejects.toThrow(/square-foot.*tfidf/)
  })
})

describe('a list', () => {
  it('takes no name twice, and none that could not be written on a command line', () => {
    expect(() => extend({ weightings: [{ ...squareRoot }] })).toThrow(
      'there is a weighting called "square-root" already',
    )
    expect(() => extend({ weightings: [{ ...squareRoot, name: 'a b' }] })).toThrow(
      /weighting "a b": expected a name/,
    )
    extend({ weightings: [squareRoot] })
    expect(WEIGHTINGS.filter(({ name }) => name === 'square-root')).toEqual([squareRoot])
  })

  it('tells its own declarations from those that were added', () => {
    const list = new Declarations('letter', [{ name: 'a' }])
    const added = { name: 'b' }
    list.add(added)
    expect([...list].map((one) => list.isOurs(one))).toEqual([true, false])
    expect(() => list.named('c')).toThrow('no letter is called "c": expected one of a, b')
  })
})
