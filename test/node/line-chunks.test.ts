import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { jsonl } from '../../packages/abound/src/data/formats/jsonl.js'
import { cutBlocks, readBlock } from '../../packages/abound/src/node/line-blocks.js'
import { lineChunks, SpareMemory } from '../../packages/abound/src/node/line-chunks.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-chunks-'))
const file = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true }))

/** The chunks as text; each is spoilt, and its memory given back, before the next is asked for. */
async function chunksOf(
  text: string,
  size: number,
): Promise<{ chunks: string[]; read: number; made: number }> {
  writeFileSync(file, text, 'latin1')
  const memory = new SpareMemory(size)
  const seen = new Set<SharedArrayBuffer>()
  const chunks: string[] = []
  let read = 0
  const all = lineChunks(file, memory, (bytes) => {
    read += bytes
  })
  for await (const chunk of all) {
    chunks.push(Buffer.from(chunk).toString('latin1'))
    seen.add(chunk.buffer)
    chunk.fill(0x5a)
    memory.giveBack(chunk.buffer)
  }
  return { chunks, read, made: seen.size }
}

describe('a file in chunks of whole lines', () => {
  it('has all bytes, in chunks that end with a line wherever one does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', 'defghijk'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, size) => {
          const text = pieces.join('')
          const { chunks, read, made } = await chunksOf(text, size)
          expect(chunks.join('')).toBe(text)
          expect(read).toBe(text.length)
          expect(made).toBeLessThanOrEqual(2)
          for (const [i, chunk] of chunks.entries()) {
            expect(chunk.length).toBeGreaterThan(0)
            const isCut = !chunk.endsWith('\n') && i < chunks.length - 1
            if (isCut) expect([chunk.length, chunk.includes('\n')]).toEqual([size, false])
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are blocks as they are, whose memory threads share and give back', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => `{"text":"${'x'.repeat(i % 90)}${i}"}`)
    writeFileSync(file, lines.join('\n'))
    const memory = new SpareMemory(1000)
    const settings = { file, textBytes: true }
    const found: string[] = []
    const seen = new Set<SharedArrayBuffer>()
    for await (const block of cutBlocks(
      lineChunks(file, memory, () => {}),
      jsonl,
      settings,
      memory,
    )) {
      const { documents } = readBlock(structuredClone(block.bytes), block.reading)
      for (const { text } of documents) found.push(`{"text":"${Buffer.from(text as Uint8Array)}"}`)
      if (block.bytes.buffer instanceof SharedArrayBuffer) seen.add(block.bytes.buffer)
      block.bytes.fill(0)
      block.giveBack()
    }
    expect(found).toEqual(lines)
    expect(seen.size).toBe(2)
  })

  it('says what the system says of a file that is gone', async () => {
    const chunks = lineChunks(join(folder, 'gone'), new SpareMemory(10), () => {})
    await expect(chunks.next()).rejects.toThrow(/gone: cannot read it: no such file or folder$/)
  })

  it('may be left before its end', async () => {
    writeFileSync(file, 'a\nb\nc\n')
    for await (const chunk of lineChunks(file, new SpareMemory(2), () => {})) {
      expect(Buffer.from(chunk).toString()).toBe('a\n')
      break
    }
  })
})
