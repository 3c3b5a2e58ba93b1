// Lines of JSON that hold a text and little else, many in one call: json-texts.ts has what it is for and where its memory
// has what. In AssemblyScript; `node scripts/wasm.mjs` compiles it.
//
// Sixteen bytes of a string are judged in one instruction. Up to sixteen behind an end may be read, and written over.
// Positions are addresses, none of which is 0: that is the answer where something is not accepted.

import { pass, resolve } from './json-strings.as'

// What a field holds.
const ABSENT: u8 = 0
const TEXT: u8 = 1
/** A string with escapes. */
const ESCAPED: u8 = 2
/** Strings, none of them empty. */
const LIST: u8 = 3
const OTHER: u8 = 4

/** How deep lists and objects may lie in each other: recursion has its bounds. */
const DEEPEST: u32 = 32

const LINE_FEED: i8 = 10
const COMMA: u32 = 0x2c
const MINUS: u32 = 0x2d
const POINT: u32 = 0x2e
const COLON: u32 = 0x3a
const OPEN_LIST: u32 = 0x5b
const CLOSE_LIST: u32 = 0x5d
const OPEN_OBJECT: u32 = 0x7b
const CLOSE_OBJECT: u32 = 0x7d
const QUOTE: u32 = 0x22

/** Where what is found of a line goes: by field its kind, its start and its end. */
let kinds: usize = 0
let bounds: usize = 0

/** Finds the values of the named fields in the line at … to; whether it is an object in which each is there once at most. */
function line(at: usize, to: usize, fields: usize, names: usize): bool {
  for (let f: usize = 0; f < fields; f++) store<u8>(kinds + f, ABSENT)
  at = blanks(at, to)
  if (!is(at, to, OPEN_OBJECT)) return false
  at = blanks(at + 1, to)
  if (is(at, to, CLOSE_OBJECT)) return blanks(at + 1, to) === to
  while (true) {
    if (!is(at, to, QUOTE)) return false
    const name = at + 1
    at = passKey(name, to)
    if (at === 0) return false
    const field = fieldOf(name, at, fields, names)
    at = blanks(at + 1, to)
    if (!is(at, to, COLON)) return false
    at = blanks(at + 1, to)
    at = field === fields ? passAny(at, to, 0) : passWanted(field, at, to)
    if (at === 0) return false
    at = blanks(at, to)
    if (is(at, to, CLOSE_OBJECT)) return blanks(at + 1, to) === to
    if (!is(at, to, COMMA)) return false
    at = blanks(at + 1, to)
  }
}

/**
 * Reads the lines at … to, one after another, while they hold a text (the first field) and nothing but perhaps an id (the
 * second) and a list of labels with names (the field `labels`). By field, `names` has where its name is and how long it
 * is. Texts without escapes go to `out`, end to end. By line, `records` has where its text ends there, and where its id
 * begins and ends (0 where there is none); there is room for `mostRecords`. Stops where texts reach `full`, and before a
 * line beyond `longest` bytes or without an end. Answers how many were read; by `stopped`, where the next begins.
 */
export function texts(
  at: usize,
  to: usize,
  longest: usize,
  fields: usize,
  names: usize,
  labels: usize,
  toKinds: usize,
  toBounds: usize,
  records: usize,
  mostRecords: usize,
  out: usize,
  full: usize,
  stopped: usize,
): usize {
  kinds = toKinds
  bounds = toBounds
  let count: usize = 0
  for (; count < mostRecords && out < full; count++) {
    const end = lineEnd(at, to)
    if (end === to || end - at > longest) break
    if (!line(at, end, fields, names) || !isTextAlone(fields, labels)) break
    const record = records + count * 12
    const from = <usize>load<u32>(bounds)
    const until = <usize>load<u32>(bounds, 4)
    if (load<u8>(kinds) === ESCAPED) out = resolve(from, until, out)
    else {
      memory.copy(out, from, until - from)
      out += until - from
    }
    store<u32>(record, <u32>out)
    store<u64>(record, load<u8>(kinds, 1) === ABSENT ? 0 : load<u64>(bounds, 8), 4)
    at = end + 1
  }
  store<u32>(stopped, <u32>at)
  return count
}

/** Where the line that begins here ends; `to` where it does not. */
function lineEnd(at: usize, to: usize): usize {
  for (; at < to; at += 16) {
    const ends = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(LINE_FEED)))
    if (ends !== 0) return min(at + <usize>ctz(ends), to)
  }
  return to
}

/** Whether the line that was read last is one for `texts`. */
function isTextAlone(fields: usize, labels: usize): bool {
  const kind = load<u8>(kinds)
  if (kind !== TEXT && kind !== ESCAPED) return false
  for (let f: usize = 1; f < fields; f++) {
    const other = load<u8>(kinds + f)
    if (other === ABSENT || (f === 1 && other === TEXT)) continue
    if (f !== labels || other !== LIST) return false
  }
  return true
}

function is(at: usize, to: usize, byte: u32): bool {
  return at < to && <u32>load<u8>(at) === byte
}

function blanks(at: usize, to: usize): usize {
  while (at < to) {
    const byte = <u32>load<u8>(at)
    if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09 && byte !== 0x0a) break
    at++
  }
  return at
}

/** Where a key has its other quote; 0 where it is none, or might be written in another way. */
function passKey(at: usize, to: usize): usize {
  for (; at < to; at++) {
    const byte = <u32>load<u8>(at)
    if (byte === QUOTE) return at
    if (byte < 0x20 || byte >= 0x80 || byte === 0x5c) return 0
  }
  return 0
}

/** Which field has this name; `fields` where none has. */
function fieldOf(from: usize, to: usize, fields: usize, names: usize): usize {
  const length = to - from
  for (let f: usize = 0; f < fields; f++) {
    if (<usize>load<u32>(names + (f << 3), 4) !== length) continue
    const name = <usize>load<u32>(names + (f << 3))
    let i: usize = 0
    while (i < length && load<u8>(name + i) === load<u8>(from + i)) i++
    if (i === length) return f
  }
  return fields
}

/** Passes the value of a wanted field and notes it. */
function passWanted(field: usize, at: usize, to: usize): usize {
  if (load<u8>(kinds + field) !== ABSENT || at >= to) return 0
  const byte = <u32>load<u8>(at)
  if (byte === QUOTE) {
    const end = pass(at + 1, to)
    if (end < 0) return 0
    store<u8>(kinds + field, end & 1 ? ESCAPED : TEXT)
    store<u32>(bounds + (field << 3), <u32>(at + 1))
    store<u32>(bounds + (field << 3), <u32>(end >> 1), 4)
    return (<usize>end >> 1) + 1
  }
  store<u8>(kinds + field, OTHER)
  return byte === OPEN_LIST ? passStrings(field, at, to) : passAny(at, to, 0)
}

/** Passes a list of strings. */
function passStrings(field: usize, at: usize, to: usize): usize {
  let named = true
  at = blanks(at + 1, to)
  while (!is(at, to, CLOSE_LIST)) {
    if (!is(at, to, QUOTE)) return 0
    const end = pass(at + 1, to)
    if (end < 0) return 0
    named = named && <usize>end >> 1 !== at + 1
    at = blanks((<usize>end >> 1) + 1, to)
    if (is(at, to, CLOSE_LIST)) break
    if (!is(at, to, COMMA)) return 0
    at = blanks(at + 1, to)
    if (!is(at, to, QUOTE)) return 0
  }
  if (named) store<u8>(kinds + field, LIST)
  return at + 1
}

/** Passes any value that nobody wants. */
function passAny(at: usize, to: usize, depth: u32): usize {
  if (at >= to || depth > DEEPEST) return 0
  const byte = <u32>load<u8>(at)
  if (byte === QUOTE) {
    const end = pass(at + 1, to)
    return end < 0 ? 0 : (<usize>end >> 1) + 1
  }
  if (byte === OPEN_LIST || byte === OPEN_OBJECT) return passNested(at, to, byte === OPEN_OBJECT, depth)
  if (byte === 0x74) return passTrue(at, to)
  if (byte === 0x66) return passFalse(at, to)
  if (byte === 0x6e) return passNull(at, to)
  return passNumber(at, to)
}

function passNested(at: usize, to: usize, isObject: bool, depth: u32): usize {
  const close = isObject ? CLOSE_OBJECT : CLOSE_LIST
  at = blanks(at + 1, to)
  if (is(at, to, close)) return at + 1
  while (true) {
    if (isObject) {
      if (!is(at, to, QUOTE)) return 0
      const end = pass(at + 1, to)
      if (end < 0) return 0
      at = blanks((<usize>end >> 1) + 1, to)
      if (!is(at, to, COLON)) return 0
      at = blanks(at + 1, to)
    }
    at = passAny(at, to, depth + 1)
    if (at === 0) return 0
    at = blanks(at, to)
    if (is(at, to, close)) return at + 1
    if (!is(at, to, COMMA)) return 0
    at = blanks(at + 1, to)
  }
}

function passTrue(at: usize, to: usize): usize {
  return at + 4 <= to && load<u32>(at) === 0x65757274 ? at + 4 : 0
}

function passFalse(at: usize, to: usize): usize {
  return at + 5 <= to && load<u32>(at, 1) === 0x65736c61 ? at + 5 : 0
}

function passNull(at: usize, to: usize): usize {
  return at + 4 <= to && load<u32>(at) === 0x6c6c756e ? at + 4 : 0
}

function passNumber(at: usize, to: usize): usize {
  if (is(at, to, MINUS)) at++
  const digits = passDigits(at, to)
  if (digits === at || (load<u8>(at) === 0x30 && digits > at + 1)) return 0
  at = digits
  if (is(at, to, POINT)) {
    const end = passDigits(at + 1, to)
    if (end === at + 1) return 0
    at = end
  }
  if (at < to && (load<u8>(at) | 0x20) === 0x65) {
    at++
    if (is(at, to, MINUS) || is(at, to, 0x2b)) at++
    const end = passDigits(at, to)
    return end === at ? 0 : end
  }
  return at
}

function passDigits(at: usize, to: usize): usize {
  while (at < to && <u32>load<u8>(at) - 0x30 < 10) at++
  return at
}
