// The commands of test/golden, each with what it prints, how it ends and which models it leaves.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstExisting, listFiles } from './files.mjs'
import { maskTimesInText, Workspace } from './workspace.mjs'

/** @import { Case } from './workspace.mjs' */

/**
 * The commands of test/golden, each with what it prints, how it ends and which models it leaves.
 * @param {string} scratch
 * @returns {Case[]}
 */
export function goldenCases(scratch) {
  const golden = firstExisting(['test/golden', 'packages/abound/test/golden'])
  /** @type {{ prepare: string[], commands: Record<string, Record<string, string | string[]>> }} */
  const { prepare, commands } = JSON.parse(readFileSync(join(golden, 'commands.json'), 'utf8'))
  const folder = join(scratch, 'golden')
  /** @type {Promise<string[]> | undefined} */
  let preparing
  /** @type {(at: Workspace) => Promise<string[]>} */
  const prepared = (at) =>
    (preparing ??= prepareGolden(new Workspace(folder, at.command, undefined), golden, prepare))
  return [
    {
      name: 'golden/prepared models',
      bundled: true,
      async run(at) {
        for (const model of await prepared(at)) at.record(model, readFileSync(join(folder, model)))
      },
    },
    ...Object.entries(commands).flatMap(([group, byName]) =>
      Object.entries(byName).map(([name, lines]) => ({
        name: `golden/${group}/${name}`,
        bundled: true,
        async run(/** @type {Workspace} */ at) {
          await prepared(at)
          cpSync(folder, at.folder, { recursive: true })
          const before = new Set(listFiles(at.folder))
          let text = ''
          for (const line of [lines].flat()) text += `$ ${line}\n${await goldenLine(at, line)}`
          const left = listFiles(at.folder).filter((file) => !before.has(file))
          at.record('output', `${text}new files: ${left.join(', ')}\n`)
          for (const file of left.filter((name) => name.endsWith('.abound'))) at.recordFile(file, file)
        },
      })),
    ),
  ]
}

/**
 * The models that golden runs use, some of them damaged; those that are whole.
 * @param {Workspace} at
 * @param {string} golden
 * @param {string[]} lines
 */
async function prepareGolden(at, golden, lines) {
  cpSync(join(golden, 'input'), at.folder, { recursive: true })
  for (const line of lines) await at.abound(line.replace(/^abound /, ''))
  const models = readdirSync(at.folder).filter((name) => name.endsWith('.abound'))
  const bytes = at.read('news.abound')
  /** @type {(name: string, bytes: Buffer | string) => void} */
  const write = (name, damaged) => writeFileSync(join(at.folder, name), damaged)
  /** @type {(place: number, value: number) => Buffer} */
  const changed = (place, value) => {
    const copy = Buffer.from(bytes)
    copy[place] = value
    return copy
  }
  write('cut.abound', bytes.subarray(0, 500))
  write('flipped.abound', changed(bytes.length - 100, bytes[bytes.length - 100] ^ 1))
  write('newer.abound', changed(8, 3))
  write('text-mode.abound', Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'))
  write('empty.abound', '')
  return models
}

/**
 * A line as a shell would take it: NAME=value before the command, words with quotes around blanks, and `< file`.
 * Beside `abound` it may say `cat FILE`, `cmp A B` or `cp A B`.
 * @param {Workspace} at
 * @param {string} line
 */
async function goldenLine(at, line) {
  const words = Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, one, two, plain]) => ({
    text: one ?? two ?? plain,
    quoted: plain === undefined,
  }))
  /** @type {Record<string, string>} */
  const env = {}
  while (words.length > 0 && !words[0].quoted && /^[A-Z_]+=/.test(words[0].text)) {
    const [name, value] = words.splice(0, 1)[0].text.split('=', 2)
    env[name] = value
  }
  const redirected = words.findIndex(({ text, quoted }) => text === '<' && !quoted)
  const input = redirected < 0 ? '' : at.read(words[redirected + 1].text)
  const [program, ...args] = (redirected < 0 ? words : words.slice(0, redirected)).map(({ text }) => text)
  if (program === 'cat') return maskTimesInText(at.read(args[0]).toString())
  if (program === 'cmp') return at.read(args[0]).equals(at.read(args[1])) ? 'equal\n' : 'different\n'
  if (program === 'cp') {
    cpSync(join(at.folder, args[0]), join(at.folder, args[1]))
    return ''
  }
  if (program !== 'abound') throw new Error(`${line}: expected abound, cat, cmp or cp`)
  const { code, stdout, stderr } = await at.run(args, { env, input })
  return `1> ${maskTimesInText(stdout.toString())}\n2> ${maskTimesInText(stderr)}\nexit ${code}\n`
}
