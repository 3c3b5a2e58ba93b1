// The models of a server by name: opened from the store, trained from uploads, taken out; and the long work on them.

import { randomUUID } from 'node:crypto'
import { type Document, fromBytes, InputError } from '../../index.js'
import { HttpError } from '../http-error.js'
import type { BaseEvent } from '../log/events.js'
import type { JobResult } from './jobs.js'
import { sha256Of } from './model-files.js'
import { type ModelHost, ServedModel } from './served-model.js'

const KEPT_JOBS = 100
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export interface JobState {
  readonly id: string
  readonly model: string
  readonly what: string
  state: 'running' | 'done' | 'failed'
  progress: number
  message: string
}

export class ModelSet {
  readonly host: ModelHost
  private readonly models = new Map<string, ServedModel>()
  private readonly jobs = new Map<string, JobState>()
  private readonly training = new Set<string>()
  private preferred: string | undefined

  constructor(host: ModelHost) {
    this.host = host
  }

  /** Opens all models that the store has. */
  async open(): Promise<void> {
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
    const now = this.models.get(name)?.lineage.recipe(this.models.get(name)!.applied)?.base.body
    const sha256 = sha256Of(bytes)
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
      await store.log.append(name, [{ id: `base:${randomUUID()}`, body }])
      await this.load(name)
    } else {
      await model.mark(body)
      await model.settle()
    }
    await this.models.get(name)!.save('base')
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
    throw new HttpError(404, 'no_model', 'there is no model yet: POST /v1/models/default trains one')
  }

  /** Trains a model from documents, in the background. */
  create(
    name: string,
    batches: AsyncIterable<readonly Document[]>,
    options: Readonly<Record<string, unknown>>,
    replace: boolean,
  ): JobState {
    if (this.training.has(name)) throw new HttpError(409, 'training', `"${name}" is being trained already`)
    if (this.models.has(name) && !replace)
      throw new HttpError(409, 'model_exists', `there is a model "${name}": say ?replace=true to replace it`)
    this.training.add(name)
    return this.start(name, 'train', async (progress) => {
      try {
        progress(0, 'reading')
        const { files } = this.host
        const { sha256: corpus, documents } = await files.putCorpus(batches)
        progress(0, `training on ${documents} documents`)
        const job = {
          kind: 'train',
          model: name,
          corpus,
          examples: [],
          upTo: 0,
          renames: [],
          options,
        } as const
        const result: JobResult = await this.host.run(job, progress)
        await this.serve(name, result.bytes, files.corpus(corpus).batches())
        const { classifier } = this.models.get(name)!
        return `${classifier.learner}: ${classifier.documents} documents, ${classifier.labelCount} labels`
      } finally {
        this.training.delete(name)
      }
    })
  }

  /** Trains a model anew in the background. */
  rebuild(model: ServedModel): JobState {
    if (model.isRebuilding) throw new HttpError(409, 'rebuilding', 'the model is being made anew already')
    if (!model.classifier.online && !model.hasCorpus) {
      throw new HttpError(
        409,
        'no_corpus',
        `${model.classifier.learner} learns from all documents at once, and the server does not have them: start it with --data`,
      )
    }
    return this.start(model.name, 'rebuild', async (progress) =>
      (await model.rebuild(progress))
        ? 'the new model has taken over'
        : 'the new model is no better on examples held out: the old one stays',
    )
  }

  async drop(name: string): Promise<void> {
    const model = this.get(name)
    this.models.delete(name)
    await model.close()
    await this.host.store.drop(name)
    await this.tidy()
  }

  job(id: string): JobState {
    const job = this.jobs.get(id)
    if (job === undefined) throw new HttpError(404, 'unknown_job', `there is no job "${id}"`)
    return job
  }

  /** Reads what other servers wrote to the log. */
  async poll(): Promise<void> {
    for (const model of this.all()) await model.catchUp()
    for (const name of await this.host.store.log.models()) if (!this.models.has(name)) await this.load(name)
  }

  /** Saves all models. */
  async close(): Promise<void> {
    for (const model of this.all()) await model.close()
    await this.tidy()
  }

  private async load(name: string): Promise<void> {
    const model = await ServedModel.open(name, this.host)
    if (model !== undefined) this.models.set(name, model)
  }

  private async tidy(): Promise<void> {
    const wanted = await Promise.all(this.all().map((model) => model.files()))
    await this.host.files.keepOnly(new Set(wanted.flat()))
  }

  private start(
    model: string,
    what: string,
    work: (progress: (share: number, message: string) => void) => Promise<string>,
  ): JobState {
    const job: JobState = { id: randomUUID(), model, what, state: 'running', progress: 0, message: 'waiting' }
    this.jobs.set(job.id, job)
    for (const [id, { state }] of this.jobs) {
      if (this.jobs.size <= KEPT_JOBS) break
      if (state !== 'running') this.jobs.delete(id)
    }
    work((share, message) => {
      job.progress = Math.min(1, Math.max(0, share))
      job.message = message
    }).then(
      (message) => Object.assign(job, { state: 'done', progress: 1, message }),
      (error: unknown) => {
        const expected = error instanceof InputError || error instanceof HttpError
        if (!expected) this.host.warn('a job failed', { model, what, error: String(error) })
        Object.assign(job, {
          state: 'failed',
          message: expected ? error.message : 'a fault of ours: the server’s log says more',
        })
      },
    )
    return job
  }
}
