// Files of plain text, read as they stand: what `abound words` learns from and asks about.

import { statSync } from 'node:fs'
import { InputError, type TextChunk, type TextSource } from '../internal.js'
import type { Source } from '../node/internal.js'
import { openData } from './data-flags.js'

/** Texts that can be read again, and how far they have been read. */
interface TextFiles extends TextSource {
  /** The share of all bytes that the current reading has taken; undefined where it is not known. */
  share(): number | undefined
  /** Says what was odd. */
  report(): void
}

/** Opens a file of text a line at a time; `-` is standard input. */
export function openLines(path: string): { source: Source; report(): void } {
  if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new InputError(`${path}: expected a file of text, it is a folder`)
  const packed = /\.(gz|zst)$/i.exec(path)?.[0].toLowerCase() ?? ''
  return openData([path], { from: `lines${packed}` }, { plainLines: true })
}

/** Opens files, each a text or more; what can be read only once is kept in memory. */
export function openTextFiles(paths: readonly string[]): TextFiles {
  if (paths.filter((path) => path === '-').length > 1)
    throw new InputError('standard input can be read only once')
  const files = paths.map(openLines)
  const bytes = files.reduce((sum, { source }) => sum + (source.bytes ?? Number.NaN), 0)
  const kept = new Map<Source, string[]>()
  let done = 0
  let current: Source | undefined

  async function* textsOf(source: Source): AsyncGenerator<string> {
    for await (const batch of source.documents()) yield batch.map(({ text }) => `${text}\n`).join('')
  }

  async function* chunksOf(source: Source): AsyncGenerator<string> {
    if (source.rereadable) return yield* textsOf(source)
    let texts = kept.get(source)
    if (texts === undefined) {
      texts = []
      for await (const text of textsOf(source)) texts.push(text)
      kept.set(source, texts)
    }
    yield* texts
  }

  return {
    name: files.map(({ source }) => source.path).join(', '),
    async *pieces(): AsyncGenerator<TextChunk> {
      done = 0
      for (const { source } of files) {
        current = source
        for await (const text of chunksOf(source)) yield { text, last: false }
        yield { text: '', last: true }
        done += source.bytesRead()
      }
      current = undefined
    },
    share: () => (bytes > 0 ? Math.min(1, (done + (current?.bytesRead() ?? 0)) / bytes) : undefined),
    report() {
      for (const { report } of files) report()
    },
  }
}
