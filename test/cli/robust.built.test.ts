// What must hold when things go wrong around a run: it is killed, interrupted, its reader goes away, the disk is
// full. And what must hold always: same command, same bytes; order kept; no progress bar in the output.

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound, CLI, outcome, requireBuild, start } from './abound.js'

const DOCUMENTS = 5000
const WORDS = 40
const BAD_LINE = 3000

const WIPE = '\r\u001b[K'

/** Whether a text has anything of a progress bar. */
const hasBar = (text: string): boolean => ['\r', '\u001b', '█', '░'].some((sign) => text.includes(sign))

const folder = mkdtempSync(join(tmpdir(), 'abound-robust-'))
const model = join(folder, 'model.abound')
const trainOld = ['train', 'data.jsonl', '--learner', 'ff', '-o', 'model.abound', '--quiet', '--seed', '1']
const trainNew = ['train', 'data.jsonl', '--learner', 'ff', '-o', 'model.abound', '--quiet', '--seed', '2']
let oldBytes: Buffer
let newBytes: Buffer

const run = (args: readonly string[], input = '') => abound(args, { cwd: folder, input })
const expectQuiet = async (args: readonly string[]): Promise<void> => {
  expect(await run(args)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
}

beforeAll(async () => {
  requireBuild()
  const lines = documents()
  writeFileSync(join(folder, 'data.jsonl'), `${lines.join('\n')}\n`)
  writeFileSync(
    join(folder, 'some-bad.jsonl'),
    `${lines.map((line, i) => (i === BAD_LINE - 1 ? '{"text": 1}' : line)).join('\n')}\n`,
  )
  await expectQuiet(trainNew)
  newBytes = readFileSync(model)
  await expectQuiet(trainOld)
  oldBytes = readFileSync(model)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Texts of a seeded vocabulary: large enough that writing the model takes a while. */
function documents(): string[] {
  let state = 12345
  const below = (n: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  return Array.from({ length: DOCUMENTS }, (_, i) => {
    const label = below(50)
    const words = Array.from({ length: WORDS }, () =>
      below(4) === 0 ? `topic${label}x${below(20)}` : `w${below(40_000)}`,
    )
    return JSON.stringify({ id: `d${i}`, text: words.join(' '), labels: [`label ${label}`] })
  })
}

function leftovers(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.tmp'))
}

function removeLeftovers(): void {
  for (const name of leftovers()) rmSync(join(folder, name))
}

function restoreOld(): void {
  writeFileSync(model, oldBytes)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a run that is ended from outside', () => {
  it('leaves the old model or the new one, whole, when it is killed', async () => {
    const started = performance.now()
    await expectQuiet(trainNew)
    const whole = performance.now() - started
    const outcomes = { old: 0, new: 0 }
    const kill = async (when: (over: Promise<unknown>) => Promise<unknown>): Promise<void> => {
      restoreOld()
      const child = start(trainNew, { cwd: folder })
      const end = outcome(child)
      await when(end)
      child.kill('SIGKILL')
      await end
      const bytes = readFileSync(model)
      if (bytes.equals(oldBytes)) outcomes.old++
      else if (bytes.equals(newBytes)) outcomes.new++
      else throw new Error(`a model of ${bytes.length} bytes is neither the old nor the new one`)
      for (const name of leftovers()) expect(name).toMatch(/^\.model\.abound\.[0-9a-f]+\.tmp$/)
      removeLeftovers()
    }
    // Anywhere, late more than early; then right after the new file has appeared beside the old one.
    for (const share of [0, 0.2, 0.6, 0.8, 0.9, 1]) await kill(() => sleep(share * whole))
    for (const wait of [0, 0, 1, 2, 4, 8]) {
      await kill(async (over) => {
        let ended = false
        over.then(() => {
          ended = true
        })
        while (!ended && leftovers().length === 0) await sleep(0)
        await sleep(wait)
      })
    }
    expect(outcomes.old).toBeGreaterThan(0)
    expect(outcomes.old + outcomes.new).toBe(12)
  })

  it('leaves the old model when it is interrupted (Ctrl-C)', async () => {
    restoreOld()
    const args = trainNew.filter((word) => word !== '--quiet').concat('--passes', '1000')
    const child = start(args, { cwd: folder })
    const end = outcome(child)
    // Training has begun when it has said what the work will take.
    await new Promise<void>((resolve) => child.stderr?.once('data', () => resolve()))
    child.kill('SIGINT')
    const { code, signal, stdout, stderr } = await end
    expect(signal ?? code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^5,000 documents, .*\n$/)
    expect(readFileSync(model).equals(oldBytes)).toBe(true)
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['predict', ['predict', 'model.abound', 'data.jsonl', '--top', '5']],
    ['convert', ['convert', 'data.jsonl', '-', '--to', 'csv']],
    ['train --help', ['train', '--help']],
  ])('ends quietly when whoever reads it goes away: %s', async (_, args) => {
    restoreOld()
    const child = start(args, { cwd: folder })
    child.stdout?.once('data', () => child.stdout?.destroy())
    const { code, signal, stderr } = await outcome(child)
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  })

  it('ends quietly before head has read a line', async () => {
    const child = start(['learners', '--json'], { cwd: folder })
    child.stdout?.destroy()
    const { code, stderr } = await outcome(child)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('a full disk', () => {
  const noFullDevice = !existsSync('/dev/full')
  if (noFullDevice) console.log('not tested: there is no /dev/full here')

  it.skipIf(noFullDevice)('is told in one line', async () => {
    const { code, stdout, stderr } = await run([
      'train',
      'data.jsonl',
      '--learner',
      'ff',
      '-o',
      '/dev/full',
      '--quiet',
    ])
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'abound: /dev/full: cannot write it: the disk is full\n',
    })
  })

  it.skipIf(noFullDevice)('is told when the answers go there', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$1" convert data.jsonl - --to csv > /dev/full', process.execPath, CLI],
      { cwd: folder, encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'abound: no space left on the device; old files are untouched\n',
    })
  })

  it('leaves the old model whole', ({ skip }) => {
    restoreOld()
    const small = join(folder, 'small')
    // A disk of its own needs a namespace of its own, which not every system grants.
    const script = [
      'set -e',
      'mkdir -p "$1"',
      'mount -t tmpfs -o size="$2" tmpfs "$1"',
      'cp model.abound "$1"/model.abound',
      'set +e',
      '"$3" "$4" learn "$1"/model.abound data.jsonl 2>"$1"/said',
      'echo "exit $?"',
      'cat "$1"/said',
      'cmp model.abound "$1"/model.abound && echo same',
      'ls -A "$1"',
    ].join('\n')
    const kilobytes = Math.ceil((oldBytes.length * 1.5) / 1024)
    const { stdout, stderr, status } = spawnSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', small, `${kilobytes}k`, process.execPath, CLI],
      { cwd: folder, encoding: 'utf8' },
    )
    if (!stdout?.includes('exit')) {
      const why = (stderr ?? 'no unshare').trim() || `exit ${status}`
      console.log(`not tested, since a small disk cannot be made here: ${why}`)
      skip()
    }
    expect(stdout).toBe(
      `exit 2\nabound: ${small}/model.abound: cannot write it: the disk is full\nsame\nmodel.abound\nsaid\n`,
    )
  })
})

describe('every run', () => {
  it('gives the same bytes for the same command', async () => {
    rmSync(model)
    await expectQuiet(trainNew)
    expect(readFileSync(model).equals(newBytes)).toBe(true)
    expect(oldBytes.equals(newBytes)).toBe(false)
  })

  it('keeps the order of 10,000 texts, one line for each', async () => {
    restoreOld()
    const ids = Array.from({ length: 10_000 }, (_, i) => `n${(i * 7919) % 10_000}`)
    const lines = ids.map((id, i) =>
      JSON.stringify({ id, text: i % 10 === 0 ? '' : `topic${i % 50}x1 w${i}` }),
    )
    const { code, stdout } = await run(['predict', 'model.abound'], `${lines.join('\n')}\n`)
    expect(code).toBe(0)
    const answers = stdout.trimEnd().split('\n')
    expect(answers.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)

    const texts = ids.map((id, i) => (i % 10 === 0 ? '' : `${id} topic${i % 50}x1`))
    const plain = await run(['predict', 'model.abound', '--as', 'fasttext'], texts.join('\n'))
    expect(plain.stdout.split('\n')).toHaveLength(10_001)
    expect(plain.stdout.split('\n').map((line) => line === '')).toEqual([
      ...texts.map((text) => text === ''),
      true,
    ])
  })

  it('counts malformed records once, however often the file is read', async () => {
    const { stderr } = await run([
      ...['train', 'some-bad.jsonl', '--learner', 'ff', '-o', 'x.abound', '--skip-bad'],
      ...['--memory', '1', '--passes', '2', '--validate', '0.1'],
    ])
    expect(stderr).toMatch(/, read again for each pass: too large to keep\n/)
    expect(stderr.match(/warning/g)).toHaveLength(1)
    expect(stderr).toContain(
      'skipped 1 malformed record, the first: some-bad.jsonl:3000: expected "text" to be a string, found: 1\n',
    )
  })

  it('draws a progress bar on a terminal only, and never on standard output', async ({ skip }) => {
    const args = ['train', 'data.jsonl', '--learner', 'ff', '-o', 'x.abound']
    const piped = await run(args)
    expect(hasBar(`${piped.stdout}${piped.stderr}`)).toBe(false)

    const { stdout: version } = spawnSync('script', ['--version'], { encoding: 'utf8' })
    if (!version?.includes('util-linux')) {
      console.log('not tested on a terminal: there is no script command of util-linux here')
      skip()
    }
    const command = `"${process.execPath}" "${CLI}" ${args.join(' ')} > said.txt`
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, stdio: 'pipe' })
    const { code, stdout: terminal } = await outcome(child)
    expect(code).toBe(0)
    expect(terminal).toMatch(/reading +[█░]{24} +\d+ % +[\d,]+ documents/)
    expect(terminal).toContain(`${WIPE}learning `)
    // The bar is wiped out before words are printed.
    expect(terminal).toContain(`${WIPE}5,000 documents, `)
    const said = readFileSync(join(folder, 'said.txt'), 'utf8')
    expect(said).toMatch(/^ff learned 50 labels from 5,000 documents/)
    expect(hasBar(said)).toBe(false)
    expect(said).toBe(said.trimEnd().concat('\n'))
  })

  it('says what the last round found, within the width of the terminal', async ({ skip }) => {
    const { stdout: version } = spawnSync('script', ['--version'], { encoding: 'utf8' })
    if (!version?.includes('util-linux')) {
      console.log('not tested on a terminal: there is no script command of util-linux here')
      skip()
    }
    const args = 'train data.jsonl --learner boost --rounds 200 --min-df 3 -o x.abound'
    const command = `stty cols 64; "${process.execPath}" "${CLI}" ${args} > said.txt`
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, stdio: 'pipe' })
    const { code, stdout: terminal } = await outcome(child)
    expect(code).toBe(0)
    const drawn = terminal.split(WIPE).filter((line) => line.startsWith('learning'))
    expect(drawn.length).toBeGreaterThan(1)
    expect(drawn[0]).toMatch(/^learning +[█░]{24} +\d+ % +\d+ rounds {2}if \w/)
    for (const line of drawn) expect(line.length).toBeLessThan(64)
    expect(drawn[0]).toMatch(/^.{62}…$/)
  })

  it('draws none under --quiet', ({ skip }) => {
    const { stdout: version } = spawnSync('script', ['--version'], { encoding: 'utf8' })
    if (!version?.includes('util-linux')) {
      console.log('not tested on a terminal: there is no script command of util-linux here')
      skip()
    }
    cpSync(model, join(folder, 'copy.abound'))
    const command = `"${process.execPath}" "${CLI}" learn copy.abound data.jsonl --quiet`
    const { stdout, status } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  })
})
