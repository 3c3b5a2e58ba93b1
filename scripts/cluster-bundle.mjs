// Makes one archive of our build, what it needs, and this Node, to be shipped to executors (`--bundle`): after
// `npm run build`, `node scripts/cluster-bundle.mjs abound-bundle.tar.gz`.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = resolve(process.argv[2] ?? 'abound-bundle.tar.gz')
const folder = mkdtempSync(join(tmpdir(), 'abound-bundle-'))
try {
  mkdirSync(join(folder, 'bin'))
  cpSync(process.execPath, join(folder, 'bin', 'node'))
  chmodSync(join(folder, 'bin', 'node'), 0o755)
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').slice(1).filter(Boolean)) {
    const own = relative(root, path)
    if (own.startsWith('node_modules') && existsSync(path)) {
      cpSync(path, join(folder, own), { recursive: true, dereference: true })
    }
  }
  execFileSync('tar', ['czf', out, '-C', folder, '.'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${out}\n`)
