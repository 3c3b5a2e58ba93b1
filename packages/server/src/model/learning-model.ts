// A model that learns from the log itself, whoever wrote it: it is saved now and then, goes back, is made anew. While
// a new line is being made, the old model serves. Only who leads (leader.ts) saves, and trains anew unasked.

import { randomUUID } from 'node:crypto'
import { type Classifier, type Document, fromBytes, InputError, toBytes } from 'abound'
import { Slices } from '../fair-queue.js'
import { HttpError } from '../http-error.js'
import type { EventBody, LoggedEvent, Mark } from '../log/events.js'
import type { Appended, NewEvent, Version } from '../log/store.js'
import { Fold } from './fold.js'
import { examples, mixedIn } from './jobs.js'
import { type Recipe, remaining } from './lineage.js'
import { Progress } from './progress.js'
import { KEPT_VERSIONS, type ModelHost, ServedModel, type Withdrawn } from './served-model.js'

const READ = 256
/** Versions for replicas that are kept: one that is being fetched need not be the newest. */
const KEPT_INTERIM = 3
/** Publishing takes one part in so many of the time, at most. */
const PUBLISHING_SHARE = 2
/** Laying out the bytes too: nothing else is done meanwhile. */
const LAYING_OUT_SHARE = 10

interface Start {
  readonly sha256: string
  readonly recipe: Recipe
}

export class LearningModel extends ServedModel {
  private fold!: Fold
  private corpus: { readonly sha256: string | undefined; readonly documents: Document[] } | undefined
  /** The latest version that is known of. */
  private latest = { version: 0, seq: 0 }
  private saved = 0
  private saving: Promise<unknown> = Promise.resolve()
  private publishing: NodeJS.Timeout | undefined
  private publishNext = 0
  private layingOut = 0
  private closed = false
  /** Of the event at `applied`. */
  private appliedId: string | undefined
  private learnedSinceSave = 0
  private refoldWanted = false
  private settling: Promise<void> | undefined
  private rebuilding: Promise<unknown> | undefined
  private chain: Promise<unknown> = Promise.resolve()
  private advancing: Promise<void> | undefined
  private advanceWanted = false

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
      if (progress !== undefined) model.progress = Progress.from(progress)
      model.saved = latest.seq
      model.latest = latest
    }
    const start = await model.bestStart(recipe)
    model.fold = await model.foldFrom(await model.loaded(start.sha256), start.recipe)
    await model.learnAll(remaining(start.recipe, recipe)!)
    model.applied = last
    model.appliedId = (await store.log.at(name, [last]))[0]?.id
    model.refoldWanted = false
    return model
  }

  get classifier(): Classifier {
    return this.fold.classifier
  }

  get unsettled(): boolean {
    return this.refoldWanted || this.settling !== undefined
  }

  get isRebuilding(): boolean {
    return this.rebuilding !== undefined
  }

  async append(events: readonly NewEvent[]): Promise<Appended[]> {
    const appended = await this.host.store.log.append(this.name, events)
    await this.reached(Math.max(0, ...appended.map(({ seq }) => seq)))
    return appended
  }

  async withdraw(id: string, kind: 'undo' | 'erase'): Promise<Withdrawn | undefined> {
    const done = await this.host.store.log.withdraw(this.name, id, kind, Date.now())
    await this.catchUp()
    return done
  }

  /** Reads what is new in the log; returns when the model knows all that was there when it was called. */
  catchUp(): Promise<void> {
    this.advanceWanted = true
    this.advancing ??= this.advanceAll()
    return this.advancing
  }

  /** Resolves when the model knows of an event; who teaches without pause does not keep others waiting. */
  private reached(seq: number): Promise<void> {
    if (this.applied >= seq) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiting.push({ seq, resolve, reject })
      this.catchUp().catch(() => {})
    })
  }

  private waiting: { seq: number; resolve: () => void; reject: (error: unknown) => void }[] = []

  async settle(): Promise<void> {
    while (this.unsettled) {
      this.settling ??= this.refoldAll()
        .catch((error: unknown) => {
          // It is still not what the log says: tried again when the log is read next, and not saved until then.
          this.refoldWanted = true
          throw error
        })
        .finally(() => {
          this.settling = undefined
          this.tidy()
        })
      await this.settling
    }
  }

  rebuild(progress: (share: number, message: string) => void = () => {}): Promise<boolean> {
    if (this.rebuilding !== undefined)
      throw new HttpError(409, 'rebuilding', 'the model is being made anew already')
    const running = this.rebuildNow(progress).finally(() => {
      this.rebuilding = undefined
    })
    this.rebuilding = running
    return running
  }

  save(kind: Version['kind'] = 'learned'): Promise<void> {
    const saved = this.saving.then(() => this.saveNow(kind))
    this.saving = saved.catch(() => {})
    return saved
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.publishing)
    await this.advancing
    await this.settling?.catch(() => {})
    await this.save()
  }

  /**
   * Whether the log is still the one that was read. It is not where the model was taken out elsewhere, or a standby
   * took over that had not got all of it.
   */
  isOfLog(): Promise<boolean> {
    return this.locked(async () => {
      const [event] = await this.host.store.log.at(this.name, [this.applied])
      // The id of an example that is taken back is given free.
      return event !== undefined && (event.id === this.appliedId || event.id === `undone:${event.seq}`)
    })
  }

  /** Ends without saving. */
  abandon(): void {
    this.closed = true
    clearTimeout(this.publishing)
  }

  protected override takeMark(event: LoggedEvent<Mark>): 'refold' | 'same' {
    const then = super.takeMark(event)
    if (then === 'refold') this.refoldWanted = true
    if (event.seq > this.applied) this.applied = event.seq
    return then
  }

  private async saveNow(kind: Version['kind']): Promise<void> {
    const { leader, files, store } = this.host
    const { epoch } = leader
    if (epoch === undefined || this.unsettled || this.saved === this.applied) return
    // What holds examples that were taken back is not kept; replicas get it until it is made anew.
    if (this.lineage.stale && kind !== 'interim') return
    const { documents } = this.classifier
    const seq = this.applied
    const progress = this.progress.toJson()
    const begun = performance.now()
    const { bytes } = this.bytes()
    this.layingOut = performance.now() - begun
    this.saved = seq
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
      const done = await store.versions.publish(this.name, version, { epoch, parent })
      if ('version' in done) {
        this.latest = { version: done.version, seq }
        break
      }
      if (done.refused === 'epoch') return leader.fenced()
      // The one before was published by another trainer, or by this one without its hearing of it.
      this.latest = done.latest
      if (done.latest.seq >= seq) return
    }
    await this.forgetOld()
  }

  private async advanceAll(): Promise<void> {
    try {
      while (this.advanceWanted) {
        this.advanceWanted = false
        await this.locked(() => this.advance())
        const { applied } = this
        for (const { seq, resolve } of this.waiting) if (seq <= applied) resolve()
        this.waiting = this.waiting.filter(({ seq }) => seq > applied)
      }
    } catch (error) {
      for (const { reject } of this.waiting) reject(error)
      this.waiting = []
      throw error
    } finally {
      this.advancing = undefined
    }
    if (this.refoldWanted) {
      this.settle().catch((error: unknown) =>
        this.host.warn('the model could not be made anew', { model: this.name, error: String(error) }),
      )
    } else this.keepUp()
  }

  private async advance(): Promise<void> {
    const { log } = this.host.store
    const slices = new Slices()
    for (;;) {
      const events = await log.read(this.name, this.applied, READ)
      if (events.length === 0) return
      for (const event of events) {
        const { seq, body } = event
        if (body.kind === 'learn') {
          this.progress.observe(this.classifier, this.names, { ...event, body })
          await this.fold.learn({ ...event, body })
          this.learnedSinceSave++
        } else this.takeMark({ ...event, body })
        this.applied = seq
        this.appliedId = event.id
        this.remember(seq, body)
        if (slices.over) await slices.wait()
      }
      // Who teaches without pause does not keep replicas waiting.
      if (this.host.publishEvery > 0) this.publishSoon()
    }
  }

  /** Saves, and trains anew, when enough was learned; nobody waits for it. */
  private keepUp(): void {
    if (this.closed || this.host.leader.epoch === undefined) return
    if (this.host.publishEvery > 0) this.publishSoon()
    else if (this.learnedSinceSave >= this.host.saveEvery) {
      this.save().catch((error: unknown) =>
        this.host.warn('the model could not be saved', { model: this.name, error: String(error) }),
      )
    }
    if (this.rebuilding !== undefined || !this.rebuildIsDue()) return
    this.rebuild().catch((error: unknown) =>
      this.host.warn('the model could not be trained anew', { model: this.name, error: String(error) }),
    )
  }

  /** Publishes what is new, unless it did a moment ago: then when the time has come. */
  private publishSoon(): void {
    if (this.closed || this.host.leader.epoch === undefined || this.unsettled) return
    if (this.publishing !== undefined || this.saved === this.applied) return
    const wait = Math.max(0, this.publishNext - performance.now())
    this.publishing = setTimeout(() => {
      const begun = performance.now()
      const kept = this.learnedSinceSave >= this.host.saveEvery && !this.lineage.stale
      this.save(kept ? 'learned' : 'interim')
        .catch((error: unknown) => {
          this.saved = -1
          this.host.warn('the model could not be published', { model: this.name, error: String(error) })
        })
        .finally(() => {
          const took = PUBLISHING_SHARE * (performance.now() - begun)
          this.publishNext = begun + Math.max(this.host.publishEvery, took, LAYING_OUT_SHARE * this.layingOut)
          this.publishing = undefined
          if (!this.unsettled) this.keepUp()
        })
    }, wait)
    this.publishing.unref()
  }

  private lastTried = 0

  private rebuildIsDue(): boolean {
    const { rebuildAfter = Math.max(100, Math.round(this.classifier.documents / 10)) } = this.host
    if (rebuildAfter === 0 || this.applied - this.lastTried < rebuildAfter) return false
    const recipe = this.lineage.recipe(this.applied)
    if (recipe?.base.body.corpus === undefined) return false
    return recipe.learned.length >= rebuildAfter || this.lineage.stale
  }

  private async rebuildNow(progress: (share: number, message: string) => void): Promise<boolean> {
    await this.settle()
    const upTo = this.applied
    this.lastTried = upTo
    const { turns } = this.lineage
    const { base, rebuild } = this.lineage.recipe(upTo)!
    const { corpus } = base.body
    const { classifier, name } = this
    if (corpus === undefined) {
      if (classifier.online) return true
      throw new HttpError(
        409,
        'no_corpus',
        `${classifier.learner} learns from all documents at once, and the server does not have them: start it with --data`,
      )
    }
    const rival = classifier.online ? undefined : await this.host.files.put(toBytes(classifier))
    const result = await this.host.run(
      {
        kind: 'train',
        model: name,
        corpus,
        examples: this.lineage.surviving(upTo),
        upTo,
        renames: this.lineage.renames.filter(({ seq }) => seq <= upTo),
        options: { ...classifier.options, learner: classifier.learner },
        ...(rival === undefined ? {} : { rival: { sha256: rival, unseenAfter: rebuild?.body.upTo ?? 0 } }),
      },
      progress,
    )
    if (result.sha256 === '') return false
    const sha256 = await this.host.files.put(result.bytes)
    const swapped = await this.locked(async () => {
      // Others write to the log too: they may have turned the line meanwhile.
      await this.advance()
      if (this.lineage.turns !== turns) return false
      const body: EventBody = { kind: 'rebuild', upTo, sha256, at: Date.now() }
      await this.host.store.log.append(name, [{ id: `rebuild:${randomUUID()}`, body }])
      return true
    })
    if (!swapped) return false
    await this.catchUp()
    await this.settle()
    await this.save('rebuilt')
    return true
  }

  /** Makes the model that the log says, elsewhere; learns what came meanwhile; takes over. */
  private async refoldAll(): Promise<void> {
    while (this.refoldWanted) {
      this.refoldWanted = false
      const recipe = this.lineage.recipe(this.applied)!
      const start = await this.bestStart(recipe)
      const { bytes } = await this.host.run(
        {
          kind: 'refold',
          model: this.name,
          start: start.sha256,
          corpus: recipe.base.body.corpus,
          earlier: [...recipe.trained, ...start.recipe.learned],
          learned: remaining(start.recipe, recipe)!,
          renames: this.lineage.renames,
        },
        () => {},
      )
      const classifier = await fromBytes(bytes)
      await this.locked(async () => {
        const now = this.lineage.recipe(this.applied)!
        const more = remaining(recipe, now)
        if (more === undefined) {
          this.refoldWanted = true
          return
        }
        const fold = await this.foldFrom(classifier, recipe)
        const slices = new Slices()
        for await (const events of examples(this.name, more, this.host.store.log)) {
          for (const event of events) {
            await fold.learn(event)
            if (slices.over) await slices.wait()
          }
        }
        this.fold = fold
      })
    }
    this.saved = -1
    // A foundation that holds what was taken back is made anew.
    const leads = this.host.leader.epoch !== undefined
    if (leads && this.lineage.stale && this.hasCorpus && this.rebuilding === undefined) {
      this.rebuild().catch((error: unknown) =>
        this.host.warn('the model could not be trained anew', { model: this.name, error: String(error) }),
      )
    }
  }

  private async foldFrom(classifier: Classifier, recipe: Recipe): Promise<Fold> {
    const { corpus: sha256 } = recipe.base.body
    if (this.corpus === undefined || this.corpus.sha256 !== sha256)
      this.corpus = { sha256, documents: await mixedIn(this.host.files, sha256) }
    return new Fold({
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
        await this.fold.learn(event)
        this.remember(event.seq, event.body)
      }
    }
  }

  /** The saved model nearest to a recipe that can go on to it. */
  private async bestStart(recipe: Recipe): Promise<Start> {
    const { store, files } = this.host
    const starts: Start[] = []
    for (const { seq, sha256 } of await store.versions.all(this.name)) {
      const made = this.lineage.recipe(seq, seq)
      if (made !== undefined && remaining(made, recipe) !== undefined) starts.push({ sha256, recipe: made })
    }
    starts.sort((a, b) => b.recipe.learned.length - a.recipe.learned.length)
    const foundation = recipe.rebuild?.body.sha256 ?? recipe.base.body.sha256
    starts.push({ sha256: foundation, recipe: { ...recipe, learned: [] } })
    for (const start of starts) if ((await files.get(start.sha256)) !== undefined) return start
    if (recipe.rebuild === undefined) {
      throw new InputError(
        `the model file of ${this.name} (${foundation}) is gone from the store: start the server with it again`,
      )
    }
    await this.retrain(recipe)
    return starts[starts.length - 1]
  }

  /** A foundation whose file was lost is trained again: the same documents give the same bytes. */
  private async retrain(recipe: Recipe): Promise<void> {
    const { base, rebuild, trained } = recipe
    const { corpus, sha256: baseSha } = base.body
    const options = (await this.loaded(baseSha)).options
    const { learner } = await this.loaded(baseSha)
    const { upTo, sha256 } = rebuild!.body
    const result = await this.host.run(
      {
        kind: 'train',
        model: this.name,
        corpus,
        examples: trained,
        upTo,
        renames: this.lineage.renames.filter(({ seq }) => seq <= upTo),
        options: { ...options, learner },
      },
      () => {},
    )
    await this.host.files.put(result.bytes)
    if (result.sha256 === sha256) return
    throw new InputError(`the model ${sha256} of ${this.name} is lost, and training again gave another`)
  }

  private async loaded(sha256: string): Promise<Classifier> {
    const bytes = await this.host.files.get(sha256)
    if (bytes === undefined)
      throw new InputError(`the model file ${sha256} of ${this.name} is gone from the store`)
    return fromBytes(bytes, this.name)
  }

  /** Takes out versions that hold what was erased, and the oldest beyond what is kept. */
  private async forgetOld(): Promise<void> {
    const { host } = this
    const { versions } = host.store
    if (host.leader.epoch === undefined) return
    const all = await versions.all(this.name)
    const tainted = all.filter(({ seq }) => this.lineage.holdsErased(seq))
    // The latest is taken out once another is in its place.
    const last = all.at(-1)
    const surplus = (kind: Version['kind'], kept: number): Version[] =>
      all.filter((version) => version.kind === kind && !tainted.includes(version)).slice(0, -kept)
    const old = [...surplus('learned', KEPT_VERSIONS), ...surplus('interim', KEPT_INTERIM)]
    const forgotten = [...tainted, ...old].filter((version) => version !== last)
    if (forgotten.length === 0) return
    await versions.forget(
      this.name,
      forgotten.map(({ version }) => version),
    )
    await host.discard(forgotten.map(({ sha256 }) => sha256))
  }

  /** After a new line was made: what holds erased examples is to go, also where it is the latest version. */
  private tidy(): void {
    if (this.host.publishEvery > 0) {
      this.keepUp()
      return
    }
    this.saving = this.saving
      .then(() => (this.lineage.holdsErased(this.latest.seq) ? this.saveNow('learned') : undefined))
      .then(() => this.forgetOld())
      .catch((error: unknown) =>
        this.host.warn('old versions could not be taken out', { model: this.name, error: String(error) }),
      )
  }

  private remember(seq: number, body: EventBody): void {
    this.recent.set(seq, 'at' in body ? body.at : 0)
    if (this.recent.size > KEPT_VERSIONS) this.recent.delete(this.recent.keys().next().value!)
  }

  /** One change to the model at a time. */
  private locked<T>(work: () => Promise<T>): Promise<T> {
    const result = this.chain.then(work, work)
    this.chain = result.catch(() => {})
    return result
  }
}
