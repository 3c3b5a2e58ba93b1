// The example of a Fastify service, as a program of its own: it trains while it answers.

import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExample } from './example.js'
import { tickets } from './tickets.js'

describe('the example of a Fastify service', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abound-fastify-service-'))
  let child: ChildProcess
  let url: string

  beforeAll(async () => {
    const lines = tickets(600).map((document) => `${JSON.stringify(document)}\n`)
    writeFileSync(join(cwd, 'tickets.jsonl'), lines.join(''))
    child = startExample('fastify-service/main.js', { cwd, args: ['tickets.jsonl', '0'] })
    url = await new Promise((resolve, reject) => {
      let said = ''
      const hear = (part: Buffer): void => {
        said += String(part)
        const address = /serves at (\S+)/.exec(said)?.[1]
        if (address !== undefined) resolve(address)
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('exit', (code) => reject(new Error(`it ended with code ${code}: ${said}`)))
    })
  })
  afterAll(() => {
    child?.kill('SIGKILL')
    rmSync(cwd, { recursive: true, force: true })
  })

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    return [response.status, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)]
  }

  /** Asks how the training is until it is so. */
  const until = async (
    holds: (answer: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>> => {
    for (;;) {
      const [, answer] = await ask('GET', '/training')
      if (holds(answer)) return answer
    }
  }

  it('has no model at first', async () => {
    expect(await ask('POST', '/rank', { texts: ['a'] })).toEqual([409, { error: 'there is no model yet' }])
    expect(await ask('GET', '/training')).toEqual([200, { state: 'idle', last: 'none' }])
  })

  it('stops a training half-way', async () => {
    expect(await ask('POST', '/training', { learner: 'boost', rounds: 100_000_000 })).toEqual([
      202,
      { state: 'training' },
    ])
    expect((await ask('POST', '/training', {}))[0]).toBe(409)
    await until(({ phase }) => phase === 'learning')
    expect(await ask('DELETE', '/training')).toEqual([204, {}])
    expect(await ask('GET', '/training')).toEqual([200, { state: 'idle', last: 'aborted' }])
  })

  it('trains, ranks, assigns, explains, learns, saves and loads', async () => {
    expect((await ask('POST', '/training', { learner: 'ff' }))[0]).toBe(202)
    expect(await until(({ state }) => state === 'idle')).toMatchObject({ last: 'done' })
    const [, { results }] = await ask('POST', '/rank', { texts: ['late courier', 'refund my card'], top: 1 })
    expect(results).toMatchObject([[{ label: 'delivery' }], [{ label: 'billing' }]])
    expect(await ask('POST', '/assign', { text: 'email locked' })).toEqual([200, { labels: ['account'] }])
    const [, { terms }] = await ask('POST', '/explain', { text: 'late courier', label: 'delivery' })
    expect((terms as { term: string }[]).map(({ term }) => term)).toContain('courier')
    expect(await ask('POST', '/learn', { text: 'a new hire', labels: ['staff'] })).toEqual([
      200,
      { documents: 601 },
    ])
    expect((await ask('POST', '/save'))[0]).toBe(200)
    expect(existsSync(join(cwd, 'model.abound'))).toBe(true)
    expect(await ask('POST', '/load')).toEqual([200, { learner: 'ff', labels: 4 }])
  })

  it('answers bad input with 400, and goes on', async () => {
    for (const [path, body, message] of [
      ['/rank', { texts: 'late parcel' }, /expected texts/],
      ['/rank', { texts: [3] }, /expected a text/],
      ['/assign', {}, /expected a text/],
      ['/explain', { text: 'parcel', label: 'none' }, /has no label "none"/],
      ['/learn', { labels: ['a'] }, /expected "text"/],
    ] as const) {
      const [status, { error }] = await ask('POST', path, body)
      expect([status, error]).toEqual([400, expect.stringMatching(message)])
    }
    await ask('POST', '/training', { learner: 'svn' })
    const { last } = await until(({ state }) => state === 'idle')
    expect(last).toMatch(/did you mean svm\?/)
    expect((await ask('POST', '/rank', { texts: ['a'] }))[0]).toBe(200)
  })

  it('ends when it is told to, in the midst of a training', async () => {
    await ask('POST', '/training', { learner: 'boost', rounds: 100_000_000 })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
