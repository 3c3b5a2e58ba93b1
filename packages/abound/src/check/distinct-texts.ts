// Numbers texts, equal ones alike: a table from 64-bit hashes (shingles.ts) to numbers in order of arrival. Open
// addressing, 12 bytes a slot, load at most 2/3. Two of a million different texts share a hash with chance 10⁻⁷.

export class DistinctTexts {
  count = 0
  private keys = new Int32Array(2048)
  /** Number + 1; 0: empty. */
  private numbers = new Uint32Array(1024)

  /** The number of the text with this hash: the next one if it is new. */
  add(keyA: number, keyB: number): number {
    const s = slotOf(this.keys, this.numbers, keyA, keyB)
    if (this.numbers[s] !== 0) return this.numbers[s] - 1
    this.keys[2 * s] = keyA
    this.keys[2 * s + 1] = keyB
    this.numbers[s] = ++this.count
    if (this.count * 3 > this.numbers.length * 2) this.grow()
    return this.count - 1
  }

  private grow(): void {
    const size = this.numbers.length * 2
    const keys = new Int32Array(size * 2)
    const numbers = new Uint32Array(size)
    for (let i = 0; i < this.numbers.length; i++) {
      if (this.numbers[i] === 0) continue
      const s = slotOf(keys, numbers, this.keys[2 * i], this.keys[2 * i + 1])
      keys[2 * s] = this.keys[2 * i]
      keys[2 * s + 1] = this.keys[2 * i + 1]
      numbers[s] = this.numbers[i]
    }
    this.keys = keys
    this.numbers = numbers
  }
}

/** Where a key is, or would go. */
function slotOf(keys: Int32Array, numbers: Uint32Array, keyA: number, keyB: number): number {
  const mask = numbers.length - 1
  let s = (Math.imul(keyA ^ (keyB >>> 7), 0x9e3779b1) >>> 4) & mask
  while (numbers[s] !== 0 && (keys[2 * s] !== keyA || keys[2 * s + 1] !== keyB)) s = (s + 1) & mask
  return s
}
