// Chooses the engine of a program that runs in Node: the compiled one where the platform has WebAssembly, unless
// `ABOUND_ENGINE` is `plain` or `wasm`. Every entry of a program, a worker or the package imports this file.

import type { Engine } from '../engine/contract.js'
import { chooseEngineBy, engine } from '../engine/engine.js'
import { plainEngine } from '../engine/plain/plain-engine.js'
import { hasWebAssembly, wasmEngine } from '../engine/wasm/wasm-engine.js'
import { InputError } from '../errors.js'

chooseEngineBy(() => engineNamed(process.env.ABOUND_ENGINE, hasWebAssembly()))

/** The engine of this name, or the platform's own where none is asked for. */
export function engineNamed(name: string | undefined, compiles: boolean): Engine {
  if (name === 'plain') return plainEngine
  if (name !== undefined && name !== '' && name !== 'wasm')
    throw new InputError(`ABOUND_ENGINE is ${name}: expected plain or wasm`)
  if (name === 'wasm' && !compiles)
    throw new InputError('ABOUND_ENGINE is wasm, but there is no WebAssembly here: expected plain')
  return compiles ? wasmEngine : plainEngine
}

/**
 * Refuses an engine that `ABOUND_ENGINE` asks for and that is not there, before anything else is done.
 *
 * @example
 * checkEngine() // undefined
 */
export function checkEngine(): void {
  engine()
}
