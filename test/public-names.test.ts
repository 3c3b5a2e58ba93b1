// What people import: few enough names to hold in the head, in Node and elsewhere the same but for files.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import * as core from '../packages/abound/src/index.js'
import * as node from '../packages/abound/src/node/index.js'

const SRC = fileURLToPath(new URL('../packages/abound/src/', import.meta.url))
const MOST_NAMES = 40

/** All names that a module exports, types too. */
function namesOf(path: string): string[] {
  const program = ts.createProgram([SRC + path], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(SRC + path)!)!
  return checker.getExportsOfModule(module).map(({ name }) => name)
}

describe('abound', () => {
  it(`exports at most ${MOST_NAMES} names, with types`, () => {
    const names = namesOf('node/index.ts')
    expect(names.length).toBeGreaterThan(20)
    expect(names.length).toBeLessThanOrEqual(MOST_NAMES)
  })

  it('has all of the core in Node, and what needs files beside it', () => {
    const nodeNames = namesOf('node/index.ts')
    expect(namesOf('index.ts').filter((name) => !nodeNames.includes(name))).toEqual([])
    const own = Object.keys(node).filter((name) => !(name in core))
    expect(own).toEqual(expect.arrayContaining(['load', 'openSource']))
  })

  it('has what is public and what is not in docs/architecture.md', () => {
    const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8')
    const text = readFileSync(new URL('../packages/abound/package.json', import.meta.url), 'utf8')
    const { exports } = JSON.parse(text) as { exports: Record<string, unknown> }
    const paths = Object.keys(exports).filter((path) => path !== './package.json')
    expect(paths.filter((path) => !page.includes(`| \`abound${path.slice(1)}\` `))).toEqual([])
  })
})
