// Trains and measures one cell of a comparison, in its own process, so that its memory can be measured.

import type { Corpus } from '../pipeline/corpus.js'
import type { CellResult, Contender } from '../selection/cell.js'
import { runCell } from '../selection/run-cell.js'
import type { TaskContext, Work } from '../threads/worker-protocol.js'
import { openSources, type SourceSettings } from './source.js'

/** How to read, without what cannot be sent to another process. */
export type PlainSourceSettings = Omit<SourceSettings, 'onBad' | 'onWarning'> & { readonly skipBad?: boolean }

export interface CellMessage {
  readonly contender: Contender
  readonly split: string
  readonly paths: readonly string[]
  readonly settings: PlainSourceSettings
  /** The file to test on, or the numbers of the documents that are tested; all others train. */
  readonly test: { readonly path: string } | { readonly rows: Uint32Array }
}

/** How far it is. */
export interface CellProgress {
  readonly phase: string
  readonly done: number
  readonly total: number
}

const EVERY_MS = 200

export function runCells(_: undefined, { report }: TaskContext): Work<CellMessage, CellResult> {
  return (cell) => work(cell, report)
}

async function work(
  { contender, split, paths, settings, test }: CellMessage,
  report: TaskContext['report'],
): Promise<CellResult> {
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
        report({ phase, done, total } satisfies CellProgress)
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
