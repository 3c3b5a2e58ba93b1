// Leaves the comments out of the compiled modules of a package: people read them in the sources and, where they document
// what is public, in the declarations beside.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'

/**
 * @param {string} root of the package; its `dist/` is there already
 */
export function stripComments(root) {
  for (const name of readdirSync(`${root}dist`, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const file = join(root, 'dist', name)
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      format: 'esm',
      target: 'es2022',
      legalComments: 'none',
    })
    writeFileSync(file, code)
  }
}
