// Lists of ids end to end, such as the terms of each row, and the same the other way round.

/** List i is `ids[offsets[i] … offsets[i + 1]]`. */
export interface IdLists {
  readonly offsets: Uint32Array
  readonly ids: Uint32Array
}

export function listLength({ offsets }: IdLists, i: number): number {
  return offsets[i + 1] - offsets[i]
}

/** For each id below `count` the lists that hold it, ascending. */
export function invertLists({ offsets, ids }: IdLists, count: number): IdLists {
  const ends = new Uint32Array(count + 1)
  for (let e = 0; e < ids.length; e++) ends[ids[e] + 1]++
  for (let id = 0; id < count; id++) ends[id + 1] += ends[id]
  const starts = ends.slice()
  const lists = new Uint32Array(ids.length)
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) lists[starts[ids[e]]++] = i
  }
  return { offsets: ends, ids: lists }
}
