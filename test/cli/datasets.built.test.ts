// abound datasets get as a person runs it, from a local server in place of the corpora's homes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileServer } from '../datasets/file-server.js'
import { temporaryFolder } from '../node/child.js'
import { abound, outcome, type Run, start } from './abound.js'

const server = await fileServer()
const root = temporaryFolder()
let made = 0

const DATA = {
  train: [
    ['wheat prices rose', 'wheat'],
    ['corn fell', 'corn'],
  ],
  oos_train: [['hello', 'oos']],
  val: [['corn', 'corn']],
  oos_val: [],
  test: [['wheat', 'wheat']],
  oos_test: [],
}

/** CLINC150's file has a published hash, which ours cannot have; WebKB's has none. */
function place(): { data: string; get: (...more: string[]) => Promise<Run> } {
  const data = join(root, `data-${made++}`)
  const env = { ABOUND_DATA: data }
  return {
    data,
    get: (...more) => abound(['datasets', 'get', ...more, '--mirror', server.address], { cwd: root, env }),
  }
}

/** Six novels of some size, so that there is something to cut. */
const NOVEL = `*** START OF X ***\n${'It is a truth universally acknowledged. '.repeat(3000)}\n*** END OF X ***\n`
for (const number of [158, 141, 121, 105, 1342, 161])
  server.files.set(`/janeausten/pg${number}.txt`, { content: NOVEL, etag: `"${number}"` })
server.files.set('/clinc150/data_full.json', { content: JSON.stringify(DATA) })

describe('abound datasets get', () => {
  it('fetches, says what it did, and knows what is here', async () => {
    const { data, get } = place()
    const first = await get('janeausten')
    expect(first.stderr).toBe('')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(`janeausten is in ${join(data, 'janeausten')}`)
    expect(first.stdout).toContain('it changes, so no sha256 is asked for')
    expect(first.stdout).toContain('terms of use: public domain')
    expect(readdirSync(join(data, 'janeausten'))).toHaveLength(7)
    const second = await get('janeausten')
    expect(second.stdout).toContain('janeausten is here already')
    const listed = await abound(['datasets', '--json'], { cwd: root, env: { ABOUND_DATA: data } })
    const here = (JSON.parse(listed.stdout) as { name: string; here: boolean }[]).filter(
      (entry) => entry.here,
    )
    expect(here.map(({ name }) => name)).toEqual(['janeausten'])
  })

  it('refuses a file with another hash than the published one', async () => {
    const { data, get } = place()
    const { code, stderr, stdout } = await get('clinc150')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      /^abound: clinc150\/data_full\.json: expected sha256 36923c37\S+ \(.*\), found \S+\n$/,
    )
    expect(existsSync(join(data, 'clinc150'))).toBe(false)
  })

  it('goes on after it was killed, and leaves no half file under its name', async () => {
    const { data, get } = place()
    server.files.set('/janeausten/pg141.txt', { content: NOVEL, etag: '"slow"', stallAfter: 12_000 })
    const child = start(['datasets', 'get', 'janeausten', '--mirror', server.address], {
      cwd: root,
      env: { ABOUND_DATA: data },
    })
    const ended = outcome(child)
    const part = join(data, 'janeausten', '.download', 'pg141.txt.part')
    while (!existsSync(part) || readFileSync(part).length < 8000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGKILL')
    await ended
    expect(readdirSync(join(data, 'janeausten')).sort()).toEqual(['.download', '.getting'])
    server.files.set('/janeausten/pg141.txt', { content: NOVEL, etag: '"slow"' })
    expect((await get('janeausten', '--quiet')).stdout).toBe('')
    expect(server.asked.filter((line) => line.startsWith('/janeausten/pg141.txt')).at(-1)).toMatch(
      /bytes=\d{4,}- "slow"$/,
    )
    expect(readdirSync(join(data, 'janeausten')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('says where to put by hand what the server does not have', async () => {
    const { data, get } = place()
    const { code, stderr } = await get('webkb')
    expect(code).toBe(2)
    expect(stderr).toContain('/webkb/webkb-data.gtar.gz: the server answers 404 Not Found')
    expect(stderr).toContain(`put it there as ${join(data, 'webkb', 'original', 'webkb-data.gtar.gz')}`)
    expect(existsSync(join(data, 'webkb'))).toBe(false)
  })
})
