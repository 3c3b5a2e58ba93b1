// Every route with whatever its schema allows, and with whatever it does not: never a fault of ours, never a hang.

import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPaths, type Route, splitAddress } from '../../packages/server/src/http/define-route.js'
import { ROUTES } from '../../packages/server/src/routes/index.js'
import { DOCUMENTS, modelBytes, TestServer } from './serving.js'

const routes: readonly Route[] = ROUTES
/** Errors that any route may answer; all others are to be declared. */
const GENERAL = [
  'bad_input',
  'bad_json',
  'bad_request',
  'method_not_allowed',
  'no_model',
  'not_found',
  'overloaded',
  'unknown_model',
  'unsupported_type',
]
const server = new TestServer()
const RUNS = 25

beforeAll(async () => {
  await server.start({ models: [{ name: 'default', bytes: await modelBytes({ learner: 'ff', ngrams: 2 }) }] })
  await server.post('/v1/queue', DOCUMENTS.map(({ text }) => text).join('\n'), {
    'content-type': 'text/plain',
  })
})
afterAll(() => server.end())

const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('\ud800', '\udfff', 'a', ' ', '\u202e', '\u0000', '<', '%', '"') }),
  fc.constantFrom(
    'label0',
    'label1',
    'topic0word1',
    'default',
    '__proto__',
    'constructor',
    '../../etc/passwd',
  ),
)

/** Values that a schema allows, as far as this test knows its words. */
function allowed(schema: TSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...(schema.anyOf as TSchema[]).map(allowed))
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string': {
      if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
      const { minLength = 0, maxLength = 10_000 } = schema as { minLength?: number; maxLength?: number }
      return anyString.map((text) => text.slice(0, maxLength)).filter((text) => text.length >= minLength)
    }
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 } = schema as { minimum?: number; maximum?: number }
      return fc.integer({ min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER) })
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(allowed(schema.items as TSchema), {
        minLength: (schema.minItems as number) ?? 0,
        maxLength: 5,
      })
    case 'object': {
      const properties = Object.entries(schema.properties as Record<string, TSchema>)
      const required = (schema.required as string[] | undefined) ?? []
      return fc.record(Object.fromEntries(properties.map(([name, of]) => [name, allowed(of)])), {
        requiredKeys: required,
      })
    }
    default:
      throw new Error(`the test does not know ${JSON.stringify(schema)}`)
  }
}

const cases = routes.flatMap((route) =>
  listPaths(route).map((path) => ({ route, path, method: splitAddress(route.at)[0] })),
)

describe.each(cases)('$method $path', ({ route, path, method }) => {
  const bytes = [...(route.upload ?? []), ...(route.stream?.types ?? [])]
  const query =
    route.query === undefined
      ? fc.constant({})
      : fc.oneof(allowed(route.query), fc.object({ depthSize: 'small', maxKeys: 3 }))
  const json = fc.oneof(
    ...(route.body === undefined ? [] : [{ weight: 3, arbitrary: allowed(route.body) }]),
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  const body = fc.oneof(
    json.map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
    fc.record({ type: fc.constantFrom(...(bytes.length > 0 ? bytes : ['text/plain'])), text: anyString }),
  )
  const names = path.includes('/models/{name}/') ? fc.constant('default') : anyString

  it('answers whatever it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(query, body, names, anyString, async (asked, sent, name, word) => {
        const search = new URLSearchParams()
        for (const [key, value] of Object.entries(asked as object))
          search.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
        // Taking the model out is tried on others.
        const model = path === '/v1/models/{name}' && name === 'default' ? 'other' : name
        const filled = path
          .replace('{name}', encoded(model))
          .replace('{id}', encoded(word))
          .replace('{label}', encoded(word))
        const answer = await server.ask(
          method,
          `${filled}?${search}`,
          method === 'POST' ? sent.text : undefined,
          method === 'POST' ? { 'content-type': sent.type } : {},
        )
        if (answer.status === 503) expect(answer.body.error.code).not.toBe('fault')
        else expect(answer.status).toBeLessThan(500)
        if (answer.status < 400) return
        const { code, message } = answer.body.error
        expect(message).toBeTruthy()
        const declared = route.errors?.[code]
        if (declared === undefined) expect(GENERAL).toContain(code)
        else expect(answer.status).toBe(declared.status)
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 8000 },
    )
  })
})

it('still works after all that, and is what the log says', async () => {
  const { cleanReplay } = await import('./serving.js')
  expect((await server.post('/v1/rank', { texts: [String(DOCUMENTS[0].text)] })).status).toBe(200)
  expect(await cleanReplay(server, 'default')).toBe(await server.sha256('default'))
})

function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()) || 'x'
}
