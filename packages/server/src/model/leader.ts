// Which trainer leads. A lock keeps a second one waiting, which follows the log meanwhile and takes over when the
// first ends. The lock may be lost without the holder knowing; therefore whoever gets it raises the epoch, and
// versions of an earlier epoch are refused.

import type { Lead } from '../log/database.js'
import type { TrainerTable } from '../log/feedback-store.js'

/** What a leader needs. */
interface LeaderParts {
  readonly trainer: TrainerTable
  /** The name by which others know this server. */
  readonly who: string
  info(message: string, details: Record<string, unknown>): void
  warn(message: string, details: Record<string, unknown>): void
}

export class Leader {
  /** While it leads. */
  epoch: number | undefined
  private readonly parts: LeaderParts
  private lead: Lead | undefined
  private said = ''
  private timer: NodeJS.Timeout | undefined
  private seeking: Promise<void> = Promise.resolve()

  constructor(parts: LeaderParts) {
    this.parts = parts
  }

  /** Tries to lead, or sees whether it still does. */
  seek(): Promise<void> {
    this.seeking = this.seeking.then(() => (this.lead === undefined ? this.tryToLead() : this.checkLead()))
    return this.seeking
  }

  /** Does so at intervals. */
  start(every: number): void {
    this.timer = setInterval(() => void this.seek(), every)
    this.timer.unref()
  }

  /** Steps down, as another has raised the epoch. */
  async fenced(): Promise<void> {
    const { epoch } = this
    if (epoch === undefined) return
    await this.stepDown()
    this.parts.warn('another trainer has taken over: this one steps down and stands by', { epoch })
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.seeking
    await this.stepDown()
  }

  private async tryToLead(): Promise<void> {
    const { trainer, who } = this.parts
    try {
      const lead = await trainer.lead()
      if (lead === undefined) {
        const now = await trainer.now()
        this.say('stands by: another trainer leads', { epoch: now?.epoch, leader: now?.who })
        return
      }
      try {
        this.epoch = await trainer.raise(who, Date.now())
      } catch (error) {
        await lead.release()
        throw error
      }
      this.lead = lead
      this.say('leads', { epoch: this.epoch })
    } catch (error) {
      this.say('cannot lead now', { error: (error as Error).message })
    }
  }

  private async checkLead(): Promise<void> {
    const { lead, epoch } = this
    try {
      await lead?.check()
    } catch (error) {
      if (this.lead !== lead) return
      await this.stepDown()
      this.parts.warn('the lock of who leads is lost', { epoch, error: (error as Error).message })
    }
  }

  private async stepDown(): Promise<void> {
    const { lead } = this
    this.lead = undefined
    this.epoch = undefined
    this.said = ''
    await lead?.release()
  }

  /** Logs what has changed, not every try. */
  private say(message: string, details: Record<string, unknown>): void {
    const key = `${message} ${JSON.stringify(details)}`
    if (this.said !== key) this.parts.info(message, details)
    this.said = key
  }
}
