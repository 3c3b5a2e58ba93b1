// The saved versions of a model that learns: saved every so often by who leads (leader.ts), published for replicas,
// forgotten when there are newer ones or when they hold what has been erased.

import type { NewVersion, Version } from '../log/feedback-store.js'
import { KEPT_VERSIONS, type ServedModel } from './served-model.js'

/** Versions for replicas that are kept: one that is being fetched need not be the newest. */
const KEPT_INTERIM = 3
/** After publishing, this many times as long passes before the next time. */
const PUBLISHING_PAUSES = 2
/** After serialising, which blocks the event loop, this many times as long. */
const SERIALISING_PAUSES = 10

export class VersionKeeper {
  private readonly model: ServedModel
  private readonly published: () => void
  /** The latest version that is known of. */
  private latest = { version: 0, seq: 0 }
  /** The event that the last saved version stands for; −1 where the model has been replaced since. */
  private savedSeq = 0
  private saving: Promise<unknown> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  private nextPublishing = 0
  private serialisingMs = 0
  private learnedSinceSave = 0
  private closed = false

  /** `published` is called after a version was published, or could not be. */
  constructor(model: ServedModel, published: () => void) {
    this.model = model
    this.published = published
  }

  /** Goes on from the latest version of the store. */
  startFrom({ version, seq }: Version): void {
    this.latest = { version, seq }
    this.savedSeq = seq
  }

  learned(): void {
    this.learnedSinceSave++
  }

  /** The model is no longer the one that was saved, even at the same event. */
  replaced(): void {
    this.savedSeq = -1
  }

  save(kind: NewVersion['kind']): Promise<void> {
    const saved = this.saving.then(() => this.saveNow(kind))
    this.saving = saved.catch(() => {})
    return saved
  }

  /** Saves when enough was learned; nobody waits for it. */
  saveWhenDue(): void {
    const { host } = this.model
    if (host.publishEvery > 0) this.publishSoon()
    else if (this.learnedSinceSave >= host.saveEvery)
      this.save('learned').catch(this.model.warner('the model could not be saved'))
  }

  /** Publishes what is new at once, or when enough time has passed since the last time. */
  publishSoon(): void {
    const { model } = this
    const { host } = model
    if (this.closed || host.leader.epoch === undefined || model.unsettled) return
    if (this.timer !== undefined || this.savedSeq === model.applied) return
    const wait = Math.max(0, this.nextPublishing - performance.now())
    this.timer = setTimeout(() => {
      const begun = performance.now()
      const kept = this.learnedSinceSave >= host.saveEvery && !model.lineage.stale
      const warn = model.warner('the model could not be published')
      this.save(kept ? 'learned' : 'interim')
        .catch((error: unknown) => {
          this.replaced()
          warn(error)
        })
        .finally(() => {
          const pause = Math.max(
            host.publishEvery,
            PUBLISHING_PAUSES * (performance.now() - begun),
            SERIALISING_PAUSES * this.serialisingMs,
          )
          this.nextPublishing = begun + pause
          this.timer = undefined
          if (!model.unsettled) this.published()
        })
    }, wait)
    this.timer.unref()
  }

  /** After the model was replaced: takes out versions that hold erased examples, the latest too. */
  tidy(): void {
    this.saving = this.saving
      .then(() => (this.model.lineage.holdsErased(this.latest.seq) ? this.saveNow('learned') : undefined))
      .then(() => this.forgetOld())
      .catch(this.model.warner('old versions could not be taken out'))
  }

  /** Publishes no more. */
  stop(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  private async saveNow(kind: NewVersion['kind']): Promise<void> {
    const { model } = this
    const { leader, files, store } = model.host
    const { epoch } = leader
    if (epoch === undefined || model.unsettled || this.savedSeq === model.applied) return
    // What holds examples that were taken back is not kept; replicas get it until the model is trained again.
    if (model.lineage.stale && kind !== 'interim') return
    const { documents } = model.classifier
    const seq = model.applied
    const progress = model.progress.toJson()
    const begun = performance.now()
    const { bytes } = model.bytes()
    this.serialisingMs = performance.now() - begun
    this.savedSeq = seq
    if (kind !== 'interim') this.learnedSinceSave = 0
    const sha256 = await files.put(bytes)
    const version = {
      seq,
      kind,
      sha256,
      uri: files.uri(sha256),
      bytes: bytes.length,
      documents,
      at: Date.now(),
      progress,
    }
    for (;;) {
      const parent = this.latest.version
      const done = await store.versions.publish(model.name, version, { epoch, parent })
      if ('version' in done) {
        this.latest = { version: done.version, seq }
        break
      }
      if (done.refused === 'epoch') return leader.fenced()
      // The one before was published by another trainer, or by this one whose answer was lost.
      this.latest = done.latest
      if (done.latest.seq >= seq) return
    }
    await this.forgetOld()
  }

  /** Takes out versions that hold what was erased, and the oldest beyond what is kept. */
  private async forgetOld(): Promise<void> {
    const { model } = this
    const { host } = model
    const { versions } = host.store
    if (host.leader.epoch === undefined) return
    const all = await versions.all(model.name)
    const tainted = all.filter(({ seq }) => model.lineage.holdsErased(seq))
    // The latest is taken out once another is in its place.
    const last = all.at(-1)
    const surplus = (kind: Version['kind'], kept: number): Version[] =>
      all.filter((version) => version.kind === kind && !tainted.includes(version)).slice(0, -kept)
    const old = [...surplus('learned', KEPT_VERSIONS), ...surplus('interim', KEPT_INTERIM)]
    const forgotten = [...tainted, ...old].filter((version) => version !== last)
    if (forgotten.length === 0) return
    await versions.forget(
      model.name,
      forgotten.map(({ version }) => version),
    )
    await host.discard(forgotten.map(({ sha256 }) => sha256))
  }
}
