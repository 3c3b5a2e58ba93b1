// docs/papers/correspondence.md: every function that it names is in the file beside it, and every learner has a part.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LEARNERS } from '../packages/abound/src/learners/registry.js'

const PAGE = fileURLToPath(new URL('../docs/papers/correspondence.md', import.meta.url))
/** Learners that no equation of the papers stands behind. */
const WITHOUT = ['frequency']

const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const path = /^\|.*\]\(([^)]+)\) \|$/.exec(line)?.[1]
    const functions = [...line.matchAll(/`(\w+)\(\)`/g)].map(([, name]) => name)
    return path === undefined ? [] : [{ path: join(dirname(PAGE), path), functions }]
  })

/** Whether a file declares a function or method of that name. */
function declares(source: string, name: string): boolean {
  const modifiers = '(?:export |async |private |static |function )*'
  const parameters = String.raw`\((?:[^()]|\([^()]*\))*\)`
  return new RegExp(String.raw`^\s*${modifiers}${name}(?:<[^>]*>)?${parameters}(?:: .*)?\s*\{`, 'm').test(
    source,
  )
}

describe('the correspondence with the papers', () => {
  it.each(rows)('$path has $functions', ({ path, functions }) => {
    const source = readFileSync(path, 'utf8')
    expect(functions).not.toEqual([])
    expect(functions.filter((name) => !declares(source, name))).toEqual([])
  })

  it('leads into the folder of every learner', () => {
    const learners = LEARNERS.map(({ name }) => name).filter((name) => !WITHOUT.includes(name))
    // Rocchio's and the perceptron's equations are in solvers that others share.
    const shared: Readonly<Record<string, string>> = {
      rocchio: 'solvers/rocchio-prototypes.ts',
      perceptron: 'solvers/one-against-rest.ts',
    }
    const missing = learners.filter(
      (name) => !rows.some(({ path }) => path.includes(shared[name] ?? `learners/${name}/`)),
    )
    expect(missing).toEqual([])
  })

  it('would find out a function that is only called', () => {
    expect(declares('  private step(row: number): void {\n', 'step')).toBe(true)
    expect(declares('  step(row)\n  if (row) {\n', 'step')).toBe(false)
  })
})
