import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound } from '../cli/abound.js'
import { EXAMPLES, runExample } from './example.js'
import { tickets } from './tickets.js'

const PLUGIN = `${EXAMPLES}own-learner/arow.js`
const asked = tickets(90)

describe('the example of a learner of your own', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abound-own-learner-'))
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))
  beforeAll(() => {
    writeFileSync(join(cwd, 'news.jsonl'), asked.map((document) => `${JSON.stringify(document)}\n`).join(''))
  })

  it('trains, saves, loads, learns on and compares from the library', async () => {
    const { code, stdout, stderr } = await runExample('own-learner/main.js', { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(
      `${asked[0].text}: ${asked[0].labels?.[0]}\nan unheard-of thing: news\narow 1.00\nsvm 1.00\nfrequency 0.23\n`,
    )
  })

  it('does so from the command line', async () => {
    const run = (...args: string[]) => abound([...args, '--plugin', PLUGIN], { cwd })
    expect(
      await run('train', 'news.jsonl', '--learner', 'arow', '--r', '0.5', '-o', 'x.abound'),
    ).toMatchObject({
      code: 0,
    })
    const { stdout } = await run('predict', 'x.abound', 'news.jsonl', '--as', 'tsv')
    expect(
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t')[1]),
    ).toEqual(asked.map(({ labels }) => labels?.[0]))
    const compared = await run('compare', 'news.jsonl', '--learners', 'arow, svm', '--folds', '2', '--quiet')
    expect(compared.stdout).toMatch(/arow +1\.000.*\n.*svm +1\.000/)
    expect(readFileSync(join(cwd, 'abound-compare.jsonl'), 'utf8').split('\n')).toHaveLength(5)
  })

  it('is asked for by its model', async () => {
    const { code, stderr } = await abound(['predict', 'x.abound', 'news.jsonl'], { cwd })
    expect([code, stderr]).toEqual([
      2,
      'abound: x.abound: was trained with the learner "arow", which is not known here: expected --plugin FILE with it\n',
    ])
  })
})
