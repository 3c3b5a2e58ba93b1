// Compiles assembly/*.ts into src/kernels/*-wasm.ts; with --check only says whether they are up to date.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** What no two threads work on at once: the engine copies to and from memory that is not shared faster. */
const UNSHARED = ['json-bytes.ts']
const root = fileURLToPath(new URL('..', import.meta.url))
const check = process.argv.includes('--check')
const folder = mkdtempSync(join(tmpdir(), 'abound-wasm-'))
for (const file of readdirSync(join(root, 'assembly')).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
  const out = join(folder, 'out.wasm')
  const { error, stderr } = await asc.main([
    join(root, 'assembly', file),
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
  const to = `src/kernels/${file.replace('.ts', '-wasm.ts')}`
  const text = `// assembly/${file}, compiled by scripts/wasm.mjs.

export const WASM =
  '${readFileSync(out).toString('base64')}'
`
  if (!check) writeFileSync(join(root, to), text)
  else if (readFileSync(join(root, to), 'utf8') !== text) {
    console.error(`${to} is not what assembly/${file} compiles to: run node scripts/wasm.mjs`)
    process.exitCode = 1
  }
}
rmSync(folder, { recursive: true })
