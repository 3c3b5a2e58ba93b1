// A model that learns from the log, whichever server wrote to it. It is saved now and then (version-keeper.ts), goes back,
// and is trained again (rebuild.ts). What changes its history makes it replay the log beside the model at work, which
// serves until then. Only who leads (leader.ts) saves, and trains again unasked.

import { randomUUID } from 'node:crypto'
import { type Classifier, type Document, fromBytes } from 'abound'
import { TimeSlice } from '../fair-queue.js'
import { HttpError } from '../http-error.js'
import type { EventBody, LoggedEvent, Mark } from '../log/events.js'
import type { Appended, NewEvent, Version, Withdrawn } from '../log/feedback-store.js'
import { IncrementalLearner } from './incremental-learner.js'
import { examples, type ReportProgress, sampleCorpus } from './jobs.js'
import { type Recipe, remaining } from './lineage.js'
import { LogFollower } from './log-follower.js'
import { ProgressiveValidation } from './progressive-validation.js'
import { rebuildIsDue, requireCorpus, trainAgain } from './rebuild.js'
import { findStart, loadModel } from './replay-start.js'
import { KEPT_VERSIONS, type ModelHost, ServedModel } from './served-model.js'
import { VersionKeeper } from './version-keeper.js'

const READ = 256

export class LearningModel extends ServedModel {
  private learner!: IncrementalLearner
  private corpus: { readonly sha256: string | undefined; readonly documents: Document[] } | undefined
  private readonly saved: VersionKeeper
  private readonly log: LogFollower
  private closed = false
  /** Of the event at `applied`. */
  private appliedId: string | undefined
  private replayWanted = false
  private settling: Promise<void> | undefined
  private rebuilding: Promise<unknown> | undefined
  /** The event at which it was last trained again. */
  private lastRebuilt = 0

  private constructor(name: string, host: ModelHost) {
    super(name, host)
    this.saved = new VersionKeeper(this, () => this.keepUp())
    this.log = new LogFollower({
      applied: () => this.applied,
      advance: () => this.advance(),
      caughtUp: () => this.caughtUp(),
    })
  }

  /** Loads the last version and learns the rest of the log; undefined if the log has no model of that name. */
  static async open(name: string, host: ModelHost): Promise<LearningModel | undefined> {
    const model = new LearningModel(name, host)
    const { store } = host
    const last = await store.log.last(name)
    for (const mark of await store.log.marks(name, last)) model.takeMark(mark)
    const recipe = model.lineage.recipe(last)
    if (recipe === undefined) return undefined
    const latest = (await store.versions.all(name)).at(-1)
    if (latest !== undefined) {
      const progress = await store.versions.progress(name, latest.version)
      if (progress !== undefined) model.progress = ProgressiveValidation.from(progress)
      model.saved.startFrom(latest)
    }
    const start = await findStart(model, recipe)
    model.learner = await model.learnerFrom(await loadModel(model, start.sha256), start.recipe)
    await model.learnAll(remaining(start.recipe, recipe)!)
    model.applied = last
    model.appliedId = (await store.log.at(name, [last]))[0]?.id
    model.replayWanted = false
    return model
  }

  get classifier(): Classifier {
    return this.learner.classifier
  }

  get unsettled(): boolean {
    return this.replayWanted || this.settling !== undefined
  }

  get isRebuilding(): boolean {
    return this.rebuilding !== undefined
  }

  async append(events: readonly NewEvent[]): Promise<Appended[]> {
    const appended = await this.host.store.log.append(this.name, events)
    await this.log.reached(Math.max(0, ...appended.map(({ seq }) => seq)))
    return appended
  }

  async withdraw(id: string, kind: 'undo' | 'erase'): Promise<Withdrawn | undefined> {
    const done = await this.host.store.log.withdraw(this.name, id, kind, Date.now())
    await this.catchUp()
    return done
  }

  /** Reads what is new in the log; returns when the model knows all that was there when it was called. */
  catchUp(): Promise<void> {
    return this.log.catchUp()
  }

  async settle(): Promise<void> {
    while (this.unsettled) {
      this.settling ??= this.replay()
        .catch((error: unknown) => {
          // It is still not what the log says: tried again when the log is read next, and not saved until then.
          this.replayWanted = true
          throw error
        })
        .finally(() => {
          this.settling = undefined
          if (this.host.publishEvery > 0) this.keepUp()
          else this.saved.tidy()
        })
      await this.settling
    }
  }

  rebuild(progress: ReportProgress = () => {}): Promise<boolean> {
    if (this.rebuilding !== undefined)
      throw new HttpError(409, 'rebuilding', 'the model is being rebuilt already')
    requireCorpus(this)
    const running = this.rebuildNow(progress).finally(() => {
      this.rebuilding = undefined
    })
    this.rebuilding = running
    return running
  }

  save(kind: Version['kind'] = 'learned'): Promise<void> {
    return this.saved.save(kind)
  }

  async close(): Promise<void> {
    this.abandon()
    await this.log.idle()
    await this.settling?.catch(() => {})
    await this.save()
  }

  /**
   * Whether the log is still the one that was read: not if the model was deleted elsewhere, or if a standby database
   * took over before it had everything.
   */
  matchesLog(): Promise<boolean> {
    return this.log.locked(async () => {
      const [event] = await this.host.store.log.at(this.name, [this.applied])
      // An example that was taken back has given up its id.
      return event !== undefined && (event.id === this.appliedId || event.id === `undone:${event.seq}`)
    })
  }

  /** Ends without saving. */
  abandon(): void {
    this.closed = true
    this.saved.stop()
  }

  protected override takeMark(event: LoggedEvent<Mark>): 'replay' | 'same' {
    const then = super.takeMark(event)
    if (then === 'replay') this.replayWanted = true
    if (event.seq > this.applied) this.applied = event.seq
    return then
  }

  private async advance(): Promise<void> {
    const { log } = this.host.store
    const slice = new TimeSlice()
    for (;;) {
      const events = await log.read(this.name, this.applied, READ)
      if (events.length === 0) return
      for (const event of events) {
        const { seq, body } = event
        if (body.kind === 'learn') {
          this.progress.observe(this.classifier, this.names, { ...event, body })
          await this.learner.learn({ ...event, body })
          this.saved.learned()
        } else this.takeMark({ ...event, body })
        this.applied = seq
        this.appliedId = event.id
        this.remember(seq, body)
        if (slice.over) await slice.next()
      }
      // Between batches too, so that steady teaching does not hold versions back from replicas.
      if (this.host.publishEvery > 0) this.saved.publishSoon()
    }
  }

  private caughtUp(): void {
    if (this.replayWanted) this.settle().catch(this.warner('the model could not be rebuilt'))
    else this.keepUp()
  }

  /** Saves, and trains again, when enough was learned; nobody waits for it. */
  private keepUp(): void {
    if (this.closed || this.host.leader.epoch === undefined) return
    this.saved.saveWhenDue()
    if (this.rebuilding === undefined && rebuildIsDue(this, this.lastRebuilt)) this.rebuildUnasked()
  }

  private rebuildUnasked(): void {
    this.rebuild().catch(this.warner('the model could not be retrained'))
  }

  private async rebuildNow(progress: ReportProgress): Promise<boolean> {
    await this.settle()
    const { applied: upTo, name } = this
    this.lastRebuilt = upTo
    const { branches } = this.lineage
    const made = await trainAgain(this, progress)
    if (made === 'nothing to do') return true
    if (made === 'worse') return false
    const swapped = await this.log.locked(async () => {
      // Others write to the log too: its history may have branched meanwhile.
      await this.advance()
      if (this.lineage.branches !== branches) return false
      const body: EventBody = { kind: 'rebuild', upTo, sha256: made.sha256, at: Date.now() }
      await this.host.store.log.append(name, [{ id: `rebuild:${randomUUID()}`, body }])
      return true
    })
    if (!swapped) return false
    await this.catchUp()
    await this.settle()
    await this.save('rebuilt')
    return true
  }

  /** Replays the log in a job, learns the examples that came meanwhile, and takes over. */
  private async replay(): Promise<void> {
    while (this.replayWanted) {
      this.replayWanted = false
      const recipe = this.lineage.recipe(this.applied)!
      const start = await findStart(this, recipe)
      const { bytes } = await this.host.run(
        {
          kind: 'replay',
          model: this.name,
          start: start.sha256,
          corpus: recipe.base.body.corpus,
          earlier: [...recipe.trained, ...start.recipe.learned],
          learned: remaining(start.recipe, recipe)!,
          renames: this.lineage.renames(),
        },
        () => {},
      )
      const classifier = await fromBytes(bytes)
      await this.log.locked(async () => {
        const now = this.lineage.recipe(this.applied)!
        const more = remaining(recipe, now)
        if (more === undefined) {
          this.replayWanted = true
          return
        }
        const learner = await this.learnerFrom(classifier, recipe)
        const slice = new TimeSlice()
        for await (const events of examples(this.name, more, this.host.store.log)) {
          for (const event of events) {
            await learner.learn(event)
            if (slice.over) await slice.next()
          }
        }
        this.learner = learner
      })
    }
    this.saved.replaced()
    // A foundation that was trained on what has been taken back is trained again without it.
    const leads = this.host.leader.epoch !== undefined
    if (leads && this.lineage.stale && this.hasCorpus && this.rebuilding === undefined) this.rebuildUnasked()
  }

  private async learnerFrom(classifier: Classifier, recipe: Recipe): Promise<IncrementalLearner> {
    const { corpus: sha256 } = recipe.base.body
    if (this.corpus === undefined || this.corpus.sha256 !== sha256)
      this.corpus = { sha256, documents: await sampleCorpus(this.host.files, sha256) }
    return new IncrementalLearner({
      model: this.name,
      classifier,
      log: this.host.store.log,
      names: this.names,
      corpus: this.corpus.documents,
      earlier: [...recipe.trained, ...recipe.learned],
    })
  }

  private async learnAll(seqs: readonly number[]): Promise<void> {
    for await (const events of examples(this.name, seqs, this.host.store.log)) {
      for (const event of events) {
        this.progress.observe(this.classifier, this.names, event)
        await this.learner.learn(event)
        this.remember(event.seq, event.body)
      }
    }
  }

  private remember(seq: number, body: EventBody): void {
    this.recent.set(seq, 'at' in body ? body.at : 0)
    if (this.recent.size > KEPT_VERSIONS) this.recent.delete(this.recent.keys().next().value!)
  }
}
