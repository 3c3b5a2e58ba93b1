// `abound train` and `abound predict` as files of their own: what the engine made of `predict` is taken, is not needed, and
// hides no package.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { wrap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound, CLI } from './abound.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-predict-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const BUILT = dirname(CLI)
const COMPILED = `predict-command.${process.arch}-v8-${process.versions.v8}.bin`

describe('a command as a file of its own', () => {
  beforeAll(async () => {
    const documents = [
      { text: 'Die Häuser der Stadt', labels: ['Wohnen'] },
      { text: 'Goldene Ringe', labels: ['Schmuck'] },
    ]
    const lines = documents.map((document) => JSON.stringify(document)).join('\n')
    writeFileSync(join(cwd, 'train.jsonl'), `${lines}\n${lines}\n`)
    await abound(['train', 'train.jsonl', '--stem', 'german', '-o', 'm.abound', '--quiet'], { cwd })
  })

  it('has what this engine made of predict beside it', () => {
    const script = new vm.Script(wrap(readFileSync(join(BUILT, 'predict-command.js'), 'latin1')), {
      cachedData: readFileSync(join(BUILT, COMPILED)),
    })
    expect(script.cachedDataRejected).toBe(false)
  })

  it('trains on threads as on one', async () => {
    const sample = fileURLToPath(new URL('../../sample/test.jsonl.gz', import.meta.url))
    const models = ['1', '2'].map((threads) => {
      const args = ['train', sample, '--learner', 'svm', '--threads', threads, '-o', `${threads}.abound`]
      return abound([...args, '--quiet'], { cwd })
    })
    for (const { code, stderr } of await Promise.all(models)) expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(join(cwd, '2.abound')).equals(readFileSync(join(cwd, '1.abound')))).toBe(true)
  })

  it('finds packages that only some models need', async () => {
    const { stdout, code } = await abound(['predict', 'm.abound'], { cwd, input: 'ein Haus\n' })
    expect(code).toBe(0)
    expect(stdout).toContain('"label":"Wohnen"')
  })

  it('does without, or with one that is damaged', async () => {
    const asEver = await abound(['predict', 'm.abound'], { cwd, input: 'ein Haus\n' })
    const build = join(BUILT, '..', 'cli-alone')
    mkdirSync(build)
    try {
      for (const name of ['main.js', 'package.json', 'predict-command.js'])
        copyFileSync(join(BUILT, name), join(build, name))
      const run = () =>
        abound(['predict', 'm.abound'], { cwd, input: 'ein Haus\n', cli: join(build, 'main.js') })
      expect(await run()).toEqual(asEver)
      const part = readFileSync(join(BUILT, COMPILED)).subarray(0, 5000)
      writeFileSync(join(build, COMPILED), part)
      expect(await run()).toEqual(asEver)
    } finally {
      rmSync(build, { recursive: true })
    }
  })
})
