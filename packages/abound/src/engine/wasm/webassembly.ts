// The little of WebAssembly that is used here; the language's own library of types lacks it.

/** Memory that a compiled module works on. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike
  /** Makes it larger by so many pages; `buffer` is another one then, over the same bytes and those behind them. */
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
 * for; undefined where there is no WebAssembly, or not so much.
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

/** Makes memory at least so large; false where there is not so much. */
export function growMemory(memory: WasmMemory, bytes: number): boolean {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
  if (missing <= 0) return true
  try {
    return memory.grow?.(missing) !== undefined
  } catch {
    return false
  }
}

/** What a module (in base64) exports, on this memory; undefined where it may not be compiled. */
export function wasmExports(
  module: string,
  memory: WasmMemory,
  imports: Record<string, object> = {},
): Record<string, unknown> | undefined {
  const api = wasm()
  if (api === undefined || !(memory instanceof api.Memory)) return undefined
  try {
    const compiled = modules.get(module) ?? new api.Module(bytesOf(module))
    modules.set(module, compiled)
    return new api.Instance(compiled, { ...imports, env: { memory } }).exports
  } catch {
    return undefined
  }
}

/** Modules by what they were compiled from: code that runs much is compiled better, for all memories that it runs on. */
const modules = new Map<string, object>()

function bytesOf(module: string): Uint8Array {
  return Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0))
}

/** How memory is made for a module, and what it imports besides. */
interface CompileSettings {
  /** Bytes up to which the memory may grow. */
  readonly most?: number
  readonly shared?: boolean
  readonly imports?: Record<string, object>
}

/** A module's exports on fresh memory of at least so many bytes; undefined where there can be none. */
export function compileOn<Code>(
  module: string,
  bytes: number,
  { most = bytes, shared = true, imports = {} }: CompileSettings = {},
): { readonly memory: WasmMemory; readonly buffer: ArrayBufferLike; readonly code: Code } | undefined {
  const memory = wasmMemory(bytes, most, shared)
  const code = memory && wasmExports(module, memory, imports)
  return memory && code && { memory, buffer: memory.buffer, code: code as Code }
}

/** Memory with places in it, one behind the other, each at the start of a line. */
export class Places {
  readonly at: number[] = []
  bytes = 0

  constructor(...sizes: readonly number[]) {
    for (const size of sizes) {
      this.at.push(this.bytes)
      this.bytes += wholeLines(size)
    }
  }
}

/** Bytes of as many whole lines of the processor's cache as so many bytes need. */
export function wholeLines(bytes: number): number {
  return Math.ceil(bytes / LINE) * LINE
}

function wasm(): WasmApi | undefined {
  return (globalThis as { WebAssembly?: WasmApi }).WebAssembly
}

export function hasWebAssembly(): boolean {
  return wasm() !== undefined
}
