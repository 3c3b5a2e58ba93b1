// The models of a server by name: opened from the store or from versions that a trainer publishes, trained from
// uploads, taken out.

import { type Document, fromBytes, InputError } from 'abound'
import { HttpError } from '../http-error.js'
import { isDatabaseError } from '../log/database-error.js'
import type { BaseEvent } from '../log/events.js'
import type { HeadVersion } from '../log/feedback-store.js'
import { BackgroundJobs, type JobState } from './background-jobs.js'
import { FollowingModel, notTrainer } from './following-model.js'
import { LearningModel } from './learning-model.js'
import { hashBytes } from './model-files.js'
import type { ModelHost, ServedModel } from './served-model.js'

/** A version that was refused is tried again after this time, twice as long each time up to the most. */
const RETRY_MS = 1_000
const MOST_RETRY_MS = 60_000
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** A version that a replica could not take. */
interface Refused {
  readonly version: number
  readonly why: string
  readonly tries: number
  readonly again: number
}

export class ModelSet {
  readonly host: ModelHost
  readonly jobs: BackgroundJobs
  /** Whether versions are followed that a trainer publishes; otherwise the models learn here. */
  readonly follows: boolean
  /** Called for every version that a replica could not take. */
  onRefused: (model: string) => void = () => {}
  private readonly refused = new Map<string, Refused>()
  private trainer: string | undefined
  private readonly models = new Map<string, ServedModel>()
  private readonly training = new Set<string>()
  private preferred: string | undefined

  constructor(host: Omit<ModelHost, 'discard'>, follows = false) {
    this.host = { ...host, discard: (sha256s) => this.discard(sha256s) }
    this.follows = follows
    this.jobs = new BackgroundJobs(host.warn)
  }

  /** Opens all models that the store has. */
  async open(): Promise<void> {
    if (this.follows) return this.follow()
    for (const name of await this.host.store.log.models()) await this.load(name)
  }

  /** A model file that is to serve under a name; what was taught under it before is taught to it again. */
  async serve(name: string, bytes: Uint8Array, batches?: AsyncIterable<readonly Document[]>): Promise<void> {
    if (!MODEL_NAME.test(name)) {
      throw new InputError(`model name ${name}: expected letters, digits, . _ and -, at most 64 of them`)
    }
    const { files, store } = this.host
    const { documents } = await fromBytes(bytes.slice(), name)
    const corpus = batches === undefined ? undefined : (await files.putCorpus(batches)).sha256
    this.preferred ??= name
    const served = this.models.get(name)
    const now = served?.lineage.foundation(served.applied)?.base.body
    const sha256 = hashBytes(bytes)
    if (now?.sha256 === sha256 && (corpus === undefined || now.corpus === corpus)) return
    await files.put(bytes)
    const body: BaseEvent = {
      kind: 'base',
      sha256,
      documents,
      ...(corpus === undefined ? {} : { corpus }),
      at: Date.now(),
    }
    const model = this.models.get(name)
    if (model === undefined) {
      // Of two trainers that start at once with the same file, one is first.
      const [{ repeated }] = await store.log.append(name, [{ id: 'base:first', body }])
      await this.load(name)
      if (repeated)
        return this.serve(name, bytes, corpus === undefined ? undefined : files.corpus(corpus).batches())
    } else {
      await model.mark(body)
      await model.settle()
    }
    await this.models.get(name)!.save('base')
  }

  /** What keeps a replica from the latest versions. */
  get problems(): string[] {
    return Array.from(this.refused.values(), ({ why }) => why)
  }

  get names(): string[] {
    return [...this.models.keys()]
  }

  /** The model that serves where none is named: the first on the command line, `default`, or the only one. */
  get defaultName(): string | undefined {
    if (this.preferred !== undefined && this.models.has(this.preferred)) return this.preferred
    return this.models.has('default') ? 'default' : this.names[0]
  }

  all(): ServedModel[] {
    return [...this.models.values()]
  }

  get(name: string | undefined): ServedModel {
    const wanted = name ?? this.defaultName
    const model = wanted === undefined ? undefined : this.models.get(wanted)
    if (model !== undefined) return model
    if (name !== undefined) throw new HttpError(404, 'unknown_model', `there is no model "${name}"`)
    if (this.follows) throw new HttpError(404, 'no_model', 'there is no model yet: a trainer publishes them')
    throw new HttpError(404, 'no_model', 'there is no model yet: POST /v1/models/default trains one')
  }

  /** Trains a model from documents, in the background. */
  create(
    name: string,
    batches: AsyncIterable<readonly Document[]>,
    options: Readonly<Record<string, unknown>>,
    replace: boolean,
  ): JobState {
    if (this.follows) throw notTrainer(this.trainerName)
    if (this.training.has(name)) throw new HttpError(409, 'training', `"${name}" is being trained already`)
    if (this.models.has(name) && !replace)
      throw new HttpError(409, 'model_exists', `there is a model "${name}": say ?replace=true to replace it`)
    this.training.add(name)
    return this.jobs.start(name, 'train', async (progress) => {
      try {
        progress(0, 'reading')
        const { files } = this.host
        const { sha256: corpus, documents } = await files.putCorpus(batches)
        progress(0, `training on ${documents} documents`)
        const { bytes } = await this.host.run(
          { kind: 'train', model: name, corpus, examples: [], upTo: 0, renames: [], options },
          progress,
        )
        await this.serve(name, bytes, files.corpus(corpus).batches())
        const { classifier } = this.models.get(name)!
        return `${classifier.learner}: ${classifier.documents} documents, ${classifier.labelCount} labels`
      } finally {
        this.training.delete(name)
      }
    })
  }

  /** Trains a model again in the background. */
  rebuild(model: ServedModel): JobState {
    return this.jobs.start(model.name, 'rebuild', (progress) =>
      model
        .rebuild(progress)
        .then((better) =>
          better
            ? 'the new model has taken over'
            : 'the new model is no better on examples held out: the old one stays',
        ),
    )
  }

  async drop(name: string): Promise<void> {
    if (this.follows) throw notTrainer(this.trainerName)
    const model = this.get(name)
    this.models.delete(name)
    await model.close()
    await this.host.store.drop(name)
    await this.tidy()
  }

  /** Reads what other servers wrote. */
  async poll(): Promise<void> {
    if (this.follows) return this.follow()
    const names = await this.host.store.log.models()
    for (const [name, model] of this.models) {
      if (!(model instanceof LearningModel)) continue
      const there = names.includes(name)
      if (there && (await model.matchesLog())) {
        await model.catchUp()
        continue
      }
      this.host.warn('the log of a model is gone, or another than was read', { model: name })
      model.abandon()
      if (there) await this.load(name)
      else this.models.delete(name)
    }
    for (const name of names) if (!this.models.has(name)) await this.load(name)
  }

  /** Saves all models. */
  async close(): Promise<void> {
    for (const model of this.all()) await model.close()
    await this.tidy()
  }

  /** Goes on to the latest versions; one that is not as it should be is passed over for now. */
  private async follow(): Promise<void> {
    const { store } = this.host
    const heads = await store.versions.heads()
    this.trainer = (await store.trainer.now())?.who
    for (const head of heads) await this.followHead(head)
    const there = new Set(heads.map(({ model }) => model))
    for (const name of [...this.models.keys(), ...this.refused.keys()]) {
      if (there.has(name)) continue
      this.models.delete(name)
      this.refused.delete(name)
    }
  }

  private async followHead(head: HeadVersion): Promise<void> {
    const { model: name, version, sha256 } = head
    const now = this.models.get(name) as FollowingModel | undefined
    const before = this.refused.get(name)
    if (now?.head.version === version && now.head.sha256 === sha256) return
    if (before?.version === version && performance.now() < before.again) return
    try {
      // A lower number is that of another model, which has taken the name of one that was taken out.
      if (now !== undefined && version > now.head.version) await now.follow(head)
      else this.models.set(name, await FollowingModel.open(head, this.host, () => this.trainerName))
      this.refused.delete(name)
    } catch (error) {
      if (isDatabaseError(error)) throw error
      // One that has been taken out meanwhile has a successor.
      const heads = await this.host.store.versions.heads()
      if (heads.find(({ model }) => model === name)?.version !== version) return
      const why = (error as Error).message
      const tries = before?.version === version ? before.tries + 1 : 0
      const again = performance.now() + Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** tries)
      this.refused.set(name, { version, why, tries, again })
      this.onRefused(name)
      const serving = now?.head.version
      if (tries === 0) this.host.warn('a version was refused', { model: name, version, why, serving })
    }
  }

  /** For messages: where to send what a replica cannot do. */
  private get trainerName(): string {
    return this.trainer === undefined ? 'a trainer (none has been here yet)' : `the trainer, ${this.trainer}`
  }

  private async load(name: string): Promise<void> {
    const model = await LearningModel.open(name, this.host)
    if (model !== undefined) this.models.set(name, model)
  }

  /** What nobody needs any more; files of others are left alone by those who do not lead. */
  private async tidy(): Promise<void> {
    if (this.host.leader.epoch !== undefined) await this.host.files.keepOnly(new Set(await this.wanted()))
  }

  private async discard(sha256s: readonly string[]): Promise<void> {
    const wanted = new Set(await this.wanted())
    for (const sha256 of sha256s) if (!wanted.has(sha256)) await this.host.files.remove(sha256)
  }

  private async wanted(): Promise<string[]> {
    return (await Promise.all(this.all().map((model) => model.files()))).flat()
  }
}
