// Online learners on plain rows: taught, and going on after they were saved.

import { expect } from 'vitest'
import type { OnlineTrainer, Shape } from '../../packages/abound/src/contract.js'
import { datasetOf, type PlainRow } from './plain-rows.js'

/** Nothing is known before the first row. */
export const EMPTY: Shape = { documents: 0, features: 0, labels: 0 }
export const CONTEXT = { seed: 1 }

/** Teaches all rows, once each. */
export function learnAll<Trainer extends OnlineTrainer>(
  trainer: Trainer,
  rows: readonly PlainRow[],
): Trainer {
  const data = datasetOf(rows)
  for (let at = 0; at < data.count; at++) trainer.learn(data, at)
  return trainer
}

/** What was loaded has the same state as the one that it was saved from, and again after both have learned these rows. */
export function expectToGoOn(
  loaded: OnlineTrainer,
  straight: OnlineTrainer,
  rows: readonly PlainRow[],
): void {
  expect(loaded.state()).toEqual(straight.state())
  for (const trainer of [straight, loaded]) learnAll(trainer, rows)
  expect(loaded.state()).toEqual(straight.state())
}
