// `abound predict` as a file of its own: what the engine made of it is taken, is not needed, and hides no package.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { wrap } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound, CLI } from './abound.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-predict-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const BUILT = dirname(CLI)
const compiled = readdirSync(BUILT).filter((name) => name.endsWith('.bin'))

describe('predict as a file of its own', () => {
  beforeAll(async () => {
    const documents = [
      { text: 'Die Häuser der Stadt', labels: ['Wohnen'] },
      { text: 'Goldene Ringe', labels: ['Schmuck'] },
    ]
    const lines = documents.map((document) => JSON.stringify(document)).join('\n')
    writeFileSync(join(cwd, 'train.jsonl'), `${lines}\n${lines}\n`)
    await abound(['train', 'train.jsonl', '--stem', 'german', '-o', 'm.abound', '--quiet'], { cwd })
  })

  it('has what this engine made of it beside it', () => {
    expect(compiled).toEqual([`predict-command.${process.arch}-v8-${process.versions.v8}.bin`])
    const script = new vm.Script(wrap(readFileSync(join(BUILT, 'predict-command.js'), 'latin1')), {
      cachedData: readFileSync(join(BUILT, compiled[0])),
    })
    expect(script.cachedDataRejected).toBe(false)
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
      writeFileSync(join(build, compiled[0]), readFileSync(join(BUILT, compiled[0])).subarray(0, 5000))
      expect(await run()).toEqual(asEver)
    } finally {
      rmSync(build, { recursive: true })
    }
  })
})
