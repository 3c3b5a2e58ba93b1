// Everyone who could take part, found on this machine or not.

import { own } from './abound.mjs'
import { fastText } from './fasttext.mjs'
import { npm } from './npm.mjs'
import { python } from './python.mjs'
import { vowpalWabbit } from './vowpal-wabbit.mjs'

/** @returns {import('./kit.mjs').Entry[]} */
export function entries() {
  return [...own(), fastText(), vowpalWabbit(), ...python(), ...npm()]
}
