// Compiles the modules in packages/abound/src/engine/wasm/, from <name>.as.ts into <name>-wasm.ts; with --check it only says
// whether these are up to date.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const MODULES = ['arrays', 'joint-pass', 'json-texts', 'scores', 'words']
/** What no two threads work on at once: copying to and from memory that is not shared is faster. */
const UNSHARED = ['json-texts']
const sources = fileURLToPath(new URL('../packages/abound/src/engine/wasm/', import.meta.url))
const check = process.argv.includes('--check')
const folder = mkdtempSync(join(tmpdir(), 'abound-wasm-'))
for (const name of MODULES) {
  const file = `${name}.as.ts`
  const out = join(folder, 'out.wasm')
  const { error, stderr } = await asc.main([
    join(sources, file),
    ...[
      '--outFile',
      out,
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--enable',
      'threads',
    ],
    ...(UNSHARED.includes(name) ? [] : ['--sharedMemory']),
    ...['--importMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ])
  if (error) throw new Error(`${file}: ${stderr.toString()}`)
  const to = `${name}-wasm.ts`
  const text = `// ${file}, compiled by scripts/wasm.mjs.

export const WASM =
  '${readFileSync(out).toString('base64')}'
`
  if (!check) writeFileSync(join(sources, to), text)
  else if (readFileSync(join(sources, to), 'utf8') !== text) {
    console.error(`${to} is not what ${file} compiles to: run node scripts/wasm.mjs`)
    process.exitCode = 1
  }
}
rmSync(folder, { recursive: true })
