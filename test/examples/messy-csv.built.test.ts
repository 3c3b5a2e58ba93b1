import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXAMPLES, runExample } from './example.js'

describe('the walk through a messy CSV', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abound-messy-csv-'))
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))
  const kept = (name: string): string => readFileSync(`${EXAMPLES}messy-csv/${name}`, 'utf8')

  it('begins with what its script makes', async () => {
    const { code, stdout } = await runExample('messy-csv/make-tickets.js', { cwd })
    expect(code).toBe(0)
    expect(stdout).toBe(kept('tickets.csv'))
  })

  it('prints walk.txt, and leaves a model and suggestions', async () => {
    const { code, stdout, stderr } = await runExample('messy-csv/walk.js', { cwd })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(kept('walk.txt'))
    expect(readFileSync(join(cwd, 'suggestions.csv'), 'utf8')).toMatch(/^id,queue,sure,text\r\nT-/)
    expect(readFileSync(join(cwd, 'tickets.abound')).length).toBeGreaterThan(1000)
  })
})
