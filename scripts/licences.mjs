// The licences of packages that become part of a bundle, which ask to be kept.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/**
 * A comment of these packages' licences.
 * @param {readonly string[]} names
 */
export function licencesOf(names) {
  const texts = names.map((name) => {
    const file = ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt', 'LICENCE']
      .map((one) => `${modules}${name}/${one}`)
      .find(existsSync)
    if (file === undefined) return named(name)
    return `${name}\n\n${readFileSync(file, 'utf8').trim()}`
  })
  return `/*\n${texts.join('\n\n\n').replaceAll('*/', '* /')}\n*/`
}

/**
 * Where a package says in its package.json alone under which licence it is.
 * @param {string} name
 */
function named(name) {
  const { license, author } = JSON.parse(readFileSync(`${modules}${name}/package.json`, 'utf8'))
  if (license === undefined) throw new Error(`${name} has no licence`)
  return `${name}\n\n${license}, ${typeof author === 'string' ? author : (author?.name ?? 'its authors')}`
}
