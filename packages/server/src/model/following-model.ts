// A model that a replica serves: it learns nothing itself, but follows the versions that the trainer publishes. The
// file is fetched by its sha256, checked, loaded beside the model at work, and takes over; the last good one serves
// until then. What is taught goes to the log, and comes back in a version.

import { type Classifier, fromBytes, InputError } from 'abound'
import { HttpError } from '../http-error.js'
import type { Appended, HeadVersion, NewEvent, Withdrawn } from '../log/feedback-store.js'
import { ProgressiveValidation } from './progressive-validation.js'
import { type ModelHost, ServedModel } from './served-model.js'

export class FollowingModel extends ServedModel {
  /** The version that serves. */
  head!: HeadVersion
  private serving!: Classifier
  private marksUpTo = 0
  private readonly trainer: () => string

  private constructor(name: string, host: ModelHost, trainer: () => string) {
    super(name, host)
    this.trainer = trainer
  }

  /** The model of a version, `trainer` tells where to send what a replica cannot do. */
  static async open(head: HeadVersion, host: ModelHost, trainer: () => string): Promise<FollowingModel> {
    const model = new FollowingModel(head.model, host, trainer)
    await model.follow(head)
    return model
  }

  get classifier(): Classifier {
    return this.serving
  }

  get unsettled(): boolean {
    return false
  }

  get isRebuilding(): boolean {
    return false
  }

  /** Goes on to a version; where its file is not as it should be, fails and serves on as before. */
  async follow(head: HeadVersion): Promise<void> {
    const { files, store } = this.host
    const { model: name, version, seq, sha256 } = head
    // Many versions differ by marks alone: a rename, an example taken back before it was published.
    const same = this.head !== undefined && this.head.sha256 === sha256
    const bytes = same ? undefined : await files.get(sha256)
    if (bytes === undefined && !same) {
      const why = (await files.has(sha256)) ? 'has other bytes than its name says' : 'is not there'
      throw new InputError(`version ${version} of ${name}: the file ${files.uri(sha256)} ${why}`)
    }
    const classifier = bytes === undefined ? this.serving : await fromBytes(bytes, name)
    const progress = await store.versions.progress(name, version)
    await this.readMarks()
    this.serving = classifier
    this.head = head
    this.applied = seq
    if (progress !== undefined) this.progress = ProgressiveValidation.from(progress)
  }

  async append(events: readonly NewEvent[]): Promise<Appended[]> {
    const appended = await this.host.store.log.append(this.name, events)
    if (events.some(({ body }) => body.kind !== 'learn')) await this.readMarks()
    return appended
  }

  async withdraw(id: string, kind: 'undo' | 'erase'): Promise<Withdrawn | undefined> {
    const done = await this.host.store.log.withdraw(this.name, id, kind, Date.now())
    await this.readMarks()
    return done
  }

  async settle(): Promise<void> {}

  rebuild(): Promise<boolean> {
    throw notTrainer(this.trainer())
  }

  async save(): Promise<void> {}

  async close(): Promise<void> {}

  /** Marks show at once what people changed: names of labels, what was taken back. */
  private async readMarks(): Promise<void> {
    const { log } = this.host.store
    const last = await log.last(this.name)
    const marks = await log.marks(this.name, last, this.marksUpTo)
    for (const mark of marks) if (mark.seq > this.marksUpTo) this.takeMark(mark)
    this.marksUpTo = Math.max(this.marksUpTo, last)
  }
}

/** What only a trainer does. */
export function notTrainer(trainer: string): HttpError {
  return new HttpError(409, 'not_trainer', `this server is a replica, which trains nothing: ask ${trainer}`)
}
