// Which engine runs: chosen once, when it is first asked for, by whoever has started the program. Nothing here imports
// WebAssembly, which a page may forbid: a program for web pages has the plain engine, and no other in its bytes.

import type { Engine } from './contract.js'
import { plainEngine } from './plain/plain-engine.js'

let choose = (): Engine => plainEngine
let chosen: Engine | undefined

/** The engine of this thread. */
export function engine(): Engine {
  chosen ??= choose()
  return chosen
}

/** Has the engine chosen in this way: for the entry of a platform, before anything runs. */
export function chooseEngineBy(how: () => Engine): void {
  choose = how
  chosen = undefined
}
