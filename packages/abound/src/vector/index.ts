// `abound/vectors`: how texts become rows.

export { VECTOR_OPTIONS, type VectorOptions } from './vector-options.js'
export { Vectoriser } from './vectoriser.js'
export { defineWeighting, type Norm, type TermStatistics, type Weighting } from './weighting.js'
export { WEIGHTINGS, type WeightingName } from './weightings/index.js'
