// A model at work: ranks, learns from the log, is saved now and then, goes back, is made anew. Its state is what the
// log says up to `applied` (lineage.ts), whoever wrote it; while a new line is being made, the old model serves.

import { randomUUID } from 'node:crypto'
import {
  type Classifier,
  type Document,
  fromBytes,
  InputError,
  toBytes,
  type Vectoriser,
} from '../../index.js'
import { HttpError } from '../http-error.js'
import type { EventBody, LearnEvent, LoggedEvent, Mark } from '../log/events.js'
import type { Appended, NewEvent, Store, Version } from '../log/store.js'
import { Slices } from '../turns.js'
import { DriftWatch } from './drift.js'
import { Fold } from './fold.js'
import { examples, type Job, type JobResult, mixedIn } from './jobs.js'
import { LabelList } from './label-list.js'
import { LabelNames } from './label-names.js'
import { Lineage, type Recipe, remaining } from './lineage.js'
import { type ModelFiles, sha256Of } from './model-files.js'
import { Progress } from './progress.js'

const READ = 256
/** Saved versions of a model that are kept, besides those it stands on. */
const KEPT_VERSIONS = 10

/** What a model needs of the server around it. */
export interface ModelHost {
  readonly store: Store
  readonly files: ModelFiles
  run(job: Job, progress: (share: number, message: string) => void): Promise<JobResult>
  warn(message: string, details: Record<string, unknown>): void
  /** Examples learned between two saved versions. */
  readonly saveEvery: number
  /** Examples learned before training anew; undefined: a tenth of the model's documents, at least 100; 0: never. */
  readonly rebuildAfter: number | undefined
}

interface Start {
  readonly sha256: string
  readonly recipe: Recipe
}

export class ServedModel {
  readonly name: string
  readonly names = new LabelNames()
  readonly lineage = new Lineage()
  readonly drift = new DriftWatch()
  readonly labels = new LabelList()
  /** Labels added by name, before anything was taught of them. */
  readonly added: string[] = []
  progress = new Progress()
  /** The last event that the model knows of. */
  applied = 0
  private fold!: Fold
  private readonly host: ModelHost
  private corpus: { readonly sha256: string | undefined; readonly documents: Document[] } | undefined
  private saved = 0
  private learnedSinceSave = 0
  private refoldWanted = false
  private settling: Promise<void> | undefined
  private rebuilding: Promise<unknown> | undefined
  private chain: Promise<unknown> = Promise.resolve()
  private advancing: Promise<void> | undefined
  private advanceWanted = false
  private readonly recent: number[] = []

  private constructor(name: string, host: ModelHost) {
    this.name = name
    this.host = host
  }

  /** Loads the last version and learns the rest of the log; undefined if the log has no model of that name. */
  static async open(name: string, host: ModelHost): Promise<ServedModel | undefined> {
    const model = new ServedModel(name, host)
    const { store } = host
    const last = await store.log.last(name)
    for (const mark of await store.log.marks(name, last)) model.takeMark(mark)
    const recipe = model.lineage.recipe(last)
    if (recipe === undefined) return undefined
    const versions = await store.versions.all(name)
    const latest = versions.at(-1)
    if (latest !== undefined) {
      model.progress = Progress.from(latest.progress)
      model.saved = latest.seq
    }
    const start = await model.bestStart(recipe)
    model.fold = await model.foldFrom(await model.loaded(start.sha256), start.recipe)
    await model.learnAll(remaining(start.recipe, recipe)!)
    model.applied = last
    model.refoldWanted = false
    return model
  }

  get classifier(): Classifier {
    return this.fold.classifier
  }

  get vectoriser(): Vectoriser {
    if (this.vectoriserOf?.classifier !== this.classifier)
      this.vectoriserOf = { classifier: this.classifier, vectoriser: this.classifier.toParts().vectoriser }
    return this.vectoriserOf.vectoriser
  }

  private vectoriserOf: { readonly classifier: Classifier; readonly vectoriser: Vectoriser } | undefined

  /** Whether the model is not yet what the log says. */
  get unsettled(): boolean {
    return this.refoldWanted || this.settling !== undefined
  }

  get isRebuilding(): boolean {
    return this.rebuilding !== undefined
  }

  /** Examples that count. */
  get taught(): number {
    return this.lineage.surviving(this.applied).length
  }

  get hasCorpus(): boolean {
    return this.lineage.recipe(this.applied)?.base.body.corpus !== undefined
  }

  /** Appends and learns; returns once the model knows them. */
  async append(events: readonly NewEvent[]): Promise<Appended[]> {
    const appended = await this.host.store.log.append(this.name, events)
    await this.reached(Math.max(0, ...appended.map(({ seq }) => seq)))
    return appended
  }

  mark(body: EventBody): Promise<Appended[]> {
    return this.append([{ id: `${body.kind}:${randomUUID()}`, body }])
  }

  /** Takes an example back or erases it; the model follows in the background. */
  async withdraw(
    id: string,
    kind: 'undo' | 'erase',
  ): Promise<{ readonly seq: number; readonly example: LoggedEvent<LearnEvent> } | undefined> {
    const done = await this.host.store.log.withdraw(this.name, id, kind, Date.now())
    await this.catchUp()
    return done
  }

  async rollback(to: number): Promise<void> {
    const recipe = to > this.applied ? undefined : this.lineage.recipe(to)
    if (recipe === undefined) {
      throw new HttpError(404, 'unknown_version', `there is no version ${to} to go back to`)
    }
    const erased = this.lineage.erased
    const then = this.lineage.recipe(to, to)!
    if (then.trained.some((seq) => erased.has(seq))) {
      throw new HttpError(409, 'erased', `version ${to} was trained on an example that has been erased`)
    }
    await this.mark({ kind: 'rollback', to, at: Date.now() })
    await this.settle()
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

  /** Resolves when the model is what the log says. */
  async settle(): Promise<void> {
    while (this.unsettled) {
      this.settling ??= this.refoldAll().finally(() => {
        this.settling = undefined
      })
      await this.settling
    }
  }

  /**
   * Trains anew on the corpus and what was taught, and takes over if it is no worse; without a corpus, learns what was
   * taught again from the base on. False where the new one was worse.
   */
  rebuild(progress: (share: number, message: string) => void = () => {}): Promise<boolean> {
    if (this.rebuilding !== undefined)
      throw new HttpError(409, 'rebuilding', 'the model is being made anew already')
    const running = this.rebuildNow(progress).finally(() => {
      this.rebuilding = undefined
    })
    this.rebuilding = running
    return running
  }

  /** The model's bytes and their sha256. */
  bytes(): { readonly bytes: Uint8Array; readonly sha256: string } {
    const bytes = toBytes(this.classifier)
    return { bytes, sha256: sha256Of(bytes) }
  }

  /** Saves the model with the event it stands for, so that the next start need not learn it all again. */
  async save(kind: Version['kind'] = 'learned'): Promise<void> {
    if (this.unsettled || this.lineage.stale || this.saved === this.applied) return
    const { bytes } = this.bytes()
    const { documents } = this.classifier
    const seq = this.applied
    const progress = this.progress.toJson()
    this.saved = seq
    this.learnedSinceSave = 0
    const sha256 = await this.host.files.put(bytes)
    await this.host.store.versions.save(this.name, {
      seq,
      kind,
      sha256,
      bytes: bytes.length,
      documents,
      at: Date.now(),
      progress,
    })
    await this.forgetOld()
  }

  /** Ends background work that can be waited for. */
  async close(): Promise<void> {
    await this.advancing
    await this.settling?.catch(() => {})
    await this.save()
  }

  /** Versions to go back to, newest first: saved ones and the last few steps. */
  async versions(): Promise<
    {
      version: number
      at: number
      taught: number
      documents: number
      sha256: string | null
      kind: Version['kind']
      current: boolean
    }[]
  > {
    const saved = await this.host.store.versions.all(this.name)
    const bySeq = new Map(saved.map((version) => [version.seq, version]))
    const listed = new Set([...bySeq.keys(), ...this.recent, this.applied])
    const out = []
    for (const version of [...listed].sort((a, b) => b - a)) {
      const recipe = this.lineage.recipe(version)
      if (recipe === undefined) continue
      const row = bySeq.get(version)
      const taught = recipe.learned.length + recipe.trained.length
      const mark = this.lineage.mark(version)
      out.push({
        version,
        at: row?.at ?? (mark !== undefined && 'at' in mark ? mark.at : this.recentAt.get(version)) ?? 0,
        taught,
        documents: row?.documents ?? recipe.base.body.documents + taught,
        sha256: row?.sha256 ?? null,
        kind: row?.kind ?? (mark?.kind === 'base' ? ('base' as const) : ('learned' as const)),
        current: version === this.applied,
      })
    }
    return out
  }

  /** The sha256 of files that the model stands on. */
  async files(): Promise<string[]> {
    const recipe = this.lineage.recipe(this.applied)
    const saved = await this.host.store.versions.all(this.name)
    return [
      ...saved.map(({ sha256 }) => sha256),
      ...saved.flatMap(({ seq }) => filesOf(this.lineage.recipe(seq))),
      ...filesOf(recipe),
    ]
  }

  private readonly recentAt = new Map<number, number>()

  private takeMark(event: LoggedEvent<Mark>): void {
    const { seq, body } = event
    if (this.lineage.take(event) === 'refold') this.refoldWanted = true
    if (body.kind === 'rename') this.names.take({ ...event, body })
    if (body.kind === 'label') this.added.push(body.label)
    if (seq > this.applied) this.applied = seq
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
        this.remember(seq, body)
        if (slices.over) await slices.wait()
      }
    }
  }

  /** Saves, and trains anew, when enough was learned; nobody waits for it. */
  private keepUp(): void {
    if (this.learnedSinceSave >= this.host.saveEvery) {
      this.save().catch((error: unknown) =>
        this.host.warn('the model could not be saved', { model: this.name, error: String(error) }),
      )
    }
    if (this.rebuilding !== undefined || !this.rebuildIsDue()) return
    this.rebuild().catch((error: unknown) =>
      this.host.warn('the model could not be trained anew', { model: this.name, error: String(error) }),
    )
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
    await this.forgetOld()
    // A foundation that holds what was taken back is made anew.
    if (this.lineage.stale && this.hasCorpus && this.rebuilding === undefined) {
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
    const { versions } = this.host.store
    const all = await versions.all(this.name)
    const { erased } = this.lineage
    const tainted = all.filter(({ seq }) => {
      const recipe = this.lineage.recipe(seq, seq)
      return (
        erased.size > 0 &&
        recipe !== undefined &&
        [...recipe.learned, ...recipe.trained].some((s) => erased.has(s))
      )
    })
    const learned = all.filter((version) => version.kind === 'learned' && !tainted.includes(version))
    const old = learned.slice(0, Math.max(0, learned.length - KEPT_VERSIONS))
    const forgotten = [...tainted, ...old].map(({ seq }) => seq)
    if (forgotten.length > 0) await versions.forget(this.name, forgotten)
  }

  private remember(seq: number, body: EventBody): void {
    this.recent.push(seq)
    this.recentAt.set(seq, 'at' in body ? body.at : 0)
    if (this.recent.length > KEPT_VERSIONS) this.recentAt.delete(this.recent.shift()!)
  }

  /** One change to the model at a time. */
  private locked<T>(work: () => Promise<T>): Promise<T> {
    const result = this.chain.then(work, work)
    this.chain = result.catch(() => {})
    return result
  }
}

function filesOf(recipe: Recipe | undefined): string[] {
  if (recipe === undefined) return []
  const { base, rebuild } = recipe
  return [
    base.body.sha256,
    ...(base.body.corpus === undefined ? [] : [base.body.corpus]),
    ...(rebuild === undefined ? [] : [rebuild.body.sha256]),
  ]
}
