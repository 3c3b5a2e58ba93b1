// Rows lie in chunks of this many: row r is row `r & CHUNK_MASK` of chunk `r >>> CHUNK_SHIFT`.

export const CHUNK_SHIFT = 12
export const CHUNK_ROWS = 1 << CHUNK_SHIFT
export const CHUNK_MASK = CHUNK_ROWS - 1
