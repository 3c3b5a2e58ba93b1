// The names that `--json` prints are a contract: scripts are written against them.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound, requireBuild } from './abound.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-json-'))

const MEASURES =
  'documents leftOut oneError coverage averagePrecision loss1 loss2 loss3 R1 R5 MRR HR maxF1 documentMaxF1 ' +
  'precisionAt recallAt microF1 macroF1 microPrecision microRecall hammingLoss subsetAccuracy breakeven perLabel'
const LABEL_MEASURES = 'label documents precision recall f1 breakeven averagePrecision'
const REJECTION =
  'threshold label documents accepted accuracy rejected falseRejection toReject rightlyRejected curve'
const TRAINED = 'learner options documents features labels seconds peakMemoryBytes modelBytes'

/** What long work says before it begins, and that test.jsonl has a label that training never saw. */
const SAID = /^\d.* documents, .*\n|^abound: warning: 1 of 8 documents has labels .*\("music"\).*\n/gm

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await abound([...args, '--json'], { cwd: folder })
  expect(stderr.replace(SAID, '')).toBe('')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

beforeAll(() => {
  requireBuild()
  cpSync(fileURLToPath(new URL('../golden/input', import.meta.url)), folder, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('--json', () => {
  it('prints all measures under their names', async () => {
    await json('train', 'news.jsonl', '--learner', 'ff', '-o', 'news.abound')
    const measures = await json('evaluate', 'news.abound', 'test.jsonl')
    for (const name of MEASURES.split(' ')) expect(measures, name).toHaveProperty(name)
    expect(measures).toMatchObject({ documents: 7, leftOut: 2 })
    expect(Object.keys(measures.precisionAt as object)).toEqual(['1', '3', '5'])
    expect(Object.keys(measures.recallAt as object)).toEqual(['1', '3', '5'])
    const perLabel = measures.perLabel as object[]
    expect(perLabel.length).toBeGreaterThan(4)
    for (const label of perLabel) {
      for (const name of LABEL_MEASURES.split(' ')) expect(label, name).toHaveProperty(name)
    }
  })

  it('prints what rejecting does, where that is asked for', async () => {
    await json('train', 'news.jsonl', '--learner', 'ff', '-o', 'news.abound')
    expect(await json('evaluate', 'news.abound', 'test.jsonl')).not.toHaveProperty('rejection')
    const flags = ['--reject', '0.1', '--reject-label', 'money']
    const { rejection } = await json('evaluate', 'news.abound', 'test.jsonl', ...flags)
    expect(Object.keys(rejection as object)).toEqual(REJECTION.split(' '))
    const { curve } = rejection as { curve: object[] }
    expect(curve.length).toBeGreaterThan(2)
    for (const point of curve) {
      expect(Object.keys(point)).toEqual(['threshold', 'rejected', 'falseRejection', 'accuracy'])
    }
  })

  it('prints what training made', async () => {
    const ff = await json(
      'train',
      'news.jsonl',
      '-o',
      'ff.abound',
      '--learner',
      'ff',
      '--margin',
      '0.1',
      '--validate',
      'test.jsonl',
    )
    for (const name of `${TRAINED} edges edgesPerFeature`.split(' ')) expect(ff, name).toHaveProperty(name)
    expect(ff).toMatchObject({ learner: 'ff', documents: 30, labels: 5, options: { margin: 0.1, seed: 1 } })
    expect(ff.validation).toMatchObject({ documents: 7 })
    for (const name of ['seconds', 'peakMemoryBytes', 'modelBytes']) expect(ff[name]).toBeGreaterThan(0)

    const bayes = await json('train', 'news.jsonl', '-o', 'nb.abound', '--learner', 'naive-bayes')
    for (const name of TRAINED.split(' ')) expect(bayes, name).toHaveProperty(name)
    expect(bayes).not.toHaveProperty('edges')
  })
})
