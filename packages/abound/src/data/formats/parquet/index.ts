// Parquet, declared; read by parquet-rows.ts.

import { defineFormat } from '../../format.js'

export const parquet = defineFormat({
  name: 'parquet',
  title: 'Parquet',
  extensions: ['parquet'],
  columns: true,
  needs: 'random access',
  async *read(file, settings) {
    // Loaded when it is needed: its decompressors are most of what a cold start would read.
    const { readParquet } = await import('./parquet-rows.js')
    yield* readParquet(file, settings)
  },
})
