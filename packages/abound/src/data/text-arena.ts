// Memory for the texts that readers give as bytes (`ReadSettings.textBytes`): a few large pieces, each filled once, so that a
// text takes a view and no memory of its own.

const PIECE = 1 << 18
/** Bytes that may be written beyond the end, by code that writes four at a time. */
const SLACK = 8

/** Makes room for one text after another. */
export class TextArena {
  /** The piece that is being filled, and the same memory as numbers. */
  bytes = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)
  private used = 0

  /** Makes room for `length` bytes and some slack; returns where it begins in `bytes`. */
  reserve(length: number): number {
    if (this.used + length + SLACK > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(PIECE, length + SLACK))
      this.view = new DataView(this.bytes.buffer)
      this.used = 0
    }
    return this.used
  }

  /** The bytes written from the reserved start up to `to`. */
  take(to: number): Uint8Array {
    const from = this.used
    // The next text begins at a multiple of four.
    this.used = Math.min((to + 3) & ~3, this.bytes.length)
    return this.bytes.subarray(from, to)
  }

  /** A copy of bytes[from … to]. */
  copy(bytes: Uint8Array, from: number, to: number): Uint8Array {
    const at = this.reserve(to - from)
    this.bytes.set(bytes.subarray(from, to), at)
    return this.take(at + to - from)
  }
}
