// What a person meets who asks for help: every command has examples of itself, and the first page fits.

import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { abound, CLI } from './abound.js'

const cwd = process.cwd()
const help = async (...words: string[]): Promise<string> => (await abound(words, { cwd })).stdout

describe('help', () => {
  let names: string[] = []
  beforeAll(async () => {
    const list = await help('--help')
    names = Array.from(list.matchAll(/^ {2}([a-z]+)/gm), ([, name]) => name).filter((name) => name !== 'help')
  })

  it('lists all commands, the five to start with first and with examples', async () => {
    const list = await help('--help')
    expect(names.slice(0, 5)).toEqual(['train', 'predict', 'evaluate', 'explain', 'serve'])
    for (const name of names.slice(0, 5)) expect(list).toMatch(new RegExp(`^ +abound ${name} `, 'm'))
    expect(names.length).toBeGreaterThan(15)
  })

  it('has examples of every command', async () => {
    for (const name of names) {
      const examples = (await help(name, '--help')).split('\nExamples:\n')[1] ?? ''
      expect(examples, name).toMatch(new RegExp(`^ .*abound ${name}\\b`, 'm'))
    }
  })

  it('shows at most fifteen options at first, and each of the others in a group', async () => {
    const flags = (text: string): string[] => text.match(/^ {2}(-\w, )?--[\w-]+(?= |$)(?! help)/gm) ?? []
    for (const name of ['train', 'predict', 'evaluate', 'compare', 'tune']) {
      const [options, rest] = (await help(name, '--help')).split('\nMore options:\n')
      expect(flags(options).length, name).toBeLessThanOrEqual(15)
      const groups = Array.from(rest.matchAll(/^ {2}--help (\w+)/gm), ([, group]) => group)
      const grouped = await Promise.all(groups.map((group) => help(name, '--help', group)))
      const all = flags(grouped[groups.indexOf('all')])
      expect(new Set([...flags(options), ...grouped.flatMap(flags)])).toEqual(new Set(all))
    }
  })

  it('is not wider than a terminal of 80 columns but for examples', async () => {
    for (const name of names) {
      const [before] = (await help(name, '--help')).split('\nExamples:\n')
      for (const line of before.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })
})

const script = spawnSync('script', ['--version']).status === 0
if (!script) console.warn('predictions on a terminal are not tested: there is no command called script')

describe.skipIf(!script)('on a terminal', () => {
  const typed = (run: string): string =>
    spawnSync('script', ['-qec', `stty cols 80; D=$(mktemp -d); ${run}; rm -r $D`, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    }).stdout

  it('prints a table of predictions', () => {
    const train = `printf 'text,label\\nwheat rose,grain\\ngold fell,metal\\n' | node ${CLI} train - --from csv --learner ff -o $D/m.abound --quiet`
    const predict = `node ${CLI} predict $D/m.abound "wheat rose" --top 2`
    const stdout = typed(`${train}; ${predict}; ${predict} | cat`)
    expect(stdout).toMatch(/^text +label +(probability|score)\r\nwheat rose +grain +[\d.]+\r\n/)
    expect(stdout).toMatch(/\r\n\{"labels":\[\{"label":"grain"/)
  })

  it('prints the words for each gap below it', () => {
    const words = `node ${CLI} words`
    const train = `printf 'The cat sat. The dog sat. A cat ran.' | ${words} train - --min-df 1 --no-validate -o $D/w.abound --quiet`
    const stdout = typed(
      `${train}; ${words} predict $D/w.abound 'The _ sat. A _ ran' -k 1; ${words} predict $D/w.abound 'The cat' -k 1`,
    )
    expect(stdout).toMatch(
      /^The \[_\] sat\. A _ ran\r\n {2}\w+ +[\d.]+\r\nThe _ sat\. A \[_\] ran\r\n {2}cat +[\d.]+\r\nThe cat \[_\]\r\n {2}sat +[\d.]+\r\n$/,
    )
  })
})
