// real-mh as it is written down: a table of documents × labels, all of it read and changed in every round, in typed
// arrays. Sums over the documents with a term are made for all terms and labels at once; weights of a document's own
// labels are added a second time by themselves, as they are few.

import { boostRows, timeBoost } from './boost-rows.mjs'

const [train, test, rounds] = process.argv.slice(2)
timeBoost(boostRows(train, test), Number(rounds), boosted)

/**
 * @param {import('../../packages/abound/src/contract.js').Dataset} data
 * @param {number} rounds
 */
function boosted(data, rounds) {
  const { count: m, labelCount: k, featureCount: n } = data
  const { offsets, terms, ownOffsets, own } = flat(data)
  const weights = new Float64Array(m * k).fill(1 / (m * k))
  const signs = new Int8Array(m * k).fill(-1)
  for (let i = 0; i < m; i++)
    for (let e = ownOffsets[i]; e < ownOffsets[i + 1]; e++) signs[i * k + own[e]] = 1
  const epsilon = 1 / (m * k)
  const sums = new Float64Array(n * k)
  const plus = new Float64Array(n * k)
  const all = new Float64Array(k)
  const allPlus = new Float64Array(k)
  const present = new Float64Array(k)
  const absent = new Float64Array(k)
  const chosen = []
  for (let round = 0; round < rounds; round++) {
    sums.fill(0)
    plus.fill(0)
    all.fill(0)
    allPlus.fill(0)
    for (let i = 0; i < m; i++) {
      const row = i * k
      for (let l = 0; l < k; l++) all[l] += weights[row + l]
      for (let o = ownOffsets[i]; o < ownOffsets[i + 1]; o++) allPlus[own[o]] += weights[row + own[o]]
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const at = terms[e] * k
        for (let l = 0; l < k; l++) sums[at + l] += weights[row + l]
        for (let o = ownOffsets[i]; o < ownOffsets[i + 1]; o++) plus[at + own[o]] += weights[row + own[o]]
      }
    }
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let term = 0; term < n; term++) {
      let z = 0
      for (let l = 0, at = term * k; l < k; l++, at++) {
        const p = plus[at]
        const q = Math.max(0, sums[at] - p)
        const p0 = Math.max(0, allPlus[l] - p)
        const q0 = Math.max(0, all[l] - allPlus[l] - q)
        z += Math.sqrt(p * q) + Math.sqrt(p0 * q0)
      }
      if (2 * z < least - 1e-10) {
        least = 2 * z
        best = term
      }
    }
    for (let l = 0, at = best * k; l < k; l++, at++) {
      const p = plus[at]
      const q = Math.max(0, sums[at] - p)
      const p0 = Math.max(0, allPlus[l] - p)
      const q0 = Math.max(0, all[l] - allPlus[l] - q)
      present[l] = Math.exp(Math.log((p + epsilon) / (q + epsilon)) / 2)
      absent[l] = Math.exp(Math.log((p0 + epsilon) / (q0 + epsilon)) / 2)
    }
    let total = 0
    for (let i = 0; i < m; i++) {
      const factors = has(terms, offsets[i], offsets[i + 1], best) ? present : absent
      const row = i * k
      for (let l = 0; l < k; l++) {
        const weight = signs[row + l] > 0 ? weights[row + l] / factors[l] : weights[row + l] * factors[l]
        weights[row + l] = weight
        total += weight
      }
    }
    for (let i = 0; i < weights.length; i++) weights[i] /= total
    chosen.push(best)
  }
  return chosen
}

/**
 * @param {Uint32Array} terms
 * @param {number} from
 * @param {number} to
 * @param {number} term
 */
function has(terms, from, to, term) {
  for (let e = from; e < to; e++) if (terms[e] === term) return true
  return false
}

/** @param {import('../../packages/abound/src/contract.js').Dataset} data */
function flat({ chunks }) {
  const offsets = [0]
  const ownOffsets = [0]
  /** @type {number[]} */
  const terms = []
  /** @type {number[]} */
  const own = []
  for (const chunk of chunks) {
    for (let r = 0; r + 1 < chunk.offsets.length && r < chunk.judged.length; r++) {
      for (let e = chunk.offsets[r]; e < chunk.offsets[r + 1]; e++) terms.push(chunk.columns[e])
      for (let e = chunk.labelOffsets[2 * r]; e < chunk.labelOffsets[2 * r + 1]; e++)
        own.push(chunk.labels[e])
      offsets.push(terms.length)
      ownOffsets.push(own.length)
    }
  }
  return {
    offsets: Uint32Array.from(offsets),
    terms: Uint32Array.from(terms),
    ownOffsets: Uint32Array.from(ownOffsets),
    own: Uint32Array.from(own),
  }
}
