// What a corpus's originals become, for tests: given as text by file name.

import { expect } from 'vitest'
import { datasetNamed } from '../../packages/lab/src/datasets/dataset-registry.js'
import type { Member } from '../../packages/lab/src/datasets/member.js'
import { readTar } from '../../packages/lab/src/datasets/tar.js'
import { tarOf } from '../data/archives.js'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** An original that is one file. */
export const file = (content: string | Uint8Array): Files => ({ '': content })

async function* membersOf(name: string, files: Files): AsyncGenerator<Member> {
  async function* bytes(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(content as string)
    for (let at = 0; at < all.length; at += 7) yield all.subarray(at, at + 7)
  }
  if (Object.hasOwn(files, '')) {
    yield { path: name.replace(/\.gz$/, ''), chunks: () => bytes(files['']) }
    return
  }
  const tar = tarOf(Object.entries(files).map(([path, content]) => ({ path, content })))
  yield* readTar(bytes(tar), name)
}

/** What becomes of originals: by file the text, or the records of JSON lines. */
export async function converted(
  name: string,
  originals: Readonly<Record<string, Files>>,
): Promise<Record<string, unknown>> {
  const entry = datasetNamed(name)
  const texts: Record<string, string> = {}
  const counts: Record<string, number> = {}
  const open = (original: string): AsyncIterable<Member> => membersOf(original, originals[original])
  for await (const { file: output, content, documents = 1 } of entry.convert(open)) {
    texts[output] = (texts[output] ?? '') + Buffer.from(content as string).toString()
    counts[output] = (counts[output] ?? 0) + documents
  }
  const known = new Set(entry.files.map((one) => one.name))
  expect(Object.keys(texts).filter((output) => !known.has(output))).toEqual([])
  return Object.fromEntries(
    Object.entries(texts).map(([output, text]) => {
      const lines = text.split('\n').slice(0, -1)
      if (/\.(jsonl|svm)\.gz$/.test(output)) expect(counts[output]).toBe(lines.length)
      return [output, output.includes('.jsonl') ? lines.map((line) => JSON.parse(line) as unknown) : text]
    }),
  )
}
