// What a package brings along when it is installed, and in a page: size.mjs NAME [EXPORT …] sums its dependencies up and
// bundles the exports named.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'

const [name, ...exports] = process.argv.slice(2)
const root = resolve(process.env.ABOUND_LIBRARIES ?? '.')
/** @type {Set<string>} */
const packages = new Set()
let bytes = 0
let nativeFiles = 0
take(name, root)
const figures = { packages: packages.size, installedMegabytes: bytes / 1e6, nativeFiles }
if (exports.length === 0) console.log(JSON.stringify(figures))
else {
  const { outputFiles } = buildSync({
    stdin: { contents: `export { ${exports.join(', ')} } from '${name}'`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  console.log(
    JSON.stringify({ ...figures, browserKilobytes: gzipSync(outputFiles[0].contents).length / 1e3 }),
  )
}

/** @param {string} wanted @param {string} from */
function take(wanted, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', wanted)
    if (existsSync(join(folder, 'package.json'))) {
      if (packages.has(folder)) return
      packages.add(folder)
      addFiles(folder)
      const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      for (const next of Object.keys(dependencies)) take(next, folder)
      return
    }
    if (at === dirname(at)) return
  }
}

/** @param {string} folder */
function addFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') addFiles(path)
    if (!entry.isFile()) continue
    bytes += statSync(path).size
    if (/\.(node|bare)$/.test(entry.name)) nativeFiles++
  }
}
