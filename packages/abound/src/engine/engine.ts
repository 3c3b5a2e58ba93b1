// Which engine runs in this thread: chosen when it is first asked for, and kept. It is the plain one unless the entry of the
// program says otherwise by `chooseEngineBy`, as node/use-engine.ts does for programs in Node. Nothing here imports
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

/** Sets how the engine is chosen; to be called by the entry of a platform, before anything runs. */
export function chooseEngineBy(how: () => Engine): void {
  choose = how
  chosen = undefined
}
