// Which engine runs: the platform's own, unless it is named.

import { describe, expect, it } from 'vitest'
import { chooseEngineBy, engine } from '../../packages/abound/src/engine/engine.js'
import { plainEngine } from '../../packages/abound/src/engine/plain/plain-engine.js'
import { wasmEngine } from '../../packages/abound/src/engine/wasm/wasm-engine.js'
import { engineNamed } from '../../packages/abound/src/node/use-engine.js'

describe('the engine', () => {
  it('is that of ABOUND_ENGINE in these tests, too', () => {
    expect(engine().name).toBe(process.env.ABOUND_ENGINE || 'wasm')
  })

  it('is compiled where that can be, unless another is named', () => {
    expect(engineNamed(undefined, true)).toBe(wasmEngine)
    expect(engineNamed('', true)).toBe(wasmEngine)
    expect(engineNamed(undefined, false)).toBe(plainEngine)
    expect(engineNamed('plain', true)).toBe(plainEngine)
    expect(engineNamed('wasm', true)).toBe(wasmEngine)
  })

  it('is refused where there is none of that name', () => {
    expect(() => engineNamed('fast', true)).toThrow('ABOUND_ENGINE is fast: expected plain or wasm')
    expect(() => engineNamed('wasm', false)).toThrow('there is no WebAssembly here')
  })

  it('is chosen once, when it is first asked for', () => {
    let asked = 0
    chooseEngineBy(() => {
      asked++
      return plainEngine
    })
    expect(asked).toBe(0)
    expect([engine(), engine()]).toEqual([plainEngine, plainEngine])
    expect(asked).toBe(1)
  })
})
