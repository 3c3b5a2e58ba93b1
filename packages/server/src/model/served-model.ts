// A model at work, as requests see it: it ranks, appends what is taught to the log, lists its versions. Its state is
// what the log says up to `applied` (lineage.ts). How it gets there differs: by learning the log itself
// (learning-model.ts), or by following the versions that a trainer publishes (following-model.ts).

import { randomUUID } from 'node:crypto'
import { type Classifier, toBytes } from 'abound'
import type { Vectoriser } from 'abound/internal'
import { HttpError } from '../http-error.js'
import type { EventBody, LoggedEvent, Mark } from '../log/events.js'
import type { Appended, NewEvent, Store, Version, Withdrawn } from '../log/feedback-store.js'
import { DriftWatch } from './drift-watch.js'
import type { Job, JobResult, ReportProgress } from './jobs.js'
import { LabelDirectory } from './label-directory.js'
import { LabelNames } from './label-renaming.js'
import { Lineage } from './lineage.js'
import { hashBytes, type ModelFiles } from './model-files.js'
import { ProgressiveValidation } from './progressive-validation.js'

/** Saved versions of a model that are kept, besides those it stands on; and steps that are shown. */
export const KEPT_VERSIONS = 10

/** What a model needs of the server around it. */
export interface ModelHost {
  readonly store: Store
  readonly files: ModelFiles
  run(job: Job, progress: ReportProgress): Promise<JobResult>
  warn(message: string, details: Record<string, unknown>): void
  /** Who publishes: with an epoch, this server; `fenced` where another leads by now. */
  readonly leader: { readonly epoch: number | undefined; fenced(): Promise<void> }
  /** Takes away model files that no version needs any more. */
  discard(sha256s: readonly string[]): Promise<void>
  /** Examples learned between two saved versions. */
  readonly saveEvery: number
  /** Milliseconds between two versions for replicas to follow; 0: they are saved by `saveEvery` alone. */
  readonly publishEvery: number
  /** Examples learned before training again; undefined: a tenth of the model's documents, at least 100; 0: never. */
  readonly rebuildAfter: number | undefined
}

export abstract class ServedModel {
  readonly name: string
  readonly names = new LabelNames()
  readonly lineage = new Lineage()
  readonly drift = new DriftWatch()
  readonly labels = new LabelDirectory(this)
  /** Labels that were added without examples. */
  readonly added: string[] = []
  progress = new ProgressiveValidation()
  /** The last event that the model knows of. */
  applied = 0
  readonly host: ModelHost
  /** The last few steps, and when they were. */
  protected readonly recent = new Map<number, number>()
  private vectoriserOf: { readonly classifier: Classifier; readonly vectoriser: Vectoriser } | undefined

  protected constructor(name: string, host: ModelHost) {
    this.name = name
    this.host = host
  }

  abstract get classifier(): Classifier

  /** Whether the model is not yet what the log says. */
  abstract get unsettled(): boolean

  abstract get isRebuilding(): boolean

  /** Appends; returns once they are durable, and once the model knows them if it learns itself. */
  abstract append(events: readonly NewEvent[]): Promise<Appended[]>

  /** Takes an example back or erases it; the model follows in the background. */
  abstract withdraw(id: string, kind: 'undo' | 'erase'): Promise<Withdrawn | undefined>

  /** Resolves when the model is what the log says, if it learns itself. */
  abstract settle(): Promise<void>

  /**
   * Trains again on the corpus and what was taught, and takes over if it is no worse. An online learner without a corpus
   * has learned all there is. False where the new one was worse.
   */
  abstract rebuild(progress?: ReportProgress): Promise<boolean>

  /** Saves a snapshot of the model with its last event, so that the next start need not replay the whole log. */
  abstract save(kind?: Version['kind']): Promise<void>

  /** Ends background work that can be waited for. */
  abstract close(): Promise<void>

  get vectoriser(): Vectoriser {
    if (this.vectoriserOf?.classifier !== this.classifier)
      this.vectoriserOf = { classifier: this.classifier, vectoriser: this.classifier.toParts().vectoriser }
    return this.vectoriserOf.vectoriser
  }

  /** Examples that count. */
  get taught(): number {
    return this.lineage.surviving(this.applied).length
  }

  /** Whether its labels are words, to be told from those around them. */
  get tellsWords(): boolean {
    return this.classifier.options.gap !== ''
  }

  get hasCorpus(): boolean {
    return this.lineage.foundation(this.applied)?.base.body.corpus !== undefined
  }

  mark(body: EventBody): Promise<Appended[]> {
    return this.append([{ id: `${body.kind}:${randomUUID()}`, body }])
  }

  /** Renames labels; under a name that exists, or a common one, they are merged. */
  async rename(from: readonly string[], to: string): Promise<{ version: number; seq: number }> {
    const [{ seq }] = await this.mark({ kind: 'rename', from, to, at: Date.now() })
    return { version: this.applied, seq }
  }

  /** Goes back; answers with the number of the event that says so. */
  async rollback(to: number): Promise<number> {
    const recipe = to > this.applied ? undefined : this.lineage.recipe(to)
    if (recipe === undefined) {
      throw new HttpError(404, 'unknown_version', `there is no version ${to} to go back to`)
    }
    const erased = this.lineage.erased
    const then = this.lineage.recipe(to, to)!
    if (then.trained.some((seq) => erased.has(seq))) {
      throw new HttpError(409, 'erased', `version ${to} was trained on an example that has been erased`)
    }
    const [{ seq }] = await this.mark({ kind: 'rollback', to, at: Date.now() })
    await this.settle()
    return seq
  }

  /** The model's bytes and their sha256. */
  bytes(): { readonly bytes: Uint8Array; readonly sha256: string } {
    const bytes = toBytes(this.classifier)
    return { bytes, sha256: hashBytes(bytes) }
  }

  /** Versions to go back to, newest first: saved ones and the last few steps. */
  async versions() {
    const saved = await this.host.store.versions.all(this.name)
    const bySeq = new Map(saved.map((version) => [version.seq, version]))
    const listed = new Set([...bySeq.keys(), ...this.recent.keys(), this.applied])
    const newestFirst = [...listed].sort((a, b) => b - a)
    return newestFirst.flatMap((version) => {
      const recipe = this.lineage.recipe(version)
      if (recipe === undefined) return []
      const row = bySeq.get(version)
      const taught = recipe.learned.length + recipe.trained.length
      const mark = this.lineage.mark(version)
      const kind = row?.kind ?? (mark?.kind === 'base' ? 'base' : 'learned')
      return {
        version,
        at: row?.at ?? (mark !== undefined && 'at' in mark ? mark.at : this.recent.get(version)) ?? 0,
        taught,
        documents: row?.documents ?? recipe.base.body.documents + taught,
        sha256: row?.sha256 ?? null,
        kind: kind === 'interim' ? 'learned' : kind,
        current: version === this.applied,
      }
    })
  }

  /** Logs what went wrong in the background. */
  warner(message: string): (error: unknown) => void {
    return (error) => this.host.warn(message, { model: this.name, error: String(error) })
  }

  /** The sha256 of files that the model stands on. */
  async files(): Promise<string[]> {
    const saved = await this.host.store.versions.all(this.name)
    const out = saved.map(({ sha256 }) => sha256)
    for (const seq of [...saved.map((version) => version.seq), this.applied]) {
      const { base, rebuild } = this.lineage.foundation(seq) ?? {}
      if (base !== undefined) out.push(base.body.sha256)
      if (base?.body.corpus !== undefined) out.push(base.body.corpus)
      if (rebuild !== undefined) out.push(rebuild.body.sha256)
    }
    return out
  }

  /** Takes in what is no example; `replay` where the model cannot go on from what it is. */
  protected takeMark(event: LoggedEvent<Mark>): 'replay' | 'same' {
    const { body } = event
    if (body.kind === 'rename') this.names.take({ ...event, body })
    if (body.kind === 'label') this.added.push(body.label)
    return this.lineage.take(event)
  }
}
