// A pass of a joint descent by compiled code, from joint-pass.as.ts. Lanes that have ended are not looked at, so those that
// have not are moved together.

import type { EngineMemory, JointPass, JointPlaces } from '../contract.js'
import { LANES } from '../contract.js'
import { plainJointPass } from '../plain/plain-joint-pass.js'
import { wasmExports } from './webassembly.js'

type Code = Record<'pass' | 'swap', (...numbers: number[]) => void>

export function wasmJointPass(memory: EngineMemory, places: JointPlaces): JointPass {
  const code = wasmExports<Code>('jointPass', memory)
  if (code === undefined) return plainJointPass(memory, places)
  const { count, featureCount } = places
  const { offsets, columns, values, lengths, counts, order, alphas, signs, weights } = places
  const bias = weights + featureCount * LANES * 4
  return {
    pass({ positiveBound, negativeBound, positiveDamping, negativeDamping }, fours) {
      code.pass(
        ...[fours, count, offsets, columns, values, lengths, counts, order, alphas, signs, weights, bias],
        ...[places.highest, places.lowest, places.steps],
        ...[positiveBound, negativeBound, positiveDamping, negativeDamping],
      )
    },
    swap(one, other) {
      code.swap(featureCount + 1, weights, one, other)
      code.swap(count, alphas, one, other)
      code.swap(count, signs, one, other)
    },
  }
}
