// Every code block of the README, the docs and the examples' pages is run as it stands: shell in a folder with small files
// of the names that it uses, TypeScript type-checked against the built packages and run by them. What cannot be run says
// why, in a comment before it; the reasons are printed.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { check, instrumented } from '../example-checks.js'
import { type Block, codeBlocks, typedCommands } from './blocks.js'
import { runModules } from './run-modules.js'
import { copyFolder, GIVEN, makeFolder, run } from './surroundings.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const isPage = (name: string): boolean => name.endsWith('.md') && !name.includes('node_modules')
const under = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(isPage)
    .map((name) => `${folder}/${name}`)
const pages = [
  ...readdirSync(ROOT).filter(isPage),
  ...['docs', 'examples', 'sample', 'bench'].flatMap(under),
  ...['packages/server/README.md', 'packages/lab/README.md'],
]
const blocks = pages.flatMap((page) => codeBlocks(page, readFileSync(join(ROOT, page), 'utf8')))
const isTypeScript = ({ language }: Block): boolean => language === 'ts' || language === 'js'
const isShell = ({ language }: Block): boolean => language === 'sh' || language === 'console'
const named = (some: readonly Block[]) => some.map((block) => [`${block.page}:${block.line}`, block] as const)

const made = makeFolder()
const folders = new Map<string, string>()
afterAll(() => {
  for (const folder of [made, ...folders.values()]) rmSync(folder, { recursive: true, force: true })
})

/** The folder of a page: its blocks find what those before them wrote. */
function folderOf({ page }: Block): string {
  const folder = folders.get(page) ?? copyFolder(made)
  folders.set(page, folder)
  return folder
}

/** The file that a block is shown as, by the comment in its first line. */
const fileOf = ({ code }: Block): string | undefined => /^\/\/ ([\w-]+\.m?js)\n/.exec(code)?.[1]

/** A block as a module, with what it uses without saying where it is from. */
function asModule({ code }: Block, body: string): string {
  // What exports is a module as it is.
  if (/^export /m.test(code)) return body
  const says = (name: string): boolean =>
    new RegExp(`(?:const|let|import)\\b[^=;]*?\\b${name}\\b[^=;]*?(?:=|from)`).test(code)
  const used = Object.entries(GIVEN).filter(
    ([name]) => new RegExp(`(?<![.'\\w])${name}\\b(?!:|')`).test(code) && !says(name),
  )
  const isImport = /^import [^;]*? from '[^']*';?\n/gm
  const imports = body.match(isImport) ?? []
  const given = used.map(([name, value]) => `const ${name} = ${value}\n`)
  return `${imports.join('')}${given.join('')}{\n${body.replace(isImport, '')}\n}\nexport {}\n`
}

describe('a code block', () => {
  const notRun = blocks.filter(({ reason }) => reason !== undefined)
  console.info(notRun.map(({ page, line, reason }) => `${page}:${line} is not run: ${reason}`).join('\n'))

  for (const block of blocks) {
    const file = fileOf(block)
    if (file !== undefined) writeFileSync(join(folderOf(block), file), block.code)
  }

  it('is run, or says why not', () => {
    const silent = blocks.filter(
      (block) => block.reason === undefined && !isShell(block) && !isTypeScript(block),
    )
    expect(silent.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([])
    expect(notRun.length).toBeLessThan(blocks.length / 2)
  })

  it('of TypeScript is sound to the compiler', () => {
    const folder = join(made, 'types')
    mkdirSync(folder)
    const some = blocks.filter(
      ({ language, reason }) => language === 'ts' && !reason?.startsWith('a fragment'),
    )
    const files = some.map((block, i) => {
      const file = join(folder, `block-${i}.ts`)
      writeFileSync(file, asModule(block, block.code))
      return file
    })
    const program = ts.createProgram(files, {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    })
    const found = files.flatMap((file, i) =>
      ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ messageText }) => {
        const said = ts.flattenDiagnosticMessageText(messageText, ' ')
        return `${some[i].page}:${some[i].line} ${said}`
      }),
    )
    expect(found).toEqual([])
  })

  it.each(named(blocks.filter((block) => isShell(block) && block.reason === undefined)))(
    '%s runs in a shell',
    (_, block) => {
      const script = block.language === 'console' ? typedCommands(block.code) : block.code
      run(folderOf(block), script)
    },
  )

  const programs = blocks.filter((block) => isTypeScript(block) && block.reason === undefined)
  let results: ReturnType<typeof runModules> | undefined
  // Once the shell's blocks have run, whose files they read.
  const resultOf = (block: Block) => {
    results ??= runModules(
      programs.map((one) => {
        const file = join(folderOf(one), `block-${one.line}.mjs`)
        writeFileSync(file, asModule(one, instrumented(one.code).code))
        return file
      }),
    )
    return results[programs.indexOf(block)]
  }

  it.each(named(programs))('%s runs, and gives what its comments say', (_, block) => {
    const { error, values } = resultOf(block)
    expect(error).toBeUndefined()
    expect(values).toHaveLength(instrumented(block.code).checks)
    for (const [value, said] of values) check(value, said)
  })
})

describe('the test of code blocks', () => {
  const page =
    'A\n\n<!-- not run: no server -->\n\n```sh\ncurl x\n```\n\n```ts\nf()\n```\n\n```text\nno code\n```\n'

  it('finds them, and reasons', () => {
    const found = codeBlocks('a.md', page)
    expect(found.map(({ line, language, code, reason }) => [line, language, code, reason])).toEqual([
      [5, 'sh', 'curl x\n', 'no server'],
      [9, 'ts', 'f()\n', undefined],
    ])
    expect(typedCommands('$ a\nsaid\n$ b\n')).toBe('a\nb')
  })

  it('would find what does not run', () => {
    expect(() => run(made, 'abound train nothing.csv -o x.abound')).toThrow('nothing.csv')
    expect(() => check(1, '2')).toThrow('expected 2')
  })
})
