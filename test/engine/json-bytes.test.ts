// When lines of JSON go to compiled code; test/data/json-line.test.ts has what it makes of them.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonBytes } from '../../packages/abound/src/engine/json-bytes.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
let fresh: typeof import('../../packages/abound/src/engine/json-bytes.js')
let code: JsonBytes
const NAMES = ['text', 'labels'].map(encode)

/** As in a process that has read nothing. */
beforeEach(async () => {
  vi.resetModules()
  fresh = await import('../../packages/abound/src/engine/json-bytes.js')
  code = new fresh.JsonBytes(NAMES)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('lines of JSON', () => {
  it('are compiled for when there is enough to read at once', () => {
    const { WORTH_COMPILING } = fresh
    expect(code.has(new Uint8Array(WORTH_COMPILING - 1), 0, 10)).toBe(false)
    expect(code.has(new Uint8Array(WORTH_COMPILING), 0, 10)).toBe(true)
    expect(new fresh.JsonBytes(NAMES).has(new Uint8Array(10), 0, 10)).toBe(true)
  })

  it('are compiled for when enough has been read, by whomever', () => {
    const line = new Uint8Array(1 << 10)
    for (let read = 0; read + line.length < fresh.WORTH_COMPILING; read += line.length)
      expect(new fresh.JsonBytes(NAMES).has(line, 0, line.length)).toBe(false)
    expect(code.has(line, 0, line.length)).toBe(true)
  })

  it('are left to others where nothing may be compiled, or they are too long', () => {
    const much = new Uint8Array(fresh.WINDOW + 1)
    expect(code.has(much, 0, much.length)).toBe(false)
    expect(code.has(much, 1, much.length)).toBe(true)
    vi.resetModules()
    vi.stubGlobal('WebAssembly', undefined)
    return import('../../packages/abound/src/engine/json-bytes.js').then((without) => {
      const none = new without.JsonBytes(NAMES)
      expect(none.has(much, 0, 10)).toBe(false)
      expect(none.has(much, 0, 10)).toBe(false)
    })
  })

  it('are found, and their strings written without escapes, where they stand in the whole', () => {
    const bytes = new Uint8Array(fresh.WORTH_COMPILING + 100)
    bytes.set(encode(' {"text":"\\u00e9\\n\\"", "labels":["a","\\t"]} '), 100)
    expect(code.has(bytes, 100, 144)).toBe(true)
    const found = { kinds: new Uint8Array(2), starts: new Uint32Array(2), ends: new Uint32Array(2) }
    const items: unknown[] = []
    const addItem = (...item: unknown[]): void => {
      items.push(item)
    }
    expect(code.line(100, 144, { ...found, addItem })).toBe(true)
    expect(found.kinds).toEqual(Uint8Array.of(2, 3))
    expect(found.starts).toEqual(Uint32Array.of(110, 0))
    expect(found.ends).toEqual(Uint32Array.of(120, 2))
    expect(items).toEqual([
      [134, 135, false],
      [138, 140, true],
    ])
    const out = new Uint8Array(16)
    expect(code.unescape(110, 120, out, 2)).toBe(6)
    expect([...out.subarray(2, 6)]).toEqual([...encode('é\n"')])
    expect(code.line(101, 140, { ...found, addItem })).toBe(false)
  })

  it('are left to others where there are more names, or strings in lists, than there is room for', () => {
    const names = Array.from({ length: 65 }, (_, i) => encode(`name${i}`))
    const much = new Uint8Array(fresh.WORTH_COMPILING)
    expect(new fresh.JsonBytes(names).has(much, 0, 10)).toBe(false)
    expect(new fresh.JsonBytes([new Uint8Array(5000)]).has(much, 0, 10)).toBe(false)
    const found = { kinds: new Uint8Array(2), starts: new Uint32Array(2), ends: new Uint32Array(2) }
    const read = (labels: number): boolean | undefined => {
      const bytes = encode(`{"labels":[${new Array<string>(labels).fill('"a"').join(',')}]}`.padEnd(1 << 16))
      expect(code.has(bytes, 0, bytes.length)).toBe(true)
      return code.line(0, bytes.length, { ...found, addItem() {} })
    }
    expect(read(4096)).toBe(true)
    expect(read(4097)).toBeUndefined()
  })
})
