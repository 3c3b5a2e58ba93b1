// How long the bars of a ranking are.

import type { RankedItem } from './answers.js'

const LEAST = 0.04

/**
 * Shares of the full width: probabilities as they are; without them scores against the first, or, where scores are
 * below zero (log-probabilities, margins), between the last and the first that are shown.
 */
export function barLengths(labels: readonly RankedItem[]): number[] {
  if (labels.length === 0) return []
  if (labels.every(({ probability }) => probability !== undefined))
    return labels.map(({ probability = 0 }) => clamp(probability))
  const scores = labels.map(({ score }) => score)
  const most = Math.max(...scores)
  const least = Math.min(...scores)
  if (least >= 0) return scores.map((score) => (most === 0 ? LEAST : clamp(score / most)))
  const range = most - least
  return scores.map((score) => (range === 0 ? 1 : clamp(LEAST + ((1 - LEAST) * (score - least)) / range)))
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
