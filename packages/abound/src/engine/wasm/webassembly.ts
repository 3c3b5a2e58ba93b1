// The little of WebAssembly that is used here; the language's own library of types lacks it.

import { MODULES } from './modules.js'

type ModuleName = keyof typeof MODULES

/** Memory that a compiled module works on. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike
  /** Makes it larger by this many pages; `buffer` is another one then, over the same bytes and those behind them. */
  grow?(pages: number): number
}

interface WasmApi {
  readonly Memory: new (size: { initial: number; maximum: number; shared: boolean }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

const PAGE = 65_536
const LINE = 64
const MOST_PAGES = 65_536

/**
 * Memory of at least this many bytes, which may grow up to `most`, shared as the module that is to work on it was compiled
 * for; undefined where there is no WebAssembly, or not enough memory.
 */
export function wasmMemory(bytes: number, most = bytes, shared = true): WasmMemory | undefined {
  const initial = Math.ceil(bytes / PAGE)
  const maximum = Math.ceil(most / PAGE)
  const api = wasm()
  if (api === undefined || maximum > MOST_PAGES) return undefined
  try {
    return new api.Memory({ initial, maximum, shared })
  } catch {
    return undefined
  }
}

/** Makes memory at least this large; false where there is not enough. */
export function growMemory(memory: WasmMemory, bytes: number): boolean {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing <= 0) return true
  try {
    return memory.grow?.(missing) !== undefined
  } catch {
    return false
  }
}

/** What a module exports, on this memory; undefined where it may not be compiled. */
export function wasmExports<Code>(
  name: ModuleName,
  memory: WasmMemory,
  imports: object = {},
): Code | undefined {
  const api = wasm()
  if (api === undefined || !(memory instanceof api.Memory)) return undefined
  try {
    const module = compiled.get(name) ?? new api.Module(Uint8Array.from(atob(MODULES[name]), charCode))
    compiled.set(name, module)
    return new api.Instance(module, { env: { memory }, ...imports }).exports as Code
  } catch {
    return undefined
  }
}

/** A module is compiled once for all memories: the platform compiles code that runs often a second time, better. */
const compiled = new Map<ModuleName, object>()

const charCode = (letter: string): number => letter.charCodeAt(0)

/** A module's exports on fresh memory of at least this many bytes, which may grow up to `most`; undefined where there is none. */
export function compileOn<Code>(
  name: ModuleName,
  bytes: number,
  {
    most = bytes,
    shared = true,
    imports = {},
  }: { readonly most?: number; readonly shared?: boolean; readonly imports?: object } = {},
): { readonly memory: WasmMemory; readonly code: Code } | undefined {
  const memory = wasmMemory(bytes, most, shared)
  const code = memory && wasmExports<Code>(name, memory, imports)
  return memory && code && { memory, code }
}

/** This many bytes, rounded up to whole lines of the processor's cache. */
export function wholeLines(bytes: number): number {
  return Math.ceil(bytes / LINE) * LINE
}

function wasm(): WasmApi | undefined {
  return (globalThis as { WebAssembly?: WasmApi }).WebAssembly
}

export function hasWebAssembly(): boolean {
  return wasm() !== undefined
}
