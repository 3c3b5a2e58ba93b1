// Runs the cells of a comparison (a learner on a split), each in its own process, several at a time where memory allows; or
// one after the other in this process.

import { freemem } from 'node:os'
import { InputError } from '../errors.js'
import type { CellResult } from '../selection/cell.js'
import { toSentError } from '../threads/worker-protocol.js'
import { type CellMessage, type CellProgress, runCells } from './cell-task.js'
import { type ProcessEvents, runInProcess } from './pool/child-process.js'
import { openSources } from './source.js'
import { CELL, WORKER } from './tasks.js'

/** A cell is expected to take the memory of the largest before it, times this. */
const MEMORY_MARGIN = 1.25
/** Memory that a cell is expected to take before any is done: this, and so many bytes for each byte of its files. */
const LEAST_MEMORY = 100 * 2 ** 20
const MEMORY_PER_BYTE = 12

/** What all cells share. */
interface Setting extends Pick<CellMessage, 'paths' | 'settings'> {
  readonly test?: string
  /** Cells at a time. */
  readonly threads: number
  /** Whether cells are run in this process, one at a time. */
  readonly here: boolean
}

/** A cell to run. */
interface WaitingCell extends Pick<CellMessage, 'contender' | 'split' | 'test'> {
  readonly key: string
}

interface CellEvents {
  readonly progress:
    | ((contender: string, split: string, phase: string, share: number | undefined) => void)
    | undefined
  finished(key: string, cell: CellResult): void
  failed(contender: string, split: string, message: string): void
}

/** A process, or this one while it runs a cell. */
interface RunningCell {
  kill(signal: 'SIGKILL'): unknown
}

export class CellRunner {
  private readonly setting: Setting
  private readonly events: CellEvents
  private readonly running = new Set<RunningCell>()
  private waiting: WaitingCell[] = []
  /** The memory that the next cell is expected to take. */
  private expectedBytes: number
  private ended: ((error?: unknown) => void) | undefined

  constructor(setting: Setting, events: CellEvents) {
    this.setting = setting
    this.events = events
    const { paths, test } = setting
    const bytes = openSources([...paths, ...(test === undefined ? [] : [test])]).bytes ?? 0
    this.expectedBytes = LEAST_MEMORY + bytes * MEMORY_PER_BYTE
  }

  /** Runs all cells; fails at once on bad data and on a fault of ours. */
  run(cells: readonly WaitingCell[]): Promise<void> {
    this.waiting = [...cells]
    return new Promise((resolve, reject) => {
      this.ended = (error) => (error === undefined ? resolve() : reject(error))
      this.startMore()
    })
  }

  /** Ends the running ones. */
  stop(error: unknown): void {
    this.waiting = []
    for (const cell of this.running) cell.kill('SIGKILL')
    this.running.clear()
    this.ended?.(error ?? new InputError('stopped'))
  }

  private startMore(): void {
    const { running, waiting } = this
    if (waiting.length === 0 && running.size === 0) this.ended?.()
    while (waiting.length > 0 && running.size < (this.setting.here ? 1 : this.setting.threads)) {
      if (running.size > 0 && freemem() < this.expectedBytes * MEMORY_MARGIN) return
      this.start(waiting.shift() as WaitingCell)
    }
  }

  private start({ key, contender, split, test }: WaitingCell): void {
    const { running, events } = this
    const { paths, settings, here } = this.setting
    const message: CellMessage = { contender, split, paths, settings, test }
    const cellEvents: ProcessEvents<CellResult> = {
      answered: (cell) => this.take(key, cell),
      failed: ({ kind, message, stack, commandLine = message }) => {
        if (kind === 'input') events.failed(contender.name, split, commandLine)
        else this.stop(kind === 'data' ? new InputError(message) : new Error(stack ?? message))
      },
      reported(news) {
        const { phase, done, total } = news as CellProgress
        events.progress?.(contender.name, split, phase, total > 0 ? done / total : undefined)
      },
      ended: (lost) => {
        if (!running.delete(cell)) return
        if (lost !== undefined) events.failed(contender.name, split, `its process was ended (${lost})`)
        this.startMore()
      },
      refused: (error) => this.stop(error),
    }
    const cell = here ? runHere(message, cellEvents) : runInProcess(WORKER, CELL, message, cellEvents)
    running.add(cell)
  }

  private take(key: string, cell: CellResult): void {
    this.expectedBytes = Math.max(this.expectedBytes, cell.peakMemoryBytes)
    try {
      this.events.finished(key, cell)
    } catch (error) {
      this.stop(error)
    }
  }
}

/** The same in this process: it cannot be ended in the midst of a cell, whose result is then not waited for. */
function runHere(message: CellMessage, events: ProcessEvents<CellResult>): RunningCell {
  let wanted = true
  const run = async (): Promise<void> => {
    try {
      const report = (news: unknown): void => events.reported(news)
      const cell = await runCells(undefined, { report, receive: () => undefined })(message)
      if (wanted) events.answered(cell)
    } catch (error) {
      if (wanted) events.failed(toSentError(error))
    }
    events.ended(undefined)
  }
  // Once whoever started it knows it.
  queueMicrotask(() => void run())
  return {
    kill() {
      wanted = false
    },
  }
}
