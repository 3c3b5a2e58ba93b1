// The little of WebAssembly that is used here; the language's own library of types lacks it.

/** Memory that a compiled module works on. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike
}

interface WasmApi {
  readonly Memory: new (size: { initial: number; maximum: number; shared: boolean }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

const PAGE = 65_536
const LINE = 64
const MOST_PAGES = 65_536

/** Shared memory of at least so many bytes; undefined where there is no WebAssembly, or not so much. */
export function wasmMemory(bytes: number): WasmMemory | undefined {
  const pages = Math.ceil(bytes / PAGE)
  const api = wasm()
  if (api === undefined || pages > MOST_PAGES) return undefined
  try {
    return new api.Memory({ initial: pages, maximum: pages, shared: true })
  } catch {
    return undefined
  }
}

/** What a module (in base64) exports, on this memory; undefined where it may not be compiled. */
export function wasmExports(module: string, memory: WasmMemory): Record<string, unknown> | undefined {
  const api = wasm()
  if (api === undefined || !(memory instanceof api.Memory)) return undefined
  try {
    const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0))
    return new api.Instance(new api.Module(bytes), { env: { memory } }).exports
  } catch {
    return undefined
  }
}

/** A module's exports on fresh memory of at least so many bytes; undefined where there can be none. */
export function compileOn<Code>(
  module: string,
  bytes: number,
): { readonly buffer: ArrayBufferLike; readonly code: Code } | undefined {
  const memory = wasmMemory(bytes)
  const code = memory && wasmExports(module, memory)
  return memory && code && { buffer: memory.buffer, code: code as Code }
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
