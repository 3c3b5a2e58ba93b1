// Whether unlabelled rows share any feature with the labelled ones: without one, a learner would label them by chance.

import type { Dataset } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import { rowsByJudgement } from '../structures/rows-by-label.js'

/** Refuses labelled rows, or unlabelled ones, that are all empty or share no feature; fine where none is unlabelled. */
export function checkUnlabelled(data: Dataset): void {
  const { judged, unlabelled } = rowsByJudgement(data)
  if (unlabelled.length === 0) return
  const seen = new Uint8Array(data.featureCount)
  let labelledEntries = 0
  forEachEntry(data, judged, (feature) => {
    seen[feature] = 1
    labelledEntries++
  })
  let unlabelledEntries = 0
  let shared = false
  forEachEntry(data, unlabelled, (feature) => {
    if (seen[feature] === 1) shared = true
    unlabelledEntries++
  })
  if (labelledEntries === 0) throw noWord('labelled', judged.length)
  if (unlabelledEntries === 0) throw noWord('unlabelled', unlabelled.length)
  if (!shared) {
    throw new InputError(
      `none of the ${unlabelled.length} unlabelled documents shares a word with a labelled one: expected texts alike`,
    )
  }
}

function noWord(which: string, count: number): InputError {
  const all = count === 1 ? `the only ${which} document` : `all ${count} ${which} documents`
  return new InputError(`${all} ${count === 1 ? 'is' : 'are'} without a word: expected texts`)
}

function forEachEntry({ chunks }: Dataset, rows: Uint32Array, visit: (feature: number) => void): void {
  for (const row of rows) {
    const { offsets, columns } = chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let e = offsets[r]; e < offsets[r + 1]; e++) visit(columns[e])
  }
}
