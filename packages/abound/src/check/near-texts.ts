// Texts that are nearly the same: the share of runs of words (shingles.ts) that both have among those that either
// has (Jaccard) is at least a threshold. Three steps, so that memory stays bounded whatever the length of texts:
//
// 1. `add` keeps a signature of each text (min-hash.ts), 132 bytes.
// 2. `findCandidates` looks for texts whose signatures agree in a whole band of bytes. Bands are as long as a pair at
//    the threshold allows to miss with a chance of at most 1/500. Of a text's candidates the four best are kept; where
//    very many texts agree in a band, a text meets the 16 that came last. So the cost is linear whatever is there.
// 3. `collect` takes the runs of candidates, read again, and `link` compares them in full: nothing is reported that
//    was not counted. Of a text of more than 4,096 runs, those are counted whose hash ends in a number of zeros, chosen so
//    that 2,048 or more are left; 16 kB a candidate at most.
//
// Texts come in the order training, then test; a test text is also held against training alone (`leaks`).

import { Growing } from './growing.js'
import { BINS, Signatures } from './min-hash.js'
import type { Shingles } from './shingles.js'

/** Candidates kept of a text, and looked at in one band. */
const KEPT = 4
const MET = 16
const MISS = 1 / 500
const MOST_COUNTED = 4096
const POOL = 1 << 20

/** What was found; a number is a text's, −1: none. */
export interface NearLinks {
  /** An earlier text that is nearly the same, the most alike of those that were compared. */
  readonly links: Int32Array
  readonly similarity: Float32Array
  /** Of test texts: the same among training texts. */
  readonly leaks: Int32Array
  readonly leakSimilarity: Float32Array
  /** The first text of the group that links join. */
  readonly groups: Int32Array
}

export class NearTexts {
  private readonly threshold: number
  private readonly signatures = new Signatures()
  private readonly sizes = new Growing()
  private candidates = new Int32Array(0)
  private estimates = new Uint8Array(0)
  private trainCount = 0
  /** By text: where its runs are in `pools`, + 1; 0: not wanted, `WANTED`: not there yet. */
  private places = new Uint32Array(0)
  private readonly pools: Int32Array[] = []
  private readonly starts: number[] = []
  private used = POOL

  /** `threshold`: the share from which on texts are nearly the same, above 0 and at most 1. */
  constructor(threshold: number) {
    this.threshold = threshold
  }

  get count(): number {
    return this.signatures.count
  }

  /** Adds the next text. */
  add({ hashes, count }: Shingles): void {
    this.signatures.add(hashes, count)
    this.sizes.push(count)
  }

  /** Which texts may be nearly the same; those from `trainCount` on are test texts. */
  findCandidates(trainCount: number, progress?: (done: number, total: number) => void): void {
    const { count, threshold } = this
    this.trainCount = trainCount
    this.candidates = new Int32Array(count * KEPT).fill(-1)
    this.estimates = new Uint8Array(count * KEPT)
    const rows = rowsPerBand(threshold)
    const bands = Math.floor(BINS / rows)
    let slots = 1024
    while (slots < count * 1.5) slots *= 2
    const heads = [new Int32Array(slots), new Int32Array(trainCount < count ? slots : 0)]
    const next = new Int32Array(count)
    const keys = new Int32Array(count)
    for (let band = 0; band < bands; band++) {
      progress?.(band, bands)
      for (const head of heads) head.fill(-1)
      for (let text = 0; text < count; text++) {
        if (this.sizes.at(text) === 0) continue
        const key = this.signatures.band(text, band * rows, rows)
        keys[text] = key
        const slot = key & (slots - 1)
        const inTest = text >= trainCount
        this.meet(text, heads[0][slot], next, keys)
        if (inTest) this.meet(text, heads[1][slot], next, keys)
        const own = heads[inTest ? 1 : 0]
        next[text] = own[slot]
        own[slot] = text
      }
    }
    this.places = new Uint32Array(count)
    for (let text = 0; text < count; text++) {
      for (let i = text * KEPT; i < (text + 1) * KEPT; i++) {
        if (this.candidates[i] < 0) continue
        this.places[text] = this.places[this.candidates[i]] = WANTED
      }
    }
  }

  /** Whether the runs of a text are to be collected, which were not yet. */
  wants(text: number): boolean {
    return this.places[text] === WANTED
  }

  /** Takes the runs of a text that is wanted. */
  collect(text: number, { hashes, count }: Shingles): void {
    const sampled = sampling(this.sizes.at(text))
    if (this.used + count > POOL) {
      this.pools.push(new Int32Array(Math.max(POOL, count)))
      this.used = 0
    }
    const pool = this.pools[this.pools.length - 1]
    const from = this.used
    let to = from
    for (let i = 0; i < count; i++) if ((hashes[i] & sampled) === 0) pool[to++] = hashes[i]
    pool.subarray(from, to).sort()
    let kept = from
    for (let i = from; i < to; i++) if (i === from || pool[i] !== pool[i - 1]) pool[kept++] = pool[i]
    this.used = kept
    this.starts.push(this.pools.length - 1, from, kept)
    this.places[text] = this.starts.length / 3
  }

  /** Compares the candidates, once all that are wanted were collected. */
  link(): NearLinks {
    const { count, threshold, candidates, trainCount } = this
    const found = {
      links: new Int32Array(count).fill(-1),
      similarity: new Float32Array(count),
      leaks: new Int32Array(count).fill(-1),
      leakSimilarity: new Float32Array(count),
      groups: Int32Array.from({ length: count }, (_, text) => text),
    }
    const { links, similarity, leaks, leakSimilarity, groups } = found
    for (let text = 0; text < count; text++) {
      for (let i = text * KEPT; i < (text + 1) * KEPT; i++) {
        const other = candidates[i]
        if (other < 0) continue
        const alike = this.jaccard(text, other)
        if (alike < threshold) continue
        join(groups, text, other)
        if (alike > similarity[text]) {
          links[text] = other
          similarity[text] = alike
        }
        if (text >= trainCount && other < trainCount && alike > leakSimilarity[text]) {
          leaks[text] = other
          leakSimilarity[text] = alike
        }
      }
    }
    for (let text = 0; text < count; text++) groups[text] = rootOf(groups, text)
    return found
  }

  /** The exact share; of long texts over the runs that both keep. */
  private jaccard(a: number, b: number): number {
    const placeA = this.places[a]
    const placeB = this.places[b]
    // A file that changed while it was read again.
    if (placeA === WANTED || placeB === WANTED) return 0
    const sampled = sampling(this.sizes.at(a)) | sampling(this.sizes.at(b))
    const { starts, pools } = this
    const poolA = pools[starts[3 * placeA - 3]]
    const poolB = pools[starts[3 * placeB - 3]]
    let i = starts[3 * placeA - 2]
    let j = starts[3 * placeB - 2]
    const endA = starts[3 * placeA - 1]
    const endB = starts[3 * placeB - 1]
    let both = 0
    let either = 0
    while (i < endA || j < endB) {
      const x = i < endA ? poolA[i] : 0x7fffffff
      const y = j < endB ? poolB[j] : 0x7fffffff
      const least = Math.min(x, y)
      if (i < endA && x === least) i++
      if (j < endB && y === least) j++
      if ((least & sampled) !== 0) continue
      either++
      if (x === y) both++
    }
    return either === 0 ? 0 : both / either
  }

  /** Looks at the texts of a chain that have the same band, and keeps the most alike. */
  private meet(text: number, first: number, next: Int32Array, keys: Int32Array): void {
    const { candidates, estimates, sizes, threshold } = this
    const key = keys[text]
    const from = text * KEPT
    // A test text keeps two of each side.
    const ofTrain = text < this.trainCount ? KEPT : KEPT / 2
    let met = 0
    for (let other = first; other >= 0 && met < MET; other = next[other]) {
      if (keys[other] !== key) continue
      met++
      const low = text < this.trainCount || other < this.trainCount ? from : from + ofTrain
      const high = low + ofTrain
      let worst = low
      let known = false
      for (let i = low; i < high; i++) {
        if (candidates[i] === other) known = true
        if (estimates[i] < estimates[worst]) worst = i
      }
      if (known || estimates[worst] === BINS) continue
      const fewer = Math.min(sizes.at(text), sizes.at(other), BINS)
      const agreement = this.signatures.agreement(text, other)
      // Four standard deviations of what 128 bytes, or as many as there are runs, tell of the share.
      if (agreement <= estimates[worst] || agreement / BINS < threshold - 1.6 / Math.sqrt(fewer)) continue
      candidates[worst] = other
      estimates[worst] = agreement
    }
  }
}

const WANTED = 0xffffffff

/** Hashes that have none of these bits are counted. */
function sampling(size: number): number {
  let every = 1
  while (size / every > MOST_COUNTED) every *= 2
  return every - 1
}

/** The longest bands that let a pair at the threshold slip with a chance of at most MISS. */
function rowsPerBand(threshold: number): number {
  let rows = 1
  for (let more = 2; more <= 16; more++) {
    if ((1 - threshold ** more) ** Math.floor(BINS / more) <= MISS) rows = more
  }
  return rows
}

/** Joins two groups under the earlier of their first texts. */
function join(groups: Int32Array, a: number, b: number): void {
  const rootA = rootOf(groups, a)
  const rootB = rootOf(groups, b)
  if (rootA < rootB) groups[rootB] = rootA
  else groups[rootA] = rootB
}

function rootOf(groups: Int32Array, text: number): number {
  while (groups[text] !== text) {
    groups[text] = groups[groups[text]]
    text = groups[text]
  }
  return text
}
