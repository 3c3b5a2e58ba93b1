// A process that trains and measures one cell of a comparison: what it uses of memory is that cell's alone.

import { DataError, InputError } from '../errors.js'
import type { Corpus } from '../pipeline/corpus.js'
import { runCell } from '../selection/run-cell.js'
import type { CellAnswer, CellMessage, PlainSourceSettings } from './cell-task.js'
import { openSources } from './source.js'
import './use-engine.js'

const EVERY_MS = 200

function answer(message: CellAnswer): void {
  process.send?.(message)
}

process.once('message', (message) => {
  work(message as CellMessage).then(
    (cell) => process.send?.({ kind: 'done', cell } satisfies CellAnswer, () => process.disconnect()),
    (error: unknown) => {
      const why = error instanceof DataError ? 'data' : error instanceof InputError ? 'input' : 'fault'
      const text = error instanceof Error ? (why === 'fault' ? error.stack : error.message) : String(error)
      process.send?.({ kind: 'failed', why, message: text ?? '' } satisfies CellAnswer, () =>
        process.disconnect(),
      )
    },
  )
})
// Whoever started it has gone: so does it.
process.once('disconnect', () => process.exit())
// Ctrl-C reaches every process of a terminal: the one that started this tells it when to go.
process.on('SIGINT', () => {})

async function work({ contender, split, paths, settings, test }: CellMessage) {
  const cpu = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const parts =
    'path' in test
      ? { train: corpus(paths, settings), test: corpus([test.path], settings) }
      : {
          train: part(corpus(paths, settings), test.rows, false),
          test: part(corpus(paths, settings), test.rows, true),
        }
  let told = 0
  return await runCell(
    { contender, split, ...parts },
    {
      seconds: () => performance.now() / 1000,
      cpuSeconds: cpu,
      peakMemoryBytes: () => process.resourceUsage().maxRSS * 1024,
    },
    {
      progress(phase, done, total) {
        if (performance.now() - told < EVERY_MS) return
        told = performance.now()
        answer({ kind: 'progress', phase, done, total })
      },
    },
  )
}

function corpus(paths: readonly string[], { skipBad = false, ...settings }: PlainSourceSettings): Corpus {
  const source = openSources(paths, { ...settings, textBytes: true, ...(skipBad ? { onBad() {} } : {}) })
  return { name: source.path, rereadable: source.rereadable, batches: () => source.documents() }
}

/** The tested rows of a corpus, or the others. */
function part(whole: Corpus, rows: Uint32Array, tested: boolean): Corpus {
  return {
    ...whole,
    async *batches() {
      let row = 0
      let next = 0
      for await (const batch of whole.batches()) {
        yield batch.filter(() => {
          const isTested = rows[next] === row++
          if (isTested) next++
          return isTested === tested
        })
      }
    },
  }
}
