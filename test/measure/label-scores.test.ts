import { describe, expect, it } from 'vitest'
import { LabelScores } from '../../packages/abound/src/measure/label-scores.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { denseScores } from './scores-of.js'

describe('LabelScores', () => {
  it('groups and sorts far more triples than one chunk holds', () => {
    const rng = new Rng(11)
    const labels = 3
    const collected = new LabelScores(labels)
    const lists: [number, number][][] = [[], [], []]
    for (let d = 0; d < 20_000; d++) {
      const values = Array.from({ length: labels }, () => rng.below(500))
      const truth = [0, 1, 2].filter(() => rng.float() < 0.2)
      collected.add(denseScores(values), Float64Array.from(values), truth)
      values.forEach((value, l) => {
        lists[l].push([value, truth.includes(l) ? 1 : 0])
      })
    }
    const { offsets, scores, truth } = collected.grouped()
    expect(collected.count).toBe(60_000)
    expect(collected.truncated).toBe(false)
    for (let l = 0; l < labels; l++) {
      const sorted = lists[l].sort(([a], [b]) => b - a)
      expect([...scores.subarray(offsets[l], offsets[l + 1])]).toEqual(sorted.map(([score]) => score))
      expect([...truth.subarray(offsets[l], offsets[l + 1])]).toEqual(sorted.map(([, mark]) => mark))
      expect(collected.positives[l]).toBe(sorted.filter(([, mark]) => mark === 1).length)
    }
  })
})
