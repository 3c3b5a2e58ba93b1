// Makes one archive of the packages that a cluster's tasks need, built, with their dependencies and this Node, to be shipped to executors (`--bundle`): after
// `npm run build`, `node scripts/cluster-bundle.mjs abound-bundle.tar.gz`.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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
  for (const [name, own] of [
    ['abound', 'packages/abound'],
    ['@abound/lab', 'packages/lab'],
  ]) {
    const to = join(folder, 'node_modules', name)
    cpSync(join(root, own, 'dist'), join(to, 'dist'), { recursive: true })
    cpSync(join(root, own, 'package.json'), join(to, 'package.json'))
  }
  const listed = execFileSync(
    'npm',
    ['ls', '--omit=dev', '--all', '--parseable', '--workspace', 'abound', '--workspace', '@abound/lab'],
    { cwd: root, encoding: 'utf8' },
  )
  for (const path of listed.split('\n').slice(1).filter(Boolean)) {
    const own = relative(root, path)
    const isOurs = lstatSync(path).isSymbolicLink()
    if (own.startsWith('node_modules') && !isOurs) cpSync(path, join(folder, own), { recursive: true })
  }
  execFileSync('tar', ['czf', out, '-C', folder, '.'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${out}\n`)
