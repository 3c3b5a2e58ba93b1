// Compiles packages/abound/src/engine/wasm/*.as.ts into *-wasm.ts beside them; with --check only says whether they are up to date.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** What no two threads work on at once: the engine copies to and from memory that is not shared faster. */
const UNSHARED = ['json-bytes.as.ts']
const sources = fileURLToPath(new URL('../packages/abound/src/engine/wasm/', import.meta.url))
const check = process.argv.includes('--check')
const folder = mkdtempSync(join(tmpdir(), 'abound-wasm-'))
for (const file of readdirSync(sources).filter((name) => name.endsWith('.as.ts'))) {
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
    ...(UNSHARED.includes(file) ? [] : ['--sharedMemory']),
    ...['--importMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ])
  if (error) throw new Error(`${file}: ${stderr.toString()}`)
  const to = file.replace('.as.ts', '-wasm.ts')
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
