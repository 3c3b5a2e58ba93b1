import '../fresh-modules.js'

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Extensions,
  extend,
  InputError,
  LEARNERS,
  type Learner,
  learners,
  loadPlugin,
  WEIGHTINGS,
} from '../../packages/abound/src/node/internal.js'
import { isExtendedHere } from '../../packages/abound/src/node/plugins.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-plugins-'))
afterAll(() => rmSync(folder, { recursive: true }))

function put(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const ROOT = "{ name: 'root', norm: 'l2', reads: [], typical: Math.sqrt, weigh(columns, values, n) {} }"

describe('a plugin', () => {
  it('adds what its default export declares, and may be named twice', async () => {
    const path = put('root.mjs', `export default { weightings: [${ROOT}] }`)
    await loadPlugin(path)
    await loadPlugin(path)
    expect(WEIGHTINGS.filter(({ name }) => name === 'root')).toHaveLength(1)
  })

  it('can be loaded by other processes, as what a program adds itself cannot', () => {
    expect(isExtendedHere()).toBe(false)
    extend({ learners: [{ ...learners.frequency, name: 'steady' } as unknown as Learner] })
    expect(LEARNERS.at(-1)?.name).toBe('steady')
    expect(isExtendedHere()).toBe(true)
  })

  const refused: [what: string, text: string, message: RegExp][] = [
    ['nothing', 'const x = 1', /expected export default \{ learners, .*; found undefined$/],
    ['an empty declaration', 'export default {}', /expected export default .*; found none$/],
    ['another list', 'export default { learner: [] }', /found "learner"$/],
    ['no list', 'export default { learners: {} }', /learners: expected an array, found an object$/],
    ['a name that is taken', "export default { weightings: [{ ...X, name: 'tfidf' }] }", /"tfidf" already/],
    [
      'a name with blanks',
      "export default { weightings: [{ ...X, name: 'a b' }] }",
      /"a b": expected a name/,
    ],
    ['part of a weighting', "export default { weightings: [{ name: 'part' }] }", /weighting part: norm: /],
    ['what throws', "throw new Error('no\\nmore')", /: Error: no$/],
    ['no JavaScript', 'let x = ;', /Unexpected token|Parse failure|Expression expected/],
  ]
  it.each(refused)('with %s is refused in one line', async (what, text, message) => {
    const path = put(`${what.replaceAll(' ', '-')}.mjs`, `const X = ${ROOT}\n${text}\n`)
    const loading = loadPlugin(path)
    await expect(loading).rejects.toThrow(InputError)
    await expect(loading).rejects.toThrow(message)
    await expect(loading).rejects.toThrow(/^plugin [^\n]*$/)
  })

  it('is refused where there is no such file', async () => {
    await expect(loadPlugin(join(folder, 'none.mjs'))).rejects.toThrow(/none\.mjs: no such file$/)
    await expect(loadPlugin(folder)).rejects.toThrow(/expected a module, it is a folder$/)
  })
})

describe('a learner from outside', () => {
  const whole = { ...learners.frequency, name: 'whole' }
  const option = { kind: 'integer', default: 1, help: 'x' }
  const refused: [what: string, change: object, message: RegExp][] = [
    ['no name', { name: undefined }, /a learner has no name/],
    [
      'neither online nor not',
      { online: 'yes' },
      /learner whole: online: expected true or false, found "yes"/,
    ],
    ['nothing to start with', { start: undefined }, /start: expected a function, found undefined/],
    ['no training', { online: false }, /train: expected a function/],
    [
      'an unknown kind of model',
      { modelKind: 'deep' },
      /modelKind: expected one of linear, .*, own, found "deep"/,
    ],
    ['a model of its own that nobody restores', { modelKind: 'own' }, /restore: expected a function/],
    ['a norm that is none', { text: { weighting: 'tf', norm: 'l1' } }, /norm: expected one of l2, none/],
    [
      'an option with a wrong default',
      { options: { a: { ...option, default: 0.5 } } },
      /option a: its default/,
    ],
    ['an option without help', { options: { a: { ...option, help: undefined } } }, /help: expected a string/],
    [
      'an option of all learners',
      { options: { seed: option } },
      /option seed: the name is that of an option of/,
    ],
  ]
  it.each(refused)('with %s is refused', (_, change, message) => {
    const broken = { learners: [{ ...whole, ...change }] } as unknown as Extensions
    expect(() => extend(broken)).toThrow(InputError)
    expect(() => extend(broken)).toThrow(message)
  })
})
