// Compiled code, of AssemblyScript: `<name>.as.ts` is the source, modules.ts has what scripts/wasm.mjs makes of it, and
// `<name>.ts` calls it. A loop is here only if bench/engine.mjs shows that a command on a real corpus takes at least 1.3 times
// as long without it. Where compiling or copying would take longer than the work, these files call the plain version; no
// caller decides that.

import type { Engine } from '../contract.js'
import { wasmArrays } from './arrays.js'
import { wasmJointPass } from './joint-pass.js'
import { wasmJsonTexts } from './json-texts.js'
import { wasmDenseScorer, wasmListScorer } from './row-scorers.js'
import { WasmTermRow } from './term-row.js'
import { wasmMemory } from './webassembly.js'
import { WasmWords } from './words.js'

/** Passes over less than this are as soon done by plain loops. */
const WORTH_MEMORY = 1 << 18

export { hasWebAssembly } from './webassembly.js'

export const wasmEngine: Engine = {
  name: 'wasm',
  arrays: wasmArrays,
  words: (source, thread) => new WasmWords(source, thread),
  termRow: () => new WasmTermRow(),
  jsonTexts: wasmJsonTexts,
  denseScorer: wasmDenseScorer,
  listScorer: wasmListScorer,
  memory: (bytes) => (bytes < WORTH_MEMORY ? undefined : wasmMemory(bytes)),
  jointPass: wasmJointPass,
}
