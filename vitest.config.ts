import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One for each core: left to itself, the runner keeps one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
  },
})
