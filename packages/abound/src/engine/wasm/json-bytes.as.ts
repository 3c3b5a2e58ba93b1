// A line of JSON: where the values of its fields are, and what strings say without escapes. src/kernels/json-bytes.ts has
// what it is for and where its memory has what; src/data/json-line.ts has the same in plain loops. In AssemblyScript;
// `node scripts/wasm.mjs` compiles it into src/kernels/json-bytes-wasm.ts.
//
// Sixteen bytes of a string are judged in one instruction. Up to sixteen behind an end may be read, and written over.
// Positions are addresses, none of which is 0: that is the answer where something is not accepted.

// What a field holds, as in src/kernels/json-bytes.ts, and how deep lists and objects may lie in each other, as in
// src/data/json-line.ts.
const ABSENT: u8 = 0
const TEXT: u8 = 1
const ESCAPED: u8 = 2
const LIST: u8 = 3
const TRUE: u8 = 4
const FALSE: u8 = 5
const NULL: u8 = 6

const LINE_FEED: i8 = 10
const COMMA: u32 = 0x2c
const MINUS: u32 = 0x2d
const POINT: u32 = 0x2e
const COLON: u32 = 0x3a
const OPEN_LIST: u32 = 0x5b
const CLOSE_LIST: u32 = 0x5d
const OPEN_OBJECT: u32 = 0x7b
const CLOSE_OBJECT: u32 = 0x7d
const DEEPEST: u32 = 32
const QUOTE: u32 = 0x22
const BACKSLASH: u32 = 0x5c
const LOWER_U: u32 = 0x75
const REPLACEMENT: u32 = 0xfffd

/** What `line` answers. */
const REFUSED: i32 = -1
const TOO_MANY: i32 = -2

/** Where what is found goes: by field its kind, its start and its end; and the strings of lists, with room for `most`. */
let kinds: usize = 0
let bounds: usize = 0
let items: usize = 0
let most: usize = 0
let itemCount: usize = 0

/**
 * Finds the values of the named fields in the line at … to. By field, `names` has where its name is and how long it is. By
 * string of a list, there are its start, its end, and 1 if it has escapes. Answers how many such strings there are; REFUSED
 * where JsonLine would not accept the line, TOO_MANY where there is no room for them.
 */
export function line(
  at: usize,
  to: usize,
  fields: usize,
  names: usize,
  toKinds: usize,
  toBounds: usize,
  toItems: usize,
  mostItems: usize,
): i32 {
  kinds = toKinds
  bounds = toBounds
  items = toItems
  most = mostItems
  itemCount = 0
  for (let f: usize = 0; f < fields; f++) store<u8>(kinds + f, ABSENT)
  at = blanks(at, to)
  if (!is(at, to, OPEN_OBJECT)) return REFUSED
  at = blanks(at + 1, to)
  if (is(at, to, CLOSE_OBJECT)) return blanks(at + 1, to) === to ? 0 : REFUSED
  while (true) {
    if (!is(at, to, QUOTE)) return REFUSED
    const name = at + 1
    at = passKey(name, to)
    if (at === 0) return REFUSED
    const field = fieldOf(name, at, fields, names)
    at = blanks(at + 1, to)
    if (!is(at, to, COLON)) return REFUSED
    at = blanks(at + 1, to)
    at = field === fields ? passAny(at, to, 0) : passWanted(field, at, to)
    if (at === 0) return itemCount > most ? TOO_MANY : REFUSED
    at = blanks(at, to)
    if (is(at, to, CLOSE_OBJECT)) return blanks(at + 1, to) === to ? <i32>itemCount : REFUSED
    if (!is(at, to, COMMA)) return REFUSED
    at = blanks(at + 1, to)
  }
}

/**
 * Reads the lines at … to, one after another, while they hold a text (the first field) and nothing but perhaps an id (the
 * second) and a list of labels with names (the field `labels`). Texts without escapes go to `out`, end to end. By line,
 * `records` has where its text ends there, and where its id begins and ends (0 where there is none); there is room for `mostRecords`. Stops
 * where texts reach `full`, and before a line beyond `longest` bytes or without an end. Answers how many were read; by
 * `stopped`, where the next begins.
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
  toItems: usize,
  mostItems: usize,
  records: usize,
  mostRecords: usize,
  out: usize,
  full: usize,
  stopped: usize,
): usize {
  let count: usize = 0
  for (; count < mostRecords && out < full; count++) {
    const end = lineEnd(at, to)
    if (end === to || end - at > longest) break
    if (line(at, end, fields, names, toKinds, toBounds, toItems, mostItems) < 0) break
    if (!isTextAlone(fields, labels)) break
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
    for (let i: usize = 0; i < itemCount; i++) {
      const item = items + i * 12
      if (load<u32>(item) === load<u32>(item, 4)) return false
    }
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
    if (byte < 0x20 || byte >= 0x80 || byte === BACKSLASH) return 0
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
    note(field, at + 1, <usize>end >> 1)
    return (<usize>end >> 1) + 1
  }
  if (byte === OPEN_LIST) return passStrings(field, at, to)
  if (byte === 0x74) {
    store<u8>(kinds + field, TRUE)
    return passTrue(at, to)
  }
  if (byte === 0x66) {
    store<u8>(kinds + field, FALSE)
    return passFalse(at, to)
  }
  if (byte === 0x6e) {
    store<u8>(kinds + field, NULL)
    return passNull(at, to)
  }
  return 0
}

function note(field: usize, start: usize, end: usize): void {
  store<u32>(bounds + (field << 3), <u32>start)
  store<u32>(bounds + (field << 3), <u32>end, 4)
}

function passStrings(field: usize, at: usize, to: usize): usize {
  store<u8>(kinds + field, LIST)
  const first = itemCount
  note(field, first, first)
  at = blanks(at + 1, to)
  if (is(at, to, CLOSE_LIST)) return at + 1
  while (true) {
    if (!is(at, to, QUOTE)) return 0
    const end = pass(at + 1, to)
    if (end < 0 || itemCount++ === most) return 0
    const item = items + (itemCount - 1) * 12
    store<u32>(item, <u32>(at + 1))
    store<u32>(item, <u32>(end >> 1), 4)
    store<u32>(item, <u32>(end & 1), 8)
    at = blanks((<usize>end >> 1) + 1, to)
    if (is(at, to, CLOSE_LIST)) break
    if (!is(at, to, COMMA)) return 0
    at = blanks(at + 1, to)
  }
  note(field, first, itemCount)
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

/**
 * Where the string that begins at `at`, behind its quote, has the other one, times two, and one more if it has escapes;
 * −1 where there is none before `to`, or what stands there is no string in UTF-8.
 */
function pass(at: usize, to: usize): i32 {
  let escaped: usize = 0
  while (at < to) {
    const bytes = v128.load(at)
    const mark = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>QUOTE)), i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH)))
    // With their signs, bytes beyond ASCII are below 0.
    const stops = i8x16.bitmask(v128.or(mark, i8x16.lt_s(bytes, i8x16.splat(0x20))))
    if (stops === 0) {
      at += 16
      continue
    }
    at += <usize>ctz(stops)
    if (at >= to) return -1
    const byte = <u32>load<u8>(at)
    if (byte === QUOTE) return <i32>((at << 1) | escaped)
    if (byte < 0x20) return -1
    if (byte === BACKSLASH) {
      const length = escapeLength(at, to)
      if (length === 0) return -1
      escaped = 1
      at += length
      continue
    }
    // One character beyond ASCII seldom comes alone.
    do {
      const length = sequenceLength(at, to)
      if (length === 0) return -1
      at += length
    } while (at < to && load<i8>(at) < 0)
  }
  return -1
}

/**
 * Writes what stands from `from` to `to`, part of a string that was passed, without its escapes to `out`; answers where
 * that ends. Halves of surrogate pairs that stand alone become U+FFFD.
 */
export function resolve(from: usize, to: usize, out: usize): usize {
  while (from < to) {
    const bytes = v128.load(from)
    v128.store(out, bytes)
    const length = <usize>ctz(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH))) | 0x10000)
    from += length
    out += length
    if (from >= to) return out - (from - to)
    if (length === 16) continue
    const letter = <u32>load<u8>(from + 1)
    if (letter !== LOWER_U) {
      store<u8>(out++, meaning(letter))
      from += 2
      continue
    }
    let code = hexAt(from + 2)
    from += 6
    if ((code & 0xf800) === 0xd800) {
      const low = code < 0xdc00 && from + 6 <= to && isLong(from) ? hexAt(from + 2) : 0
      if ((low & 0xfc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)
        from += 6
      } else code = REPLACEMENT
    }
    out = writeCodePoint(code, out)
  }
  return out
}

/** Of the escape that begins here; 0 where it is none. */
function escapeLength(at: usize, to: usize): usize {
  if (at + 1 >= to) return 0
  const letter = <u32>load<u8>(at + 1)
  if (letter === LOWER_U) return at + 5 < to && isHex(at + 2) ? 6 : 0
  return meaning(letter) === 0 ? 0 : 2
}

/** What a backslash and this letter stand for; 0 where they are no escape, or a longer one. */
function meaning(letter: u32): u32 {
  switch (letter) {
    case 0x22:
    case 0x2f:
    case 0x5c:
      return letter
    case 0x62:
      return 8
    case 0x66:
      return 12
    case 0x6e:
      return 10
    case 0x72:
      return 13
    case 0x74:
      return 9
    default:
      return 0
  }
}

/** Whether the letters that begin an escape of six stand here. */
function isLong(at: usize): bool {
  return load<u8>(at) === BACKSLASH && load<u8>(at + 1) === LOWER_U
}

/** Whether four hexadecimal digits stand here. */
function isHex(at: usize): bool {
  const bytes = v128.load(at)
  const digit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10))
  const letter = i8x16.lt_u(i8x16.sub(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x61)), i8x16.splat(6))
  return (i8x16.bitmask(v128.or(digit, letter)) & 15) === 15
}

/** The number that four hexadecimal digits write: letters, which have a bit more, count from 1 in their lowest four. */
function hexAt(at: usize): u32 {
  const four = load<u32>(at)
  const digits = (four & 0x0f0f0f0f) + ((four >> 6) & 0x01010101) * 9
  return ((digits & 0xf) << 12) | (digits & 0xf00) | ((digits >> 12) & 0xf0) | (digits >> 24)
}

/** How many bytes the character beyond ASCII that begins here has; 0 where they are not well-formed. */
function sequenceLength(at: usize, to: usize): usize {
  const a = <u32>load<u8>(at)
  if (a < 0xc2 || a > 0xf4 || at + 1 >= to) return 0
  const b = <u32>load<u8>(at + 1) ^ 0x80
  if (b > 0x3f) return 0
  if (a < 0xe0) return 2
  if (at + 2 >= to || (<u32>load<u8>(at + 2) ^ 0x80) > 0x3f) return 0
  const start = ((a & 0x0f) << 6) | b
  // Neither longer than need be nor a half of a pair; of four bytes, not beyond U+10FFFF.
  if (a < 0xf0) return start < 0x20 || (start & 0x3e0) === 0x360 ? 0 : 3
  if (at + 3 >= to || (<u32>load<u8>(at + 3) ^ 0x80) > 0x3f) return 0
  return start < 0x10 || start > 0x10f ? 0 : 4
}

function writeCodePoint(code: u32, out: usize): usize {
  if (code < 0x80) {
    store<u8>(out, code)
    return out + 1
  }
  if (code < 0x800) store<u8>(out++, 0xc0 | (code >> 6))
  else {
    if (code < 0x10000) store<u8>(out++, 0xe0 | (code >> 12))
    else {
      store<u8>(out++, 0xf0 | (code >> 18))
      store<u8>(out++, 0x80 | ((code >> 12) & 0x3f))
    }
    store<u8>(out++, 0x80 | ((code >> 6) & 0x3f))
  }
  store<u8>(out, 0x80 | (code & 0x3f))
  return out + 1
}
