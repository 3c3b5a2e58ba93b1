// Strings of JSON, for json-texts.as.ts: where they end, whether they are UTF-8, and what they say without escapes.

const QUOTE: u32 = 0x22
const BACKSLASH: u32 = 0x5c
const LOWER_U: u32 = 0x75
const REPLACEMENT: u32 = 0xfffd

/**
 * Where the string that begins at `at`, behind its quote, has the other one, times two, and one more if it has escapes;
 * −1 where there is none before `to`, or what stands there is no string in UTF-8.
 */
export function pass(at: usize, to: usize): i32 {
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
