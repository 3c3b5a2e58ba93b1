// Isotonic regression (pool adjacent violators): the probabilities that never fall as the score rises and are
// nearest, by squared error, to what was true.
//
// Equal scores are one block from the start. From low to high, a block that is not truer than the one before is
// pooled with it. What is left is at most 64 blocks: more are pooled where that adds the least squared error.
// Within a block the probability is its share of true ones, between two blocks it is a straight line. No share is
// below 1/(N₋ + 2) or above (N₊ + 1)/(N₊ + 2): never seen is not impossible. Cost: one pass over sorted scores.

/** Points of a line: scores ascending, probabilities never falling. Outside it, the first and last hold. */
export interface ProbabilityTable {
  readonly scores: Float64Array
  readonly probabilities: Float64Array
}

const MOST_BLOCKS = 64
const MOST_SCORE = 1e150

interface Block {
  lowest: number
  highest: number
  count: number
  positives: number
}

/** The table of `scores[from … to]`, descending, of which those with `truth` 1 are true; empty without any. */
export function fitIsotonic(
  scores: Float64Array,
  truth: Uint8Array,
  from = 0,
  to: number = scores.length,
): ProbabilityTable {
  const blocks: Block[] = []
  let positives = 0
  for (let i = to - 1; i >= from; ) {
    const score = clip(scores[i])
    const block: Block = { lowest: score, highest: score, count: 0, positives: 0 }
    for (; i >= from && clip(scores[i]) === score; i--) {
      block.count++
      block.positives += truth[i]
    }
    positives += block.positives
    blocks.push(block)
    while (blocks.length > 1 && !rises(blocks[blocks.length - 2], blocks[blocks.length - 1])) {
      poolWithNext(blocks, blocks.length - 2)
    }
  }
  while (blocks.length > MOST_BLOCKS) poolWithNext(blocks, cheapest(blocks))
  return makeTable(blocks, positives, to - from - positives)
}

/** Scores may be infinite, points of a line may not. */
function clip(score: number): number {
  return Math.min(Math.max(score, -MOST_SCORE), MOST_SCORE)
}

/** Whether the second block is truer than the first: in whole numbers, so that ties are exact. */
function rises(a: Block, b: Block): boolean {
  return a.positives * b.count < b.positives * a.count
}

function poolWithNext(blocks: Block[], at: number): void {
  const [next] = blocks.splice(at + 1, 1)
  const block = blocks[at]
  block.highest = next.highest
  block.count += next.count
  block.positives += next.positives
}

/** The block whose pooling with the next adds the least squared error. */
function cheapest(blocks: readonly Block[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i + 1 < blocks.length; i++) {
    const a = blocks[i]
    const b = blocks[i + 1]
    const apart = b.positives / b.count - a.positives / a.count
    const cost = ((a.count * b.count) / (a.count + b.count)) * apart * apart
    if (cost >= least) continue
    least = cost
    best = i
  }
  return best
}

function makeTable(blocks: readonly Block[], positives: number, negatives: number): ProbabilityTable {
  const scores: number[] = []
  const probabilities: number[] = []
  const least = 1 / (negatives + 2)
  const most = (positives + 1) / (positives + 2)
  for (const { lowest, highest, count, positives: own } of blocks) {
    const share = Math.min(Math.max(own / count, least), most)
    scores.push(lowest)
    probabilities.push(share)
    if (highest === lowest) continue
    scores.push(highest)
    probabilities.push(share)
  }
  return { scores: Float64Array.from(scores), probabilities: Float64Array.from(probabilities) }
}
