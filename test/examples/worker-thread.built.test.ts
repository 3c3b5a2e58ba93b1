import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { train } from '../../packages/abound/src/node/internal.js'
import { runExample } from './example.js'
import { tickets } from './tickets.js'

describe('the example of a worker thread', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abound-worker-thread-'))
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))
  const model = join(cwd, 'tickets.abound')
  beforeAll(async () => {
    await (await train(tickets(60), { learner: 'ff' })).save(model)
  })

  it('ranks each line in order, in more than one batch', async () => {
    const asked = tickets(600)
    const input = asked.map(({ text }) => `${text}\n`).join('')
    const { code, stdout, stderr } = await runExample('worker-thread/main.js', { cwd, args: [model], input })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(asked.map(({ text, labels }) => `${labels?.[0]}\t${text}\n`).join(''))
  })

  it('says why there is no model', async () => {
    const { code, stderr } = await runExample('worker-thread/main.js', { cwd, args: ['none.abound'] })
    expect(code).toBe(1)
    expect(stderr).toContain('none.abound: cannot read it: no such file')
  })
})
