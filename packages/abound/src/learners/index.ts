// What other packages use of this room.

export { LANES } from '../engine/contract.js'
export { LEARNERS } from './registry.js'
