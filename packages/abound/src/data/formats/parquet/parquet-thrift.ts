// Parquet's headers are structs in Thrift's compact protocol. Every step takes at least one byte, lists are
// no longer than the bytes that are left, and nesting is bounded: damaged bytes end in an Error, soon.

const MAX_DEPTH = 32

type Value = boolean | number | Uint8Array | readonly Value[] | Struct

/** A struct: its fields by number. Getters throw where a field is missing or of another kind. */
export class Struct {
  private readonly fields = new Map<number, Value>()

  set(field: number, value: Value): void {
    this.fields.set(field, value)
  }

  has(field: number): boolean {
    return this.fields.has(field)
  }

  /** A whole number that is not negative. */
  count(field: number): number {
    const value = this.fields.get(field)
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Error('a header is damaged')
    return value as number
  }

  flag(field: number, otherwise: boolean): boolean {
    const value = this.fields.get(field) ?? otherwise
    if (typeof value !== 'boolean') throw new Error('a header is damaged')
    return value
  }

  text(field: number): string {
    const value = this.fields.get(field)
    if (!(value instanceof Uint8Array)) throw new Error('a header is damaged')
    return new TextDecoder().decode(value)
  }

  struct(field: number): Struct {
    const value = this.fields.get(field)
    if (!(value instanceof Struct)) throw new Error('a header is damaged')
    return value
  }

  structs(field: number): Struct[] {
    const value = this.fields.get(field)
    if (!Array.isArray(value) || !value.every((item) => item instanceof Struct)) {
      throw new Error('a header is damaged')
    }
    return value
  }
}

/** Reads the struct that starts at `at`; `end` is where it ends. */
export function readStruct(bytes: Uint8Array, at: number): { struct: Struct; end: number } {
  const reader = new ThriftReader(bytes, at)
  return { struct: reader.struct(0), end: reader.at }
}

class ThriftReader {
  private readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  struct(depth: number): Struct {
    if (depth > MAX_DEPTH) throw new Error('a header is nested too deep')
    const struct = new Struct()
    let field = 0
    for (;;) {
      const byte = this.byte()
      const type = byte & 15
      if (type === 0) return struct
      field = byte >> 4 === 0 ? this.readSigned() : field + (byte >> 4)
      // The value of a flag stands in its type.
      struct.set(field, type === 1 ? true : type === 2 ? false : this.value(type, depth))
    }
  }

  private value(type: number, depth: number): Value {
    switch (type) {
      case 1:
      case 2:
        return this.byte() === 1
      case 3:
        return this.byte()
      case 4:
      case 5:
      case 6:
        return this.readSigned()
      case 7:
        this.skip(8)
        return 0
      case 8:
        return this.skip(this.varint())
      case 9:
      case 10:
        return this.list(depth)
      case 11:
        return this.map(depth)
      case 12:
        return this.struct(depth + 1)
      case 13:
        return this.skip(16)
      default:
        throw new Error('a header is damaged')
    }
  }

  private list(depth: number): Value[] {
    if (depth > MAX_DEPTH) throw new Error('a header is nested too deep')
    const byte = this.byte()
    const size = byte >> 4 === 15 ? this.varint() : byte >> 4
    this.atMostLeft(size)
    const values: Value[] = []
    for (let i = 0; i < size; i++) values.push(this.value(byte & 15, depth + 1))
    return values
  }

  private map(depth: number): Value[] {
    const size = this.varint()
    if (size === 0) return []
    this.atMostLeft(size)
    const types = this.byte()
    const values: Value[] = []
    for (let i = 0; i < size; i++) {
      values.push(this.value(types >> 4, depth + 1), this.value(types & 15, depth + 1))
    }
    return values
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new Error('a header ends too early')
    return this.bytes[this.at++]
  }

  private varint(): number {
    let value = 0
    let scale = 1
    for (let i = 0; i < 10; i++) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
    throw new Error('a header is damaged')
  }

  private readSigned(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  private skip(length: number): Uint8Array {
    this.atMostLeft(length)
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  private atMostLeft(size: number): void {
    if (size > this.bytes.length - this.at) throw new Error('a header is damaged')
  }
}
