// Leaves of the declarations that tsc wrote those that a package's exports reach: the others describe what nobody outside
// can import, and were a fifth of what is installed.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Trims `dist/` of the package in this folder.
 * @param {string} folder
 */
export function trimDeclarations(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const all = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, 'dist', name))
  const program = ts.createProgram(
    all.filter((file) => entries(exports).some((entry) => entry.test(file.slice(folder.length)))),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      noLib: true,
      types: [],
    },
  )
  for (const file of all) if (program.getSourceFile(file) === undefined) rmSync(file)
}

/**
 * What the declarations of the entries are called.
 * @param {unknown} exports
 * @returns {RegExp[]}
 */
function entries(exports) {
  if (typeof exports === 'object' && exports !== null) return Object.values(exports).flatMap(entries)
  const path = String(exports)
    .replace(/^\.\//, '')
    .replace(/(\.d\.ts|\.js)$/, '')
  return [new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}\\.d\\.ts$`)]
}
