// What other packages use of this room.

export { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
export { ByteTable } from './byte-table.js'
export { charactersOf, joinParts } from './bytes.js'
export { xxh32 } from './checksum.js'
export { DatasetBuilder, type RowLabels } from './dataset.js'
export { murmur3 } from './hash.js'
export { PairIndex } from './pair-index.js'
export { Postings } from './postings.js'
export { permutation, Rng } from './rng.js'
export { packNumbers } from './state-arrays.js'
