// What a file or folder holds, in a few characters: sha256 of its bytes.

import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileError } from './file-errors.js'

/**
 * The sha256 of the bytes of one file, as `sha256sum` prints it; of several files that of their sums, in this order; of
 * a folder that of the names and sums of all files below it.
 *
 * @example
 * (await fingerprintOf(['news.jsonl.gz'])).length // 64
 */
export async function fingerprintOf(paths: readonly string[]): Promise<string> {
  const files = paths.flatMap(filesOf)
  const all = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const { name, file } of files) {
    const sum = await sumOf(file)
    if (files.length === 1 && name === '') return sum
    all.update(`${name}\0${sum}\n`)
  }
  return all.digest('hex')
}

async function sumOf(file: string): Promise<string> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  } catch (error) {
    throw fileError(file, 'read', error)
  }
  return hash.digest('hex')
}

/** The name of a file does not count: the same bytes elsewhere are the same data. */
function filesOf(path: string): { name: string; file: string }[] {
  try {
    if (!statSync(path).isDirectory()) return [{ name: '', file: path }]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((name) => ({ name: name.replaceAll('\\', '/'), file: join(path, name) }))
      .filter(({ file }) => statSync(file).isFile())
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}
