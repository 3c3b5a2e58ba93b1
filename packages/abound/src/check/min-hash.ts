// Signatures of sets of hashes (one-permutation MinHash): the hashes fall into 128 bins by their highest bits, the
// least of each bin is kept, and of it a byte. Two sets agree in about as many bytes as the share of what both have
// in what either has (Jaccard). Bins that nothing fell into take the byte of another, always asked in the same order
// (optimal densification, Shrivastava 2017). Cost: O(hashes + 128), 128 bytes a set.

export const BINS = 128
const BIN_SHIFT = 25
const NONE = -1

/** Asked by an empty bin: for each bin 256 others, in a fixed order. */
const DETOURS = 256
const detours = makeDetours()

/** Sets per block of memory: growing never copies. */
const BLOCK_SHIFT = 14
const BLOCK_SETS = 1 << BLOCK_SHIFT

/** Signatures by number, in the order they were added. */
export class Signatures {
  count = 0
  private readonly blocks: Uint8Array[] = []
  private readonly least = new Int32Array(BINS)

  /** Adds the signature of the first `count` hashes; the same hash may come twice. Without any it is all zeros. */
  add(hashes: Int32Array, count: number): void {
    const { least } = this
    least.fill(NONE)
    for (let i = 0; i < count; i++) {
      const h = hashes[i]
      const bin = h >>> BIN_SHIFT
      const rank = h & ((1 << BIN_SHIFT) - 1)
      if (least[bin] === NONE || rank < least[bin]) least[bin] = rank
    }
    const id = this.count++
    if (id >>> BLOCK_SHIFT === this.blocks.length) this.blocks.push(new Uint8Array(BLOCK_SETS * BINS))
    const block = this.blocks[id >>> BLOCK_SHIFT]
    const at = (id & (BLOCK_SETS - 1)) * BINS
    for (let bin = 0; bin < BINS && count > 0; bin++) {
      let from = bin
      for (let i = 0; least[from] === NONE; i++)
        from = i < DETOURS ? detours[bin * DETOURS + i] : (from + 1) % BINS
      block[at + bin] = least[from]
    }
  }

  /** A hash of `rows` bytes of a signature, beginning with the byte `from`. */
  band(id: number, from: number, rows: number): number {
    const block = this.blocks[id >>> BLOCK_SHIFT]
    let at = (id & (BLOCK_SETS - 1)) * BINS + from
    let h = from
    for (const end = at + rows; at < end; at++) h = Math.imul(h ^ block[at], 0x01000193) + 0x9e3779b1
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
    return h ^ (h >>> 13)
  }

  /** In how many of the 128 bytes two signatures agree. */
  agreement(a: number, b: number): number {
    const blockA = this.blocks[a >>> BLOCK_SHIFT]
    const blockB = this.blocks[b >>> BLOCK_SHIFT]
    const atA = (a & (BLOCK_SETS - 1)) * BINS
    const atB = (b & (BLOCK_SETS - 1)) * BINS
    let agreeing = 0
    for (let i = 0; i < BINS; i++) if (blockA[atA + i] === blockB[atB + i]) agreeing++
    return agreeing
  }
}

function makeDetours(): Uint8Array {
  const out = new Uint8Array(BINS * DETOURS)
  for (let i = 0; i < out.length; i++) {
    let h = Math.imul(i + 1, 0x9e3779b1)
    h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    out[i] = (h ^ (h >>> 16)) >>> 25
  }
  return out
}
