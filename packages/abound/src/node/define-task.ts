// What workers do: tasks, each declared once by who owns it, under a name by which a worker finds it. Threads and child
// processes run the same ones (run-worker.ts).

/** What a task has of the worker that it runs on. */
export interface TaskContext {
  /** Tells whoever waits for the answer how it goes. */
  report(news: unknown): void
  /** The next piece that has come already, for a task that keeps the worker from its event loop. */
  receive(): unknown
}

/** Does one piece after the other. */
export type Work<Piece, Answer> = (piece: Piece) => Answer | Promise<Answer>

/** Sets a worker up for the pieces that follow. */
export type SetUp<Setup, Piece, Answer> = (
  setup: Setup,
  context: TaskContext,
) => Work<Piece, Answer> | Promise<Work<Piece, Answer>>

export interface Task<Setup, Piece, Answer> {
  readonly name: string
  load(): Promise<SetUp<Setup, Piece, Answer>>
}

/** Any task, for lists of them. */
export type AnyTask = Task<never, never, unknown>

/**
 * Declares a task; its code is loaded where it is run. Setup, pieces and answers are plain data, and shared memory.
 *
 * @example
 * const power = defineTask('power', async () => (exponent: number) => (base: number) => base ** exponent)
 * const square = (await power.load())(2)
 * square(3) // 9
 */
export function defineTask<Setup, Piece, Answer>(
  name: string,
  load: () => Promise<SetUp<Setup, Piece, Answer>>,
): Task<Setup, Piece, Answer> {
  return { name, load }
}
