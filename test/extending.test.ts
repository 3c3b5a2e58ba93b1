// What CONTRIBUTING promises: a concept is added by one declaration and one line, here from outside the packages, and
// appears wherever people meet its kind. One `describe` for each concept.

import './fresh-modules.js'
import './plugin.js'

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparisonTable } from '../packages/abound/src/cli/comparison.js'
import { measureTable } from '../packages/abound/src/cli/measures.js'
import { Declarations } from '../packages/abound/src/declarations.js'
import { decodeContainer, encodeContainer } from '../packages/abound/src/modelfile/container.js'
import {
  addToEvaluation,
  compareCells,
  comparisonPage,
  corpusOf,
  type Document,
  drawingTools,
  EvaluationPart,
  evaluate,
  evaluationPage,
  extend,
  figureOf,
  fromBytes,
  InputError,
  openSource,
  runCell,
  startEvaluation,
  toBytes,
  trainCorpus,
  tune,
  WEIGHTINGS,
  writeDocuments,
} from '../packages/abound/src/node/internal.js'
import { joinParts } from '../packages/abound/src/structures/bytes.js'
import { AccessTokens, defineRoute } from '../packages/server/src/index.js'
import { acceptedEndings, formatNames, inspectFile } from '../packages/server/src/web/uploads.js'
import { topicDocuments } from './conformance/documents.js'
import { readAll } from './data/read-all.js'
import { loud, squareRoot } from './plugin.js'
import { modelBytes, TestServer } from './server/serving.js'

const documents: Document[] = topicDocuments({ count: 60, labels: 3, length: 8 })

const folder = mkdtempSync(join(tmpdir(), 'abound-extending-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The help of a command as people see it, on lines of any length. */
async function helpOf(name: 'train' | 'convert' | 'check' | 'compare' | 'tune'): Promise<string> {
  const commands = {
    train: () => import('../packages/abound/src/cli/train.js'),
    convert: () => import('../packages/abound/src/cli/convert.js'),
    check: () => import('../packages/abound/src/cli/check.js'),
    compare: () => import('../packages/abound/src/cli/compare.js'),
    tune: () => import('../packages/abound/src/cli/tune.js'),
  }
  const command = new Command(name).configureHelp({ helpWidth: 10_000 })
  ;(await commands[name]()).define(command)
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return help
}

/** A model file in whose header something is called otherwise. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const { header, sections } = decodeContainer(bytes, 'model')
  const text = JSON.stringify(header)
  expect(text).toContain(`"${from}"`)
  return joinParts(encodeContainer(JSON.parse(text.replace(`"${from}"`, `"${to}"`)), sections))
}

describe('a learner', () => {
  it('is in the help of train', async () => {
    expect(await helpOf('train')).toContain('steady')
  })

  it('trains, and its model file is read again', async () => {
    const model = await trainCorpus(corpusOf(documents), { learner: 'steady' })
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
    const bytes = toBytes(await trainCorpus(corpusOf(documents), { learner: 'steady' }))
    await expect(fromBytes(renamed(bytes, 'steady', 'absent'))).rejects.toThrow(InputError)
    await expect(fromBytes(renamed(bytes, 'steady', 'absent'))).rejects.toThrow(
      /learner "absent", which is not known here: expected extend/,
    )
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
    expect((await trainCorpus(corpusOf(read), { learner: 'steady' })).documents).toBe(documents.length)
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

  it('is uploaded to a server, in its OpenAPI document, and in the form of its page', async () => {
    const server = await new TestServer().start()
    try {
      const { body } = await server.get('/openapi.json')
      const { parameters, requestBody } = body.paths['/v1/models/{name}'].post
      expect(Object.keys(requestBody.content)).toContain('text/x-loud')
      const format = parameters.find(({ name }: { name: string }) => name === 'format')
      expect(JSON.stringify(format.schema)).toContain('"loud"')
      const { formats } = (await server.get('/v1/formats')).body
      expect(acceptedEndings(formats).split(',')).toContain('.loud')
      expect(formatNames(formats)).toBe('CSV, TSV, JSONL, TXT or LOUD')
      const chosen = await inspectFile(new File([loud.example], 'news.loud'), formats)
      expect(chosen.format).toMatchObject({ name: 'loud', mediaTypes: ['text/x-loud'] })
      const upload = `${loud.example.repeat(5)}`
      const { status } = await server.ask('POST', '/v1/models/news', upload, {
        'content-type': 'text/x-loud',
      })
      expect(status).toBe(202)
    } finally {
      await server.end()
    }
  })
})

describe('a weighting', () => {
  it('is a choice of train', async () => {
    expect(await helpOf('train')).toContain('square-root')
  })

  it('weighs rows, and its model file is read again', async () => {
    const options = { learner: 'perceptron', weighting: 'square-root' }
    const model = await trainCorpus(corpusOf(documents), options)
    const { vectoriser } = model.toParts()
    vectoriser.vectorise({ text: 'topic0word1 topic0word1 topic0word1 topic0word1 topic0word2' })
    const [first, second] = vectoriser.values
    expect(first / second).toBeCloseTo(2, 6)
    const again = await fromBytes(toBytes(model))
    expect(again.rank('topic0word1')).toEqual(model.rank('topic0word1'))
  })

  it('is asked for clearly by a model file where nobody has added it', async () => {
    const bytes = toBytes(
      await trainCorpus(corpusOf(documents), { learner: 'perceptron', weighting: 'square-root' }),
    )
    const loading = fromBytes(renamed(bytes, 'square-root', 'square-foot'))
    await expect(loading).rejects.toThrow(InputError)
    await expect(loading).rejects.toThrow(/weighting "square-foot", which is not known here: expected extend/)
  })
})

describe('a measure', () => {
  const half = documents.map((document, i) => (i % 2 === 0 ? document : { ...document, labels: ['topic9'] }))
  const contenders = ['naive-bayes', 'frequency'].map((learner) => ({ name: learner, learner, options: {} }))
  const compared = async () => {
    const meters = { seconds: () => 0, cpuSeconds: () => 0, peakMemoryBytes: () => 0 }
    const cells = []
    for (const contender of contenders) {
      const task = { contender, split: 'test', train: corpusOf(documents), test: corpusOf(half) }
      cells.push(await runCell(task, meters))
    }
    return compareCells({
      version: '0',
      data: { paths: [], fingerprint: '' },
      split: { kind: 'test', names: ['test'] },
      measure: 'R2',
      contenders,
      cells,
    })
  }

  it('is in what evaluate prints, and in --json', async () => {
    const model = await trainCorpus(corpusOf(documents), { learner: 'naive-bayes' })
    const measures = await evaluate(model, half)
    expect(figureOf(measures, 'R2')).toBe(0.5)
    expect(JSON.parse(JSON.stringify(measures)).R2).toBe(0.5)
    expect(measureTable(measures)).toMatch(/^ {2}within two +0\.500$/m)
    const detailed = await evaluate(model, half, { details: true })
    expect(measureTable(detailed)).toMatch(/^ {2}within two +0\.500$/m)
  })

  it('is the same from parts that other threads worked out', async () => {
    const model = await trainCorpus(corpusOf(documents), { learner: 'naive-bayes' })
    const evaluation = startEvaluation(model)
    const part = new EvaluationPart(evaluation.partOptions)
    for (const document of half) addToEvaluation(part, model, document)
    evaluation.append(part.take())
    expect(evaluation.result()).toEqual(await evaluate(model, half))
  })

  it('is in a report', async () => {
    const model = await trainCorpus(corpusOf(documents), { learner: 'naive-bayes' })
    const page = await evaluationPage(
      {
        title: 'x',
        made: { version: '0', date: '' },
        model: { learner: model.learner, options: {}, documents: 60, features: 1, labels: 3 },
        data: { name: 'x', documents: 60 },
        measures: await evaluate(model, half),
      },
      await drawingTools(),
    )
    expect(page).toMatch(/>within two<.*data-measure="R2" data-value="0\.5".*among the first two/)
  })

  it('decides a comparison, is a column of it, and on its page', async () => {
    const result = await compared()
    expect(result.contenders.map(({ best, measures }) => [best, measures.R2.mean])).toEqual([
      [true, 0.5],
      [false, expect.any(Number)],
    ])
    expect(result.pairs[0].documents.wins).toBeGreaterThan(0)
    expect(comparisonTable(result)).toMatch(/learner +in two/)
    const made = { version: '0', date: '' }
    const page = await comparisonPage({ title: 'x', made, result }, await drawingTools())
    expect(page).toContain('is best by within two (0.500)')
  })

  it('is what tune searches by, and a choice of both commands', async () => {
    const many = topicDocuments({ count: 120, labels: 3, length: 8 })
    const { measure, trials } = await tune(many, { learners: ['naive-bayes'], budget: 0.2, measure: 'R2' })
    expect(measure).toBe('R2')
    expect(trials[0].scores[0]).toBeGreaterThan(0.9)
    for (const command of ['compare', 'tune'] as const)
      expect(await helpOf(command)).toMatch(/Measures: .*, R2\./)
    await expect(tune(many, { learners: ['naive-bayes'], measure: 'R3' })).rejects.toThrow(
      /no measure is called "R3".*R2$/,
    )
  })
})

describe('a route', () => {
  // The file.
  const postCounts = defineRoute({
    at: 'POST /v1/counts/{unit}',
    role: 'teach',
    summary: 'Counts a text.',
    query: Type.Object({ least: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    body: Type.Object({ text: Type.String() }, { additionalProperties: false }),
    answer: Type.Object({ model: Type.String(), count: Type.Integer() }),
    errors: { unknown_unit: { status: 404, when: 'there is no such unit' } },
    perModel: true,
    handle({ model, params: { unit }, query: { least = 0 }, body: { text }, error }) {
      if (unit !== 'words') throw error('unknown_unit', `expected words: ${unit}`)
      return { model: model().name, count: Math.max(least, text.split(' ').length) }
    },
  })

  const [reader, teacher] = ['reader-0123456789ab', 'teacher-0123456789ab']
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
  const server = new TestServer()
  beforeAll(async () => {
    await server.start({
      models: [{ name: 'news', bytes: await modelBytes() }],
      tokens: AccessTokens.from(`read:${reader},teach:${teacher}`, 'test'),
      limits: { body: 1000 },
      // The line.
      routes: [postCounts],
    })
  })
  afterAll(() => server.end())

  it('answers, with and without the name of a model', async () => {
    for (const path of ['/v1/counts/words', '/v1/models/news/counts/words']) {
      const { status, body } = await server.post(path, { text: 'one two' }, as(teacher))
      expect([status, body]).toEqual([200, { model: 'news', count: 2 }])
    }
    const { body } = await server.post('/v1/counts/words?least=9', { text: 'one two' }, as(teacher))
    expect(body.count).toBe(9)
  })

  const refused: [what: string, code: string, ask: () => ReturnType<TestServer['ask']>][] = [
    ['no token', 'token_missing', () => server.post('/v1/counts/words', { text: 'x' })],
    ['a lesser role', 'forbidden', () => server.post('/v1/counts/words', { text: 'x' }, as(reader))],
    ['another body', 'bad_request', () => server.post('/v1/counts/words', { texts: [] }, as(teacher))],
    ['another query', 'bad_request', () => server.post('/v1/counts/words?most=1', { text: '' }, as(teacher))],
    ['its own error', 'unknown_unit', () => server.post('/v1/counts/lines', { text: 'x' }, as(teacher))],
    [
      'a large body',
      'body_too_large',
      () => server.post('/v1/counts/words', { text: 'x'.repeat(2000) }, as(teacher)),
    ],
  ]
  it.each(refused)('refuses %s with %s', async (_, code, ask) => {
    expect((await ask()).body.error.code).toBe(code)
  })

  it('is named in Allow', async () => {
    const { status, headers } = await server.get('/v1/models/news/counts/words', as(teacher))
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is in the OpenAPI document, with its schemas and its errors', async () => {
    const { paths } = (await server.get('/openapi.json')).body
    for (const path of ['/v1/counts/{unit}', '/v1/models/{name}/counts/{unit}']) {
      const { post } = paths[path]
      expect(post.summary).toBe('Counts a text.')
      expect(post.description).toContain('teach')
      expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).concat('least'),
      )
      expect(post.requestBody.content['application/json'].schema.properties).toHaveProperty('text')
      expect(post.responses['200'].content['application/json'].schema.required).toEqual(['model', 'count'])
      expect(post.responses['404'].description).toContain('unknown_unit')
    }
  })

  it('is timed under its own name', async () => {
    const { body } = await server.get('/metrics', as(reader))
    expect(body).toContain('route="/v1/counts/{unit}",status="200"')
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
