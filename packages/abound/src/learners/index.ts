// What other packages use of this room.

export { LEARNERS } from './registry.js'
export { LANES } from './svm/joint-descent.js'
