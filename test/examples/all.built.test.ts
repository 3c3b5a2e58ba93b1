// What holds for every example: it is listed, tested, and its types are right for who has the package installed.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from './example.js'

const folders = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
/** Those that are programs: the page is a file. */
const programs = folders.filter((folder) => existsSync(`${EXAMPLES}${folder}/package.json`))
const scripts = programs.flatMap((folder) =>
  readdirSync(EXAMPLES + folder).flatMap((name) =>
    /\.(js|d\.ts)$/.test(name) ? [`${EXAMPLES}${folder}/${name}`] : [],
  ),
)

describe('the examples', () => {
  it('are all listed', () => {
    const list = readFileSync(`${EXAMPLES}README.md`, 'utf8')
    expect(folders.filter((folder) => !list.includes(`[${folder}](`))).toEqual([])
  })

  it('say what they need', () => {
    for (const folder of programs) {
      const { dependencies } = JSON.parse(readFileSync(`${EXAMPLES}${folder}/package.json`, 'utf8')) as {
        dependencies: Record<string, string>
      }
      const imported = scripts
        .filter((path) => path.startsWith(`${EXAMPLES}${folder}/`))
        .flatMap((path) =>
          Array.from(readFileSync(path, 'utf8').matchAll(/ from '([^.'][^']*)'/g), ([, name]) => name),
        )
        .filter((name) => !name.startsWith('node:'))
        .map((name) => name.split('/')[0])
      expect(Object.keys(dependencies), folder).toEqual([...new Set(imported)].sort())
    }
  })

  it('have the types that the package has', () => {
    const program = ts.createProgram(scripts, {
      allowJs: true,
      checkJs: true,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
    })
    const complaints = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName.slice(EXAMPLES.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
    expect(complaints).toEqual([])
  })
})
