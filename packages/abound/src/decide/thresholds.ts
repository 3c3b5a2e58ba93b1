// The rule that turns scores into decisions, how the user asks for it, and how a model file holds it.

import type { State } from '../contract.js'
import { InputError } from '../errors.js'
import { wrongOption } from '../wording.js'

/** Which labels a document gets. A threshold assigns scores above it, never one equal to it. */
export type ThresholdRule =
  | { readonly kind: 'top'; readonly k: number }
  | { readonly kind: 'fixed'; readonly t: number }
  | {
      readonly kind: 'perLabel'
      readonly thresholds: Float64Array
      /** For labels beyond the array, learned after the thresholds were. */
      readonly otherwise: number
    }

/**
 * How to come by a rule. `cv` and `train`: per label by F1, on cross-validated or on training scores;
 * `share`: per label, so that as many documents get it as had it in training.
 */
export type ThresholdChoice =
  | { readonly kind: 'cv' | 'train' | 'share' }
  | { readonly kind: 'top'; readonly k: number }
  | { readonly kind: 'fixed'; readonly t: number }

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A choice of thresholds as a user writes it. */
export type ThresholdsText = 'cv' | 'train' | 'share' | `fixed:${number}` | `top:${number}`

/** What `--thresholds` says: `cv`, `train`, `fixed:T`, `top:K` or `share`. */
export function parseThresholds(text: string): ThresholdChoice {
  if (text === 'cv' || text === 'train' || text === 'share') return { kind: text }
  const colon = text.indexOf(':')
  const kind = text.slice(0, colon)
  const value = text.slice(colon + 1)
  if (colon > 0 && kind === 'fixed') {
    const t = Number(value)
    if (NUMBER.test(value) && Number.isFinite(t)) return { kind, t }
    throw new InputError(wrongOption('thresholds', text, 'a number after fixed:, such as fixed:0.5'))
  }
  if (colon > 0 && kind === 'top') {
    const k = Number(value)
    if (/^\d+$/.test(value) && k >= 1 && Number.isSafeInteger(k)) return { kind, k }
    throw new InputError(wrongOption('thresholds', text, 'a whole number from 1 after top:, such as top:3'))
  }
  throw new InputError(wrongOption('thresholds', text, 'cv, train, share, fixed:T or top:K'))
}

// Thresholds may be infinite, which JSON cannot hold, so they are stored in arrays and not in numbers.
const KINDS = ['top', 'fixed', 'perLabel'] as const

/** The rule as a model file holds it. */
export function thresholdState(rule: ThresholdRule): State {
  const kind = KINDS.indexOf(rule.kind)
  switch (rule.kind) {
    case 'top':
      return { numbers: { kind, k: rule.k }, arrays: {} }
    case 'fixed':
      return { numbers: { kind }, arrays: { t: Float64Array.of(rule.t) } }
    case 'perLabel':
      return {
        numbers: { kind },
        arrays: { thresholds: rule.thresholds, otherwise: Float64Array.of(rule.otherwise) },
      }
  }
}

/** The rule back from its state; refuses anything that `thresholdState` cannot have written. */
export function thresholdsFrom(state: State): ThresholdRule {
  const kind = KINDS[state.numbers.kind]
  switch (kind) {
    case 'top': {
      const { k } = state.numbers
      if (!Number.isSafeInteger(k) || k < 1) throw damaged('k is not a whole number from 1')
      return { kind, k }
    }
    case 'fixed':
      return { kind, t: thresholdArray(state, 't', 1)[0] }
    case 'perLabel':
      return {
        kind,
        thresholds: thresholdArray(state, 'thresholds'),
        otherwise: thresholdArray(state, 'otherwise', 1)[0],
      }
    default:
      throw damaged('their kind is not known')
  }
}

function thresholdArray(state: State, name: string, length?: number): Float64Array {
  const array = state.arrays[name]
  if (!(array instanceof Float64Array)) throw damaged(`${name} is not an array of doubles`)
  if (length !== undefined && array.length !== length) throw damaged(`${name} has length ${array.length}`)
  if (array.some(Number.isNaN)) throw damaged(`${name} is not a number`)
  return array
}

function damaged(what: string): InputError {
  return new InputError(`the model's thresholds are damaged: ${what}`)
}
