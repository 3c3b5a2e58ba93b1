// Tokenisers straight on UTF-8 bytes: fold, copy and hash in one scan. What depends on neighbouring
// characters (marks, scripts without spaces, malformed bytes …) is left to the string version, from the
// blank before it to a blank behind it. NFC, lower case and the cut into runs never look across an ASCII
// blank, so the result is that of the string version on the whole text.

import { murmur3 } from '../structures/hash.js'
import {
  characterEntry,
  decodeAt,
  HARD,
  KIND_BITS,
  KIND_MASK,
  LETTER,
  NUMBER,
  SEPARATOR,
} from './characters.js'
import { NUMBER_TOKEN, type TokenKind, tokeniseByStrings } from './string-tokens.js'
import { Tokens } from './tokens.js'

export { TOKEN_KINDS, type TokenKind } from './string-tokens.js'

const SPACE = 0x20

// What a byte is: itself in lower case, or one of these.
const BREAK = 0
const BEYOND_ASCII = 1
const DIGIT = 2

// A difficult stretch is at least this long, and doubles while the next one follows closely: text that is
// difficult throughout is handled in large pieces.
const SHORTEST_STRETCH = 64
const LONGEST_STRETCH = 1 << 16

const NUMBER_BYTES = new TextEncoder().encode(NUMBER_TOKEN)
const NUMBER_HASH = murmur3(NUMBER_BYTES, 0, NUMBER_BYTES.length)

/**
 * Cuts a document's bytes into folded tokens. `words`: runs of letters, marks and digits; `alpha`: runs of letters and
 * marks; `reuters`: those, and `<number>` for each run of digits. All in lower case, in NFC, and scripts without spaces cut
 * into words.
 *
 * ```ts
 * const tokens = new Tokens()
 * const text = new TextEncoder().encode('Wheat rose 4 pct')
 * new Tokeniser('reuters').tokenise(text, 0, text.length, tokens)
 * tokens.strings() // ['wheat', 'rose', '<number>', 'pct']
 * ```
 */
export class Tokeniser {
  readonly kind: TokenKind
  private readonly fold: Uint8Array
  /** −1 where ASCII digits are part of words, else 0. */
  private readonly digits: number
  /** What a number is to this tokeniser: part of a word, a break, or itself. */
  private readonly numberKind: number
  private readonly scratch = new Tokens()
  /** Where the run of digits that was last seen ends. */
  private numberEnd = -1
  /** Over all the memory that the last document lay in. */
  private memory: DataView = new DataView(new ArrayBuffer(0))

  constructor(kind: TokenKind) {
    this.kind = kind
    this.numberKind = kind === 'words' ? LETTER : kind === 'alpha' ? SEPARATOR : NUMBER
    this.digits = this.numberKind === LETTER ? -1 : 0
    this.fold = foldTable(this.numberKind)
  }

  /** Replaces what `out` holds by the tokens of bytes[from … to]. */
  tokenise(bytes: Uint8Array, from: number, to: number, out: Tokens): void {
    out.clear()
    let at = from
    let stretch = SHORTEST_STRETCH
    for (;;) {
      const hard = this.scan(bytes, at, to, out)
      if (hard === to) return
      let start = hard
      while (start > at && bytes[start - 1] > SPACE) start--
      // The tokens since that blank are taken back: scanning the same bytes again tells how many they are.
      this.scratch.clear()
      this.scan(bytes, start, hard, this.scratch)
      out.count -= this.scratch.count
      const closely = hard - at < SHORTEST_STRETCH * 4
      stretch = closely ? Math.min(stretch * 2, LONGEST_STRETCH) : SHORTEST_STRETCH
      let end = Math.min(hard + stretch, to)
      while (end < to && bytes[end] > SPACE) end++
      tokeniseByStrings(this.kind, bytes, start, end, out)
      at = end
    }
  }

  /** Adds the tokens of bytes[from … to] up to the first hard character; answers where that is, or `to`. */
  private scan(bytes: Uint8Array, from: number, to: number, out: Tokens): number {
    this.numberEnd = -1
    if (this.memory.buffer !== bytes.buffer) this.memory = new DataView(bytes.buffer)
    for (let i = from; ; ) {
      // Room for what is left, a byte for each byte, a space, and as many as are written at once.
      out.ensureBytes(out.next() + (to - i) + 5)
      i = scanAscii(this.fold, this.digits, this.memory, bytes, i, to, out)
      if (i >= to) return to
      i = this.scanOne(bytes, i, to, out)
      if (i < 0) return -1 - i
    }
  }

  /**
   * Adds the one token, or the number, or passes the one break that begins at `i`. Answers where to go on;
   * −1 − that, if a hard character is there.
   */
  private scanOne(bytes: Uint8Array, i: number, to: number, out: Tokens): number {
    const { fold } = this
    const start = out.next()
    let own = out.bytes
    let at = start
    let next = i
    let kind = SEPARATOR
    for (; i < to; i = next) {
      const c = fold[bytes[i]]
      next = i + 1
      if (c > DIGIT) {
        own[at++] = c
        continue
      }
      kind = c === DIGIT ? NUMBER : SEPARATOR
      if (c === BEYOND_ASCII) {
        const codePoint = decodeAt(bytes, i, to)
        const entry = codePoint < 0 ? HARD : characterEntry(codePoint)
        next = i + (codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4)
        kind = entry & KIND_MASK
        if (kind === NUMBER) kind = this.numberKind
        if (kind === LETTER) {
          const lower = entry >>> KIND_BITS
          // Two bytes may become three.
          if (at + 3 + (to - next) >= own.length) {
            out.ensureBytes(at + 4 + (to - next))
            own = out.bytes
          }
          if (lower >= 0x800) {
            own[at++] = 0xe0 | (lower >>> 12)
            own[at++] = 0x80 | ((lower >>> 6) & 0x3f)
          } else own[at++] = 0xc0 | (lower >>> 6)
          own[at++] = 0x80 | (lower & 0x3f)
          continue
        }
      }
      break
    }
    if (at > start) {
      out.close(start, at)
      return i < to && kind === HARD ? -1 - i : i
    }
    if (kind === HARD) return -1 - i
    if (kind === NUMBER) {
      if (i !== this.numberEnd) out.push(NUMBER_BYTES, 0, NUMBER_BYTES.length, NUMBER_HASH)
      this.numberEnd = next
    }
    return next
  }
}

/**
 * Adds tokens up to the first that needs more than ASCII letters (or ends with the text, or finds no room),
 * and answers where that one begins, or `to`. Four bytes at a time, in one number: what they are is told by sums
 * that reach a byte's highest bit or don't, and four bytes are also murmur3's step, so the hash needs no second
 * look at them. Its arrays are constants: V8 then keeps their addresses in registers.
 */
function scanAscii(
  fold: Uint8Array,
  digits: number,
  memory: DataView,
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Tokens,
): number {
  const { bytes: own, view, starts, ends, hashes } = out
  const room = starts.length
  const base = bytes.byteOffset
  const last = to - 4
  let count = out.count
  let at = out.next()
  let i = from
  while (i < to) {
    if (fold[bytes[i]] === BREAK) {
      i++
      continue
    }
    const start = at
    let h = 0
    let k = 0
    while (i <= last) {
      const four = memory.getInt32(base + i, true)
      const ascii = four & 0x7f7f7f7f
      const lower = ascii | 0x20202020
      // From a (0x61 + 0x1f = 0x80), not beyond z; from 0, not beyond 9; and no byte beyond ASCII.
      const letter = (lower + 0x1f1f1f1f) & ~(lower + 0x05050505)
      const digit = (ascii + 0x50505050) & ~(ascii + 0x46464646)
      const breaks = ~((letter | (digit & digits)) & ~four) & 0x80808080
      view.setInt32(at, lower, true)
      if (breaks !== 0) {
        const bits = (31 - Math.clz32(breaks & -breaks)) & 24
        k = lower & ~(-1 << bits)
        i += bits >> 3
        at += bits >> 3
        break
      }
      i += 4
      at += 4
      k = Math.imul(lower, 0xcc9e2d51)
      h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
      h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
    }
    if (i > last || fold[bytes[i]] !== BREAK || count === room) {
      out.count = count
      return i - (at - start)
    }
    k = Math.imul(k, 0xcc9e2d51)
    h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    h ^= at - start
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    own[at] = SPACE
    starts[count] = start
    ends[count] = at++
    hashes[count++] = h ^ (h >>> 16)
    i++
  }
  out.count = count
  return to
}

function foldTable(numberKind: number): Uint8Array {
  const fold = new Uint8Array(256)
  for (let b = 0x30; b <= 0x39; b++)
    fold[b] = numberKind === LETTER ? b : numberKind === NUMBER ? DIGIT : BREAK
  for (let b = 0x61; b <= 0x7a; b++) fold[b] = fold[b - 0x20] = b
  return fold.fill(BEYOND_ASCII, 0x80)
}
