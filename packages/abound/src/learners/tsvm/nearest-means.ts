// How many of the unlabelled documents have each label, by classify and count: each unlabelled document is taken to have the
// labels of the labelled documents whose mean is nearest by cosine.
//
//   m_Y = Σ x over the labelled whose set of labels is Y (∅ too), at length 1
//   share of l = part of the unlabelled whose nearest m_Y has l in Y
// A label is never estimated at less than a third of one labelled document's share: that none was nearest says little
// where a mean is that of one document. Unlabelled documents without a word of the labelled are not counted.
// Expectation over the posteriors of naive Bayes, a fixed point of expected positives from the machine's scores, and the num₊
// that leaves the fewest documents near the boundary were worse on other draws of WebKB and Reuters.
// Cost: of the scores of the unlabelled under an index of means.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { Postings } from '../../structures/postings.js'

const LEAST_OF_ONE = 1 / 3

/** The estimated share of each label among the unlabelled rows. */
export function nearestMeanShares(
  data: Dataset,
  judged: Uint32Array,
  unlabelled: Uint32Array,
  labelCount: number,
): Float64Array {
  const { sets, sums, lengths } = meansOfSets(data, judged)
  const counts = new Float64Array(labelCount)
  const scores = new Float64Array(sets.length)
  let counted = 0
  for (const row of unlabelled) {
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    scores.fill(0)
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      const from = sums.starts[columns[e]]
      const to = from + sums.lengths[columns[e]]
      for (let i = from; i < to; i++) scores[sums.labels[i]] += sums.values[i] * values[e]
    }
    let nearest = 0
    for (let s = 0; s < scores.length; s++) {
      scores[s] /= lengths[s]
      if (scores[s] > scores[nearest]) nearest = s
    }
    if (!(scores[nearest] > 0)) continue
    counted++
    for (const label of sets[nearest]) counts[label]++
  }
  const least = LEAST_OF_ONE / judged.length
  return counts.map((count) => Math.max(least, counted === 0 ? 0 : count / counted))
}

/** The sets of labels that labelled documents have, the sums of their documents by feature, and the lengths of these sums. */
function meansOfSets({ chunks, featureCount }: Dataset, judged: Uint32Array) {
  const sets: Uint32Array[] = []
  const ids = new Map<string, number>()
  const sums = new Postings(featureCount)
  sums.ensure(Math.max(0, featureCount - 1))
  for (const row of judged) {
    const { offsets, columns, values, labelOffsets, labels, judged: known } = chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const own = labels.slice(labelOffsets[2 * r], labelOffsets[2 * r + 1]).sort()
    if (own.length === 0 && known[r] === 2) continue
    const name = own.join()
    const set = ids.get(name) ?? sets.push(own) - 1
    ids.set(name, set)
    for (let e = offsets[r]; e < offsets[r + 1]; e++) addTo(sums, columns[e], set, values[e])
  }
  const lengths = new Float64Array(sets.length)
  for (let f = 0; f < sums.count; f++) {
    const from = sums.starts[f]
    for (let i = from; i < from + sums.lengths[f]; i++) lengths[sums.labels[i]] += sums.values[i] ** 2
  }
  return { sets, sums, lengths: lengths.map((square) => Math.sqrt(square) || 1) }
}

function addTo(sums: Postings, feature: number, set: number, value: number): void {
  const from = sums.starts[feature]
  for (let i = from; i < from + sums.lengths[feature]; i++) {
    if (sums.labels[i] !== set) continue
    sums.values[i] += value
    return
  }
  sums.append(feature, set, value)
}
