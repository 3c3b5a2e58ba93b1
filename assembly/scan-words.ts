// The words of plain text, looked up as they are found: src/text/word-scan.ts has what it is for and where its memory
// has what. In AssemblyScript; `node scripts/wasm.mjs` compiles it into src/kernels/scan-words-wasm.ts.
//
// Plain are the letters and digits of ASCII, and the letters from À to ÿ, but for ß: 0xC3 and a byte which, like an
// ASCII letter, has 0x20 more in lower case. × and ÷ among them are no letters.
//
// Sixteen bytes are judged in one instruction, sixty-four are one number of bits: a bit that differs from the one
// before it begins or ends a word. A word of up to sixteen bytes is one number too: it is compared in one go.

/** Bytes of the longest word that has a key. */
const LONGEST: usize = 16
/** In place of an id: the memory of words does not have it, or it has it as one that the table does not. */
const MISSED: i32 = -1
const UNKNOWN: i32 = -2
/** The first byte of À … ÿ. */
const LEAD: i8 = <i8>0xc3

/**
 * Finds the words of text[from … to], up to the one that a byte that is not plain is part of or stands before. Behind
 * `to` there are 64 bytes of 0, and before `text` is no 0xC3. Writes the start of each word and its id, or MISSED or UNKNOWN.
 * Missed words are put into lower case where they stand, and listed in `missed`: which word, its start and end, and its
 * murmur3. Answers by `out`: how many words, how many missed, where it stopped.
 */
export function scan(
  text: usize,
  from: usize,
  to: usize,
  digits: i32,
  masks: usize,
  keys: usize,
  shift: u32,
  keyIds: usize,
  starts: usize,
  ids: usize,
  missed: usize,
  missedStarts: usize,
  missedEnds: usize,
  missedHashes: usize,
  out: usize,
): void {
  const withDigits = i8x16.splat(<i8>digits)
  const lowerCase = i8x16.splat(0x20)
  let count: usize = 0
  let missing: usize = 0
  let inside: u64 = 0
  let start: usize = 0
  let stop = to
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
      let plain: u64 = 0
      for (let b: usize = 0; b < 64; b += 16)
        plain |= (<u64>i8x16.bitmask(isTwoByteLetter(text + block + b))) << b
      words |= plain
      beyond &= ~plain
    }
    let edges = words ^ ((words << 1) | inside)
    inside = words >> 63
    if (beyond !== 0) edges &= (beyond & (0 - beyond)) - 1
    while (edges !== 0) {
      const at = text + block + <usize>ctz(edges)
      edges &= edges - 1
      if (start === 0) {
        start = at
        continue
      }
      const length = at - start
      let id = MISSED
      if (length <= LONGEST) {
        const key = v128.and(folded(v128.load(start)), v128.load(masks + (length << 4)))
        const slot = slotOf(key, shift)
        if (!v128.any_true(v128.xor(key, v128.load(keys + (slot << 4))))) id = load<i32>(keyIds + (slot << 2))
      }
      store<u32>(starts + (count << 2), <u32>start)
      store<i32>(ids + (count << 2), id)
      if (id === MISSED) {
        for (let b = start; b < at; b++) if (load<i8>(b) !== LEAD) store<u8>(b, load<u8>(b) | 0x20)
        store<u32>(missed + (missing << 2), <u32>count)
        store<u32>(missedStarts + (missing << 2), <u32>start)
        store<u32>(missedEnds + (missing << 2), <u32>at)
        store<u32>(missedHashes + (missing << 2), murmur3(start, length))
        missing++
      }
      start = 0
      count++
    }
    if (beyond !== 0) {
      stop = start > 0 ? start - text : block + <usize>ctz(beyond)
      break
    }
  }
  store<u32>(out, <u32>count)
  store<u32>(out, <u32>missing, 4)
  store<u32>(out, <u32>stop, 8)
}

/** Remembers the ids that the first `count` of the missed words have got, or that they have none. */
export function remember(
  count: usize,
  masks: usize,
  keys: usize,
  shift: u32,
  keyIds: usize,
  missedStarts: usize,
  missedEnds: usize,
  missedIds: usize,
): void {
  for (let i: usize = 0; i < count << 2; i += 4) {
    const id = load<i32>(missedIds + i)
    const start = <usize>load<u32>(missedStarts + i)
    const length = <usize>load<u32>(missedEnds + i) - start
    if (length > LONGEST) continue
    const key = v128.and(v128.load(start), v128.load(masks + (length << 4)))
    const slot = slotOf(key, shift)
    v128.store(keys + (slot << 4), key)
    store<i32>(keyIds + (slot << 2), id < 0 ? UNKNOWN : id)
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

/** src/kernels/hash.ts. */
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
