// One seeded generator for every random choice: sfc32 (Chris Doty-Humphrey, public domain), the same
// numbers on every machine.

/**
 * Random numbers from a seed.
 *
 * @example
 * new Rng(7).below(100) === new Rng(7).below(100) // true
 */
export class Rng {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number) {
    // Spread the seed's 53 bits over the state, then let it forget how it started.
    this.a = 0x9e3779b9 | 0
    this.b = seed | 0
    this.c = (seed / 4294967296) | 0
    for (let i = 0; i < 16; i++) this.next()
  }

  /** A whole number in 0 … 2³² − 1. */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + t
    this.c |= 0
    return t >>> 0
  }

  /** Uniform in [0, 1) with 32 random bits. */
  float(): number {
    return this.next() / 4294967296
  }

  /** A whole number in 0 … n − 1, without bias; n from 1 to 2³². */
  below(n: number): number {
    const limit = 4294967296 - (4294967296 % n)
    let x = this.next()
    while (x >= limit) x = this.next()
    return x % n
  }

  /** Fisher–Yates, in place. */
  shuffle<T extends unknown[] | Uint32Array>(items: T): T {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = items[i]
      items[i] = items[j]
      items[j] = kept
    }
    return items
  }
}

/** 0 … n − 1 in a seeded order. */
export function permutation(n: number, rng: Rng): Uint32Array {
  const order = new Uint32Array(n)
  for (let i = 0; i < n; i++) order[i] = i
  return rng.shuffle(order)
}
