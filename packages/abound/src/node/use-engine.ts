// The engine of a program that runs in Node: compiled code where the platform has WebAssembly. `ABOUND_ENGINE=plain` or
// `wasm` overrules that. Every module that a program or a thread of it starts with comes to import this one.

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
