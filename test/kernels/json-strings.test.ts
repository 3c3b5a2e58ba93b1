// When strings of JSON go to compiled code; test/data/json-line.test.ts has what it makes of them.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonStrings } from '../../src/kernels/json-strings.js'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
let fresh: typeof import('../../src/kernels/json-strings.js')
let strings: JsonStrings

/** As in a process that has read nothing. */
beforeEach(async () => {
  vi.resetModules()
  fresh = await import('../../src/kernels/json-strings.js')
  strings = new fresh.JsonStrings()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('strings of JSON', () => {
  it('are compiled for when there is enough to read at once', () => {
    const { WORTH_COMPILING } = fresh
    expect(strings.has(new Uint8Array(WORTH_COMPILING - 1), 0, 10)).toBe(false)
    expect(strings.has(new Uint8Array(WORTH_COMPILING), 0, 10)).toBe(true)
    expect(new fresh.JsonStrings().has(new Uint8Array(10), 0, 10)).toBe(true)
  })

  it('are compiled for when enough has been read, by whomever', () => {
    const line = new Uint8Array(1 << 10)
    for (let read = 0; read + line.length < fresh.WORTH_COMPILING; read += line.length)
      expect(new fresh.JsonStrings().has(line, 0, line.length)).toBe(false)
    expect(strings.has(line, 0, line.length)).toBe(true)
  })

  it('are left to others where nothing may be compiled, or they are too long', () => {
    const much = new Uint8Array(fresh.WINDOW + 1)
    expect(strings.has(much, 0, much.length)).toBe(false)
    expect(strings.has(much, 1, much.length)).toBe(true)
    vi.resetModules()
    vi.stubGlobal('WebAssembly', undefined)
    return import('../../src/kernels/json-strings.js').then((without) => {
      const none = new without.JsonStrings()
      expect(none.has(much, 0, 10)).toBe(false)
      expect(none.has(much, 0, 10)).toBe(false)
    })
  })

  it('are passed, and written without escapes, where they stand in the whole', () => {
    const bytes = new Uint8Array(fresh.WORTH_COMPILING + 100)
    bytes.set(encode('"wheat" "\\u00e9\\n\\"" "'), 100)
    expect(strings.has(bytes, 100, 122)).toBe(true)
    expect(strings.pass(101, 122)).toBe(106)
    expect(strings.escaped).toBe(false)
    expect(strings.pass(109, 122)).toBe(119)
    expect(strings.escaped).toBe(true)
    expect(strings.pass(122, 122)).toBe(-1)
    const out = new Uint8Array(16)
    expect(strings.unescape(109, 119, out, 2)).toBe(6)
    expect([...out.subarray(2, 6)]).toEqual([...encode('é\n"')])
  })
})
