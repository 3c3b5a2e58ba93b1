// Polls the log and the versions for what other servers wrote: at intervals, and at once when notified.

import type { Logger } from 'pino'
import type { ModelSet } from './model-set.js'

export class LogPoller {
  private readonly models: ModelSet
  private readonly logger: Logger
  private readonly timer: NodeJS.Timeout | undefined
  private wanted = false
  private running = false
  private stopped: boolean
  private failed = false

  /** `every` is in milliseconds; 0 switches it off. */
  constructor(models: ModelSet, every: number, logger: Logger) {
    this.models = models
    this.logger = logger
    this.stopped = every === 0
    if (every > 0) this.timer = setInterval(() => this.pollSoon(), every).unref()
  }

  /** Polls now, or once more when the poll under way has ended. */
  pollSoon(): void {
    this.wanted = true
    if (!this.running) void this.run()
  }

  stop(): void {
    this.stopped = true
    clearInterval(this.timer)
  }

  private async run(): Promise<void> {
    this.running = true
    while (this.wanted && !this.stopped) {
      this.wanted = false
      await this.poll()
    }
    this.running = false
  }

  private async poll(): Promise<void> {
    const { logger, failed } = this
    try {
      await this.models.poll()
      if (failed) logger.info('the log is read again')
      this.failed = false
    } catch (error) {
      if (!failed && !this.stopped)
        logger.warn({ error: (error as Error).message }, 'the log could not be read')
      this.failed = true
    }
  }
}
