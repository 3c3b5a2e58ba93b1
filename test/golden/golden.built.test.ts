// Golden command runs: every command of commands.json is run in a folder of its own with copies of input/, and
// what it prints, how it ends and which files it leaves must be as in expected/. UPDATE_GOLDEN=1 writes expected/
// anew: read the difference before you commit it.
//
// Beside `abound` a line may say `cat FILE` (shows it), `cmp A B` (are they equal) or `cp A B`.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abound, requireBuild } from '../cli/abound.js'
import { parseCommandLine } from './command-line.js'
import { alike, masked } from './compare.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const { prepare, commands } = JSON.parse(readFileSync(join(here, 'commands.json'), 'utf8')) as {
  /** Makes the models that the commands use. */
  readonly prepare: readonly string[]
  /** By group and name: one line or several. */
  readonly commands: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
}
const expectedFolder = join(here, 'expected')
const update = process.env.UPDATE_GOLDEN === '1'
const AT_ONCE = 2

const cases = Object.entries(commands).flatMap(([group, byName]) =>
  Object.entries(byName).map(([name, lines]) => ({
    file: join(group, `${name}.txt`),
    lines: typeof lines === 'string' ? [lines] : lines,
  })),
)

const scratch = mkdtempSync(join(tmpdir(), 'abound-golden-'))
const prepared = join(scratch, 'prepared')
const results = new Map<string, string>()

beforeAll(async () => {
  requireBuild()
  cpSync(join(here, 'input'), prepared, { recursive: true })
  for (const line of prepare) {
    const { code, stderr } = await abound(parseCommandLine(line).args, { cwd: prepared })
    if (code !== 0) throw new Error(`${line}: ${stderr}`)
  }
  damageModels()
  const waiting = [...cases]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        results.set(next.file, await runCase(next.file, next.lines))
      }
    }),
  )
  if (update) writeExpected()
}, 1_800_000)

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Models that are none any more. */
function damageModels(): void {
  const bytes = readFileSync(join(prepared, 'news.abound'))
  const changed = (at: number, value: number): Buffer => {
    const copy = Buffer.from(bytes)
    copy[at] = value
    return copy
  }
  writeFileSync(join(prepared, 'cut.abound'), bytes.subarray(0, 500))
  writeFileSync(join(prepared, 'flipped.abound'), changed(bytes.length - 100, bytes[bytes.length - 100] ^ 1))
  writeFileSync(join(prepared, 'newer.abound'), changed(8, 3))
  writeFileSync(
    join(prepared, 'text-mode.abound'),
    bytes.toString('latin1').replaceAll('\r\n', '\n'),
    'latin1',
  )
  writeFileSync(join(prepared, 'empty.abound'), '')
}

async function runCase(name: string, lines: readonly string[]): Promise<string> {
  const folder = join(scratch, name.replace(/\W/g, '-'))
  cpSync(prepared, folder, { recursive: true })
  const before = new Set(readdirSync(folder))
  let text = ''
  for (const line of lines) text += `$ ${line}\n${await runLine(line, folder)}`
  const left = readdirSync(folder).filter((file) => !before.has(file))
  rmSync(folder, { recursive: true })
  return `${text}new files: ${left.length === 0 ? 'none' : left.sort().join(', ')}\n`
}

async function runLine(line: string, folder: string): Promise<string> {
  const { env, program, args, input } = parseCommandLine(line)
  const read = (file: string): Buffer => readFileSync(join(folder, file))
  if (program === 'cat') return shown('', read(args[0]).toString())
  if (program === 'cmp') return read(args[0]).equals(read(args[1])) ? 'equal\n' : 'different\n'
  if (program === 'cp') {
    cpSync(join(folder, args[0]), join(folder, args[1]))
    return ''
  }
  if (program !== 'abound') throw new Error(`${line}: expected abound, cat, cmp or cp`)
  const { code, signal, stdout, stderr } = await abound(args, {
    cwd: folder,
    env,
    ...(input === undefined ? {} : { input: read(input) }),
  })
  return `${shown('1> ', masked(stdout))}${shown('2> ', masked(stderr))}exit ${code ?? signal}\n`
}

/** Each line behind a sign of where it was printed. */
function shown(sign: string, text: string): string {
  if (text === '') return ''
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  else lines.push('(no line end)')
  return lines.map((line) => `${`${sign}${line}`.trimEnd()}\n`).join('')
}

function writeExpected(): void {
  rmSync(expectedFolder, { recursive: true, force: true })
  for (const [file, text] of results) {
    mkdirSync(join(expectedFolder, file, '..'), { recursive: true })
    writeFileSync(join(expectedFolder, file), text)
  }
}

function kept(): string[] {
  const files = readdirSync(expectedFolder, { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(expectedFolder.length + 1))
}

describe('golden command runs', () => {
  it.each(cases)('$file', ({ file }) => {
    const actual = results.get(file)!
    const expected = readFileSync(join(expectedFolder, file), 'utf8')
    // The whole text is shown where numbers differ by more than they may.
    if (!alike(expected, actual)) expect(actual).toBe(expected)
  })

  it('has nothing in expected/ that no command makes', () => {
    expect(kept().sort()).toEqual(cases.map(({ file }) => file).sort())
  })

  it('fails with code 2, one line and nothing on standard output, and leaves no model', () => {
    for (const [file, text] of results) {
      if (!file.startsWith('errors')) continue
      expect(text, file).toMatch(/^exit 2$/m)
      expect(text, file).not.toMatch(/^1> /m)
      expect(text.match(/^2> /gm), file).toHaveLength(1)
      expect(text, file).toMatch(/^2> abound: /m)
      expect(text, file).not.toMatch(/^new files: .*\.(abound|tmp)/m)
    }
  })

  it('ends well wherever no error is meant', () => {
    const failing = [...results].filter(
      ([file, text]) => !file.startsWith('errors') && /^exit (?!0)/m.test(text),
    )
    expect(failing.map(([file]) => file).sort()).toEqual(['help/no-command.txt', 'predict/bad-record.txt'])
  })
})

describe('the comparison', () => {
  it('lets numbers differ by a millionth, and nothing else', () => {
    expect(alike('a 0.123456789 b', 'a 0.1234567 b')).toBe(true)
    expect(alike('a 0.12345 b', 'a 0.12346 b')).toBe(false)
    expect(alike('1e-7 x', '1.0000001e-7 x')).toBe(true)
    expect(alike('1e-7 x', '2e-7 x')).toBe(false)
    expect(alike('3 documents', '4 documents')).toBe(false)
    expect(alike('0.5 a', '0.5 b')).toBe(false)
    expect(alike('0.5', '0.5 0.5')).toBe(false)
    expect(alike('-0.5', '0.5')).toBe(false)
  })

  it('masks what changes from run to run', () => {
    expect(masked('ff learned 1 label in 0.08 s (peak memory 64 MB)')).toBe(
      'ff learned 1 label in <time> (peak memory <memory>)',
    )
    expect(masked('wrote x.abound (13 kB, 214 edges)')).toBe('wrote x.abound (<size>, 214 edges)')
    expect(masked('{"seconds":0.1,"modelBytes":12}')).toBe('{"seconds":<seconds>,"modelBytes":<modelBytes>}')
    expect(masked('text 2.1 kB')).toBe('text 2.1 kB')
  })

  it('reads lines as a shell does', () => {
    expect(parseCommandLine(`A=1 abound explain m "two words" '<' --label x < in.txt`)).toEqual({
      env: { A: '1' },
      program: 'abound',
      args: ['explain', 'm', 'two words', '<', '--label', 'x'],
      input: 'in.txt',
    })
  })
})
