// Compiles packages/abound/src/engine/wasm/*.as.ts into modules.ts beside them; with --check it only says whether that is up
// to date.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const MODULES = ['arrays', 'joint-pass', 'json-texts', 'scores', 'term-row', 'words']
/** What no two threads work on at once: copying to and from memory that is not shared is faster. */
const UNSHARED = ['json-texts']
const sources = fileURLToPath(new URL('../packages/abound/src/engine/wasm/', import.meta.url))
const check = process.argv.includes('--check')
const to = join(sources, 'modules.ts')
const folder = mkdtempSync(join(tmpdir(), 'abound-wasm-'))
let text = '// Compiled from the *.as.ts beside it by scripts/wasm.mjs, in base64.\n'
text += '\nexport const MODULES = {\n'
for (const name of MODULES) {
  const out = join(folder, 'out.wasm')
  const { error, stderr } = await asc.main([
    join(sources, `${name}.as.ts`),
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
  if (error) throw new Error(`${name}.as.ts: ${stderr.toString()}`)
  const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  text += `  ${key}:\n    '${readFileSync(out).toString('base64')}',\n`
}
text += '}\n'
rmSync(folder, { recursive: true })
if (!check) writeFileSync(to, text)
else if (readFileSync(to, 'utf8') !== text) {
  console.error('modules.ts is not what the sources compile to: run node scripts/wasm.mjs')
  process.exitCode = 1
}
