import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

const PATIENCE = 600_000

export default defineConfig({
  resolve: {
    // Packages import each other by name; tests have the sources of all, no build.
    alias: [
      { find: /^abound$/, replacement: source('abound/src/node/index.ts') },
      { find: /^abound\/browser$/, replacement: source('abound/src/browser.ts') },
      { find: /^abound\/internal$/, replacement: source('abound/src/node/internal.ts') },
      { find: /^abound\/internal\/command$/, replacement: source('abound/src/cli/index.ts') },
      { find: /^abound\/reports$/, replacement: source('abound/src/node/reports.ts') },
      { find: /^abound\/measures$/, replacement: source('abound/src/measure/index.ts') },
      { find: /^abound\/vectors$/, replacement: source('abound/src/vector/index.ts') },
      { find: /^abound\/words$/, replacement: source('abound/src/words/index.ts') },
      { find: /^abound\/(\w+)$/, replacement: source('abound/src/$1/index.ts') },
      { find: /^@abound\/(\w+)$/, replacement: source('$1/src/index.ts') },
      { find: /^@abound\/(\w+)\/commands\/([\w-]+)$/, replacement: source('$1/src/commands/$2.ts') },
    ],
  },
  test: {
    // As a program in Node has it: compiled, unless ABOUND_ENGINE says otherwise.
    setupFiles: [source('abound/src/node/use-engine.ts')],
    // Against hangs alone: no test is to depend on how fast the machine is, or on what else it does.
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    // One for each core: left to itself, the runner keeps one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{built,slow}.test.ts'],
          // Loading the sources again for each file took half of the time. What calls `extend()` imports `fresh-modules.ts`.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: ['test/**/*.slow.test.ts'] } },
      {
        extends: true,
        test: { name: 'built', include: ['test/**/*.built.test.ts'], globalSetup: 'test/fresh-build.mjs' },
      },
    ],
  },
})
