// `abound tune` and Ctrl-C: what was found so far is printed, and the exit code is that of a program so ended.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CLI, outcome, start } from './abound.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-interrupt-'))
afterAll(() => rmSync(cwd, { recursive: true }))

// More than is tried before a signal comes: a search of many seconds by the reckoning of any machine.
const lines = Array.from({ length: 4000 }, (_, i) => {
  const words = Array.from({ length: 40 }, (_, j) => `w${(i * 31 + j * j * 7) % (50 + 9 * j)}`)
  return JSON.stringify({ text: `t${i % 20} ${words.join(' ')}`, labels: [`l${i % 20}`] })
})
writeFileSync(join(cwd, 'data.jsonl'), lines.join('\n'))
const TUNE = ['tune', 'data.jsonl', '--learner', 'svm,naive-bayes', '--budget', '10000']

/** Calls back once, when what a stream has said so far is as asked for. */
function onceSaid(stream: ChildProcess['stdout'], asked: (said: string) => boolean, then: () => void): void {
  let said = ''
  let done = false
  stream?.on('data', (part: Buffer) => {
    said += part.toString()
    if (done || !asked(said)) return
    done = true
    then()
  })
}

const script = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0
if (!script) console.warn('Ctrl-C on a terminal is not tested: there is no command called script')

describe('an interrupted tune', () => {
  it('ends with 130, whatever it has found', async () => {
    const child = start(TUNE, { cwd })
    onceSaid(
      child.stderr,
      (said) => said.includes('Ctrl-C prints the best so far'),
      () => child.kill('SIGINT'),
    )
    const { code, stdout, stderr } = await outcome(child)
    expect(code).toBe(130)
    expect(stdout === '' ? stderr : stdout).toMatch(
      /^Stopped after|\nstopped before a configuration was tried\n$/,
    )
  })

  it('says the same as JSON', async () => {
    const child = start([...TUNE, '--json'], { cwd })
    onceSaid(
      child.stderr,
      (said) => said.includes('Ctrl-C'),
      () => child.kill('SIGINT'),
    )
    const { code, stdout } = await outcome(child)
    expect(code).toBe(130)
    if (stdout !== '') expect(JSON.parse(stdout)).toMatchObject({ stopped: true, measure: 'R1' })
  })

  it.skipIf(!script)('prints the best so far and its command on a terminal', async () => {
    // `exec`: a shell that waited would get Ctrl-C as well, and end or not as its make.
    const command = `stty cols 300; exec node ${CLI} ${TUNE.join(' ')}`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
    })
    // The bar shows what is being tried: when that is the second configuration, the first has been.
    const isTried = (said: string): boolean =>
      new Set(
        Array.from(
          said.matchAll(/tuning [^\r]*? s {2}[^\r]*?((?:svm|naive-bayes)[^\r]*)/g),
          ([, what]) => what,
        ),
      ).size > 1
    onceSaid(child.stdout, isTried, () => child.stdin.write('\x03'))
    const { code, stdout } = await outcome(child)
    expect(code).toBe(130)
    expect(stdout).toMatch(/Stopped after \d+ configurations?\r\n/)
    expect(stdout).toMatch(
      /Best by R1 in the search, after how many documents\r\n {2}\d\.\d+ {2}after [\d,]+/,
    )
    expect(stdout).toMatch(/\r\nabound train data\.jsonl -o model\.abound --learner (svm|naive-bayes)/)
  })
})
