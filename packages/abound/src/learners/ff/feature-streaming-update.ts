// FSU, the feature streaming update of FF (Madani, Connor & Greiner 2009, figure 4c): w'_{f,c} += x, w'_f += x, then every
// entry with w'_{f,c}/w'_f < minWeight is dropped. Lists are sorted by w'_{f,c} descending, then class id. Only the updated
// entry grows and all share w'_f, so an update moves one entry forward and drops from the tail: O(list length).

import type { IndexHalf } from '../../models/feature-index.js'
import type { Postings } from '../../structures/postings.js'

/** Scales every w'_f and w'_{f,c}: the proportions stay, what comes next counts for more. */
export function scaleLists({ postings, totals }: IndexHalf, factor: number): void {
  for (let f = 0; f < postings.count; f++) totals[f] *= factor
  for (let i = 0; i < postings.values.length; i++) postings.values[i] *= factor
}

/** FSU(f, c, x_f): strengthens one edge of a feature, keeps the list sorted, drops what became too weak. */
export function featureStreamingUpdate(
  half: IndexHalf,
  feature: number,
  label: number,
  x: number,
  minWeight: number,
  leaks: boolean,
): void {
  const { postings, totals } = half
  strengthenEntry(postings, feature, label, x)
  const total = totals[feature] + x
  totals[feature] = total
  const start = postings.starts[feature]
  const { values } = postings
  let length = postings.lengths[feature]
  let dropped = 0
  // All entries share the total, so the weak ones are exactly a tail of the list.
  while (length > 0 && values[start + length - 1] / total < minWeight) dropped += values[start + --length]
  postings.lengths[feature] = length
  if (!leaks && dropped > 0) totals[feature] = length === 0 ? 0 : total - dropped
}

/** Adds x to the label's entry (appended if new) and moves it forward to its place in the order. */
function strengthenEntry(postings: Postings, feature: number, label: number, x: number): void {
  let at = postings.starts[feature]
  const end = at + postings.lengths[feature]
  while (at < end && postings.labels[at] !== label) at++
  if (at === end) at = postings.append(feature, label, x)
  else postings.values[at] += x
  const { labels, values } = postings
  const start = postings.starts[feature]
  const value = values[at]
  while (at > start && (values[at - 1] < value || (values[at - 1] === value && labels[at - 1] > label))) {
    labels[at] = labels[at - 1]
    values[at] = values[at - 1]
    at--
  }
  labels[at] = label
  values[at] = value
}

/** Sorts lists that shards have added to, and drops weak entries. */
export function sortAndPruneLists(
  { postings, totals }: IndexHalf,
  { minWeight, leaks }: { readonly minWeight: number; readonly leaks: boolean },
): void {
  const { starts, lengths, labels, values, count } = postings
  const kept: { label: number; value: number }[] = []
  for (let f = 0; f < count; f++) {
    const start = starts[f]
    kept.length = 0
    let dropped = 0
    for (let i = start; i < start + lengths[f]; i++) {
      // An entry that several shards dropped is below 0: each of them took it away once.
      if (values[i] > 0 && values[i] / totals[f] >= minWeight)
        kept.push({ label: labels[i], value: values[i] })
      else dropped += values[i]
    }
    kept.sort((a, b) => b.value - a.value || a.label - b.label)
    for (let i = 0; i < kept.length; i++) {
      labels[start + i] = kept[i].label
      values[start + i] = kept[i].value
    }
    lengths[f] = kept.length
    if (!leaks) totals[f] = kept.length === 0 ? 0 : totals[f] - dropped
  }
}
