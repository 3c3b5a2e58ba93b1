// Reads what source files export and what others import of them, by name.

import { posix } from 'node:path'

const EXPORT = /^export (?:declare |abstract |async )*(?:class|interface|type|function\*?|const|let) (\w+)/gm
/** `import { a } from`, `import * as a from`, `export { a } from`, `export * from`. */
const FROM = /^(?:im|ex)port (?:type )?(?:\w+,? ?)?([{*][^'}]*\}?[^'}]*) from '([^']+)'/gm
/** `import('./a.js')`, of which everything may be used, and the type `import('./a.js').A`. */
const IMPORT_CALL = /import\(\s*'([^']+)',?\s*\)(?:\.(\w+))?/g
/** Modules of the build, as benches and threads name them. */
const BUILT = /['"`/](?:packages\/(\w+)\/)?(?:dist\/|built\(')?((?:[\w-]+\/)*[\w-]+)\.js['"`]/g

/** The exported names of these files that no other file imports, as `path: name`; entries are for everyone. */
export function unusedExports(
  files: ReadonlyMap<string, string>,
  isEntry: (path: string) => boolean,
  fileOf: (specifier: string, from: string) => string | undefined,
): string[] {
  const used = new Set<string>()
  for (const [from, text] of files) {
    const use = (specifier: string, names: readonly string[]): void => {
      const path = fileOf(specifier, from)
      if (path !== undefined) for (const name of names) used.add(`${path}: ${name}`)
    }
    for (const [, clause, specifier] of text.matchAll(FROM)) use(specifier, namesIn(clause))
    for (const [, specifier, name] of text.matchAll(IMPORT_CALL)) use(specifier, [name ?? '*'])
    if (!from.startsWith('packages/'))
      for (const [, name = 'abound', path] of text.matchAll(BUILT))
        used.add(`packages/${name}/src/${path}.ts: *`)
  }
  return [...files]
    .filter(([path]) => path.startsWith('packages/') && !isEntry(path) && !used.has(`${path}: *`))
    .flatMap(([path, text]) => Array.from(text.matchAll(EXPORT), ([, name]) => `${path}: ${name}`))
    .filter((name) => !used.has(name))
}

/** `{ a, type B as C }` → a, B; `* as a` → *. */
function namesIn(clause: string): string[] {
  if (clause.startsWith('*')) return ['*']
  return clause
    .replace(/[{}]/g, '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/s, ''),
    )
}

/** The source file that a relative path leads to. */
export function relativeFile(specifier: string, from: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return posix.join(posix.dirname(from), specifier).replace('/dist/', '/src/').replace(/\.js$/, '.ts')
}
