// The edge worker, bundled as its platform does, where there is nothing but what a platform of that kind has.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBytes, train } from '../../packages/abound/src/index.js'
import { EXAMPLES } from './example.js'
import { tickets } from './tickets.js'

interface Worker {
  fetch(request: Request): Promise<Response>
}

describe('the example of an edge worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abound-edge-worker-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let worker: Worker

  beforeAll(async () => {
    const model = join(folder, 'model.abound')
    writeFileSync(model, toBytes(await train(tickets(60), { learner: 'svm' })))
    const { outputFiles, metafile } = await build({
      entryPoints: [`${EXAMPLES}edge-worker/worker.js`],
      bundle: true,
      platform: 'neutral',
      // Not the repository's own, which takes packages from their sources.
      tsconfigRaw: '{}',
      mainFields: ['module', 'main'],
      conditions: ['workerd', 'worker', 'browser'],
      loader: { '.abound': 'binary' },
      plugins: [
        // Who deploys it has trained the model; here it is another file.
        {
          name: 'model',
          setup({ onResolve }) {
            onResolve({ filter: /\.abound$/ }, () => ({ path: model }))
          },
        },
      ],
      format: 'iife',
      target: 'es2022',
      globalName: 'worker',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
    expect(imports.filter(({ path }) => isBuiltin(path))).toEqual([])
    const edge = vm.createContext({ Request, Response, URL, SyntaxError, TextEncoder, TextDecoder, atob })
    vm.runInContext(outputFiles[0].text, edge)
    worker = vm.runInContext('worker.default', edge) as Worker
  })

  const ask = async (body: string | undefined, path = '/rank'): Promise<[number, unknown]> => {
    const request = new Request(
      `https://edge.example${path}`,
      body === undefined ? {} : { method: 'POST', body },
    )
    const response = await worker.fetch(request)
    return [response.status, await response.json()]
  }

  it('ranks', async () => {
    const texts = ['my parcel is late', 'charged on my card']
    const [status, body] = await ask(JSON.stringify({ texts, top: 1 }))
    expect([status, body]).toEqual([
      200,
      {
        results: [
          [expect.objectContaining({ label: 'delivery' })],
          [expect.objectContaining({ label: 'billing' })],
        ],
      },
    ])
    const three = (await ask(JSON.stringify({ texts: ['parcel'] })))[1] as { results: unknown[][] }
    expect(three.results[0]).toHaveLength(3)
  })

  it.each([
    ['no JSON', 400, '{', '/rank'],
    ['null', 400, 'null', '/rank'],
    ['a text that is none', 400, '{ "texts": [3] }', '/rank'],
    ['too many texts', 400, JSON.stringify({ texts: Array(101).fill('a') }), '/rank'],
    ['another method', 405, undefined, '/rank'],
    ['another address', 404, '{}', '/'],
  ])('refuses %s', async (_, status, body, path) => {
    expect(await ask(body, path)).toEqual([status, { error: expect.any(String) }])
  })
})
