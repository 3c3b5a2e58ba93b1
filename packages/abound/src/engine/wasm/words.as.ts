// The words of plain text, looked up as they are found: words.ts has what it is for and where its memory has what. In
// AssemblyScript; `node scripts/wasm.mjs` compiles it.
//
// Plain are the letters and digits of ASCII, and the letters from À to ÿ, but for ß: 0xC3 and a byte which, like an
// ASCII letter, has 0x20 more in lower case. × and ÷ among them are no letters.
//
// Sixteen bytes are judged in one instruction, sixty-four are one number of bits: a bit that differs from the one
// before it begins or ends a word. A word of up to sixteen bytes is one number too: it is compared in one go. Words that
// the memory of words does not have are looked up in the table, whose arrays are those of structures/byte-table.ts.

/** Bytes of the longest word that has a key. */
const LONGEST: usize = 16
/** In place of an id in the memory of words: the table does not have the word, or nothing is known of it. */
const UNKNOWN: i32 = -1
const MISSED: i32 = -2
/** The first byte of À … ÿ. */
const LEAD: i8 = <i8>0xc3

/** Where in text[0 … to] the first byte is that is not plain, or `to`. Around it as for `scan`. */
export function plainEnd(text: usize, to: usize): usize {
  for (let block: usize = 0; block < to; block += 16) {
    let beyond = i8x16.bitmask(v128.load(text + block))
    if (beyond === 0) continue
    beyond &= ~i8x16.bitmask(isTwoByteLetter(text + block))
    if (beyond !== 0) return min(block + <usize>ctz(beyond), to)
  }
  return to
}

/**
 * Finds the words of text[from … to], which is plain and begins and ends outside of words, and writes the id of each: −1
 * where the table does not have it, unless it grows. Behind `to` there are 64 bytes, and before `text` is no 0xC3. Words
 * that are looked up in the table are put into lower case where they stand. Where `known` is not 0, the table stays as it
 * is, and its short words stand there (`know`): nothing else is asked for them, nor is anything noted.
 *
 * `table` has where its slots, offsets and bytes are, slots − 1, how many entries it has, and at how many it has to be made
 * larger: there the scan stops, and may go on behind. Answers how many words; by `out`, where it stopped.
 */
export function scan(
  text: usize,
  from: usize,
  to: usize,
  digits: i32,
  grow: bool,
  masks: usize,
  keys: usize,
  shift: u32,
  keyIds: usize,
  ids: usize,
  table: usize,
  out: usize,
  known: usize,
  knownShift: u32,
): usize {
  const withDigits = i8x16.splat(<i8>digits)
  const lowerCase = i8x16.splat(0x20)
  const full = load<u32>(table, 20)
  let count: usize = 0
  let inside: u64 = 0
  let start: usize = 0
  for (let block = from; block <= to; block += 64) {
    let words: u64 = 0
    let beyond: u64 = 0
    for (let b: usize = 0; b < 64; b += 16) {
      const bytes = v128.load(text + block + b)
      const letter = i8x16.lt_u(i8x16.sub(v128.or(bytes, lowerCase), i8x16.splat(0x61)), i8x16.splat(26))
      const digit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10))
      words |= (<u64>i8x16.bitmask(v128.or(letter, v128.and(digit, withDigits)))) << b
      beyond |= (<u64>i8x16.bitmask(bytes)) << b
    }
    if (beyond !== 0) {
      for (let b: usize = 0; b < 64; b += 16)
        words |= (<u64>i8x16.bitmask(isTwoByteLetter(text + block + b))) << b
    }
    if (to - block < 64) words &= ((<u64>1) << (<u64>(to - block))) - 1
    let edges = words ^ ((words << 1) | inside)
    inside = words >> 63
    while (edges !== 0) {
      const at = text + block + <usize>ctz(edges)
      edges &= edges - 1
      if (start === 0) {
        start = at
        continue
      }
      const length = at - start
      const isShort = length <= LONGEST
      let id = MISSED
      let slot: usize = 0
      let key = v128.splat<u8>(0)
      if (isShort) {
        key = v128.and(folded(v128.load(start)), v128.load(masks + (length << 4)))
        if (known !== 0) id = <i32>load<u32>(entryOf(key, known, knownShift), 16) - 1
        else {
          slot = slotOf(key, shift)
          if (!v128.any_true(v128.xor(key, v128.load(keys + (slot << 4)))))
            id = load<i32>(keyIds + (slot << 2))
        }
      }
      if (id === MISSED || (grow && id === UNKNOWN)) {
        lower(start, at)
        id = idOf(table, start, length, grow)
        if (isShort) {
          v128.store(keys + (slot << 4), key)
          store<i32>(keyIds + (slot << 2), id)
        }
        if (load<u32>(table, 16) === full && grow) {
          store<i32>(ids + (count << 2), id)
          store<u32>(out, <u32>(at - text))
          return count + 1
        }
      }
      store<i32>(ids + (count << 2), id)
      start = 0
      count++
    }
  }
  store<u32>(out, <u32>to)
  return count
}

/** Where a key is among those known, or the empty place where it would be. */
function entryOf(key: v128, known: usize, shift: u32): usize {
  const end = known + ((<usize>1) << (69 - shift))
  let entry = known + (slotOf(key, shift) << 5)
  while (load<u32>(entry, 16) !== 0 && v128.any_true(v128.xor(key, v128.load(entry)))) {
    entry += 32
    if (entry === end) entry = known
  }
  return entry
}

/** Writes the words of a table that have a key to `known`, all 0: 2^(64 − shift) places of 32 bytes, the key and its id + 1. */
export function know(table: usize, masks: usize, known: usize, shift: u32): void {
  const offsets = <usize>load<u32>(table, 4)
  const bytes = <usize>load<u32>(table, 8)
  const count = <usize>load<u32>(table, 16)
  for (let id: usize = 0; id < count; id++) {
    const from = <usize>load<u32>(offsets + (id << 2))
    const length = <usize>load<u32>(offsets + (id << 2), 4) - from
    // A word has no bytes of 0; what ends in one has the key of something shorter.
    if (length - 1 >= LONGEST || load<u8>(bytes + from + length - 1) === 0) continue
    const key = v128.and(v128.load(bytes + from), v128.load(masks + (length << 4)))
    const entry = entryOf(key, known, shift)
    v128.store(entry, key)
    store<u32>(entry, <u32>(id + 1), 16)
  }
}

/** Puts a word into lower case where it stands. */
function lower(start: usize, end: usize): void {
  for (let b = start; b < end; b++) if (load<i8>(b) !== LEAD) store<u8>(b, load<u8>(b) | 0x20)
}

/** The number of a word in the table, where a new one is added if it grows; else −1. */
function idOf(table: usize, start: usize, length: usize, grow: bool): i32 {
  const slots = <usize>load<u32>(table)
  const offsets = <usize>load<u32>(table, 4)
  const bytes = <usize>load<u32>(table, 8)
  const mask = load<u32>(table, 12)
  const hash = murmur3(start, length)
  let slot: usize = 0
  for (let s = hash & mask; ; s = (s + 1) & mask) {
    slot = slots + ((<usize>s) << 3)
    const next = load<u32>(slot, 4)
    if (next === 0) break
    if (load<u32>(slot) !== hash) continue
    const offset = offsets + ((<usize>(next - 1)) << 2)
    const from = <usize>load<u32>(offset)
    if (<usize>load<u32>(offset, 4) - from !== length) continue
    if (equals(start, bytes + from, length)) return <i32>(next - 1)
  }
  if (!grow) return UNKNOWN
  const id = load<u32>(table, 16)
  const offset = offsets + ((<usize>id) << 2)
  const to = <usize>load<u32>(offset)
  memory.copy(bytes + to, start, length)
  store<u32>(offset, <u32>(to + length), 4)
  store<u32>(slot, hash)
  store<u32>(slot, id + 1, 4)
  store<u32>(table, id + 1, 16)
  return <i32>id
}

/** Whether words of one length and one hash are the same: as in ByteTable.equals, the last four bytes tell nothing more. */
function equals(one: usize, other: usize, length: usize): bool {
  for (let i: usize = 0, end = (length - 1) & ~3; i < end; i += 4)
    if (load<u32>(one + i) !== load<u32>(other + i)) return false
  return true
}

/** Puts the entries of `size` slots into larger, empty ones, in their order. */
export function rehash(from: usize, size: usize, to: usize, mask: u32): void {
  for (const end = from + (size << 3); from < end; from += 8) {
    const id = load<u32>(from, 4)
    if (id === 0) continue
    const hash = load<u32>(from)
    let s = hash & mask
    while (load<u32>(to + ((<usize>s) << 3), 4) !== 0) s = (s + 1) & mask
    store<u32>(to + ((<usize>s) << 3), hash)
    store<u32>(to + ((<usize>s) << 3), id, 4)
  }
}

/** Sixteen bytes of words in lower case. */
function folded(bytes: v128): v128 {
  return v128.or(bytes, v128.andnot(i8x16.splat(0x20), i8x16.eq(bytes, i8x16.splat(LEAD))))
}

/** Which of sixteen bytes are one of the two bytes of a plain letter. */
function isTwoByteLetter(at: usize): v128 {
  const bytes = v128.load(at)
  const lead = i8x16.splat(LEAD)
  return v128.or(
    v128.and(i8x16.eq(bytes, lead), isSecond(v128.load(at + 1))),
    v128.and(i8x16.eq(v128.load(at - 1), lead), isSecond(bytes)),
  )
}

/** 0x80 … 0xBF, but for those of ×, ß and ÷. */
function isSecond(bytes: v128): v128 {
  const other = v128.or(
    i8x16.eq(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(<i8>0xb7)),
    i8x16.eq(bytes, i8x16.splat(<i8>0x9f)),
  )
  return v128.andnot(i8x16.lt_s(bytes, i8x16.splat(-64)), other)
}

/** Odd numbers whose products spread a key over the highest bits; in halves, as the language of numbers here has 53. */
const LOW_FACTOR: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15
const HIGH_FACTOR: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93

function slotOf(key: v128, shift: u32): usize {
  const low = <u64>i64x2.extract_lane(key, 0)
  const high = <u64>i64x2.extract_lane(key, 1)
  return <usize>(((low * LOW_FACTOR) ^ (high * HIGH_FACTOR)) >> <u64>shift)
}

/** As structures/hash.ts has it. */
function murmur3(start: usize, length: usize): u32 {
  let h: u32 = 0
  const end = start + (length & ~3)
  for (let i = start; i < end; i += 4) {
    h ^= rotl<u32>(load<u32>(i) * 0xcc9e2d51, 15) * 0x1b873593
    h = rotl<u32>(h, 13) * 5 + 0xe6546b64
  }
  const rest = load<u32>(end) & ((1 << ((<u32>length & 3) << 3)) - 1)
  h ^= rotl<u32>(rest * 0xcc9e2d51, 15) * 0x1b873593
  h ^= <u32>length
  h = (h ^ (h >> 16)) * 0x85ebca6b
  h = (h ^ (h >> 13)) * 0xc2b2ae35
  return h ^ (h >> 16)
}
