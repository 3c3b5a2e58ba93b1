// Long work on models, the same in a thread of its own and in place: replaying a log, training on a corpus and examples.

import {
  type Classifier,
  type Corpus,
  type Document,
  evaluate,
  fromBytes,
  InputError,
  toBytes,
  trainCorpus,
} from 'abound'
import { charactersOf, sampleOf } from 'abound/internal'
import type { LearnEvent, LoggedEvent, RenameEvent } from '../log/events.js'
import type { FeedbackLog } from '../log/feedback-store.js'
import { IncrementalLearner } from './incremental-learner.js'
import { LabelNames } from './label-renaming.js'
import { hashBytes, type ModelFiles } from './model-files.js'

/** Documents of the corpus to mix in while learning, and the characters they may have. */
const MIXED_IN = 20_000
const MIXED_IN_CHARACTERS = 32e6
const BATCH = 256
/** Of the examples that the model in use has not seen, the share that decides whether the new one is better. */
const HELD_OUT_EVERY = 4
/** With fewer held out than this, chance would decide. */
const LEAST_HELD_OUT = 8

/** How much of a job is done, from 0 to 1, and at what it is. */
export type ReportProgress = (share: number, message: string) => void

/** What the jobs work with. */
interface JobPlace {
  readonly log: FeedbackLog
  readonly files: ModelFiles
  readonly progress: ReportProgress
}

/** From a saved model, with these examples learned on top. */
interface ReplayJob {
  readonly kind: 'replay'
  readonly model: string
  readonly start: string
  readonly corpus: string | undefined
  readonly earlier: readonly number[]
  readonly learned: readonly number[]
  readonly renames: readonly LoggedEvent<RenameEvent>[]
}

/** A model trained on a corpus and examples. */
export interface TrainJob {
  readonly kind: 'train'
  readonly model: string
  readonly corpus: string | undefined
  readonly examples: readonly number[]
  /** Names of labels are as of this event. */
  readonly upTo: number
  readonly renames: readonly LoggedEvent<RenameEvent>[]
  readonly options: Readonly<Record<string, unknown>> & { readonly learner?: string }
  /** A model that must be no better on examples which it has not seen (those after `unseenAfter`). */
  readonly rival?: { readonly sha256: string; readonly unseenAfter: number }
}

export type Job = ReplayJob | TrainJob

export interface JobResult {
  readonly bytes: Uint8Array
  readonly sha256: string
  /** Of a training with a rival: how both did on held-out examples. */
  readonly heldOut?: { readonly documents: number; readonly before: number; readonly after: number }
}

export async function runJob(job: Job, place: JobPlace): Promise<JobResult> {
  return job.kind === 'replay' ? serialise(await replay(job, place)) : trainOn(job, place)
}

/** A sample of a corpus to mix in while learning; always the same. */
export async function sampleCorpus(files: ModelFiles, corpus: string | undefined): Promise<Document[]> {
  if (corpus === undefined || !(await files.hasCorpus(corpus))) return []
  const sample = await sampleOf(files.corpus(corpus).batches(), MIXED_IN, 1)
  let characters = 0
  return sample.filter(({ text, labels }) => {
    if (labels === undefined || text === undefined) return false
    characters += charactersOf(text)
    return characters <= MIXED_IN_CHARACTERS
  })
}

async function replay(job: ReplayJob, place: JobPlace): Promise<Classifier> {
  const bytes = await place.files.get(job.start)
  if (bytes === undefined) throw new InputError(`the model file ${job.start} is gone from the store`)
  const learner = new IncrementalLearner({
    model: job.model,
    classifier: await fromBytes(bytes),
    log: place.log,
    names: LabelNames.from(job.renames),
    corpus: job.learned.length === 0 ? [] : await sampleCorpus(place.files, job.corpus),
    earlier: job.earlier,
  })
  let done = 0
  for await (const events of examples(job.model, job.learned, place.log)) {
    for (const event of events) await learner.learn(event)
    done += events.length
    place.progress(done / job.learned.length, `learning ${done} of ${job.learned.length} examples again`)
  }
  return learner.classifier
}

async function trainOn(job: TrainJob, place: JobPlace): Promise<JobResult> {
  const train = async (leftOut: ReadonlySet<number>): Promise<Classifier> =>
    trainCorpus(createCorpus(job, place, leftOut), job.options, {
      progress: (phase, done, total) => place.progress(total > 0 ? done / total : 0, phase),
    })
  if (job.rival === undefined) return serialise(await train(new Set()))
  const { sha256, unseenAfter } = job.rival
  const unseen = job.examples.filter((seq) => seq > unseenAfter)
  const heldOut = unseen.filter((_, i) => i % HELD_OUT_EVERY === HELD_OUT_EVERY - 1)
  const rival = await place.files.get(sha256)
  if (heldOut.length < LEAST_HELD_OUT || rival === undefined) return serialise(await train(new Set()))
  const documents: Document[] = []
  const names = LabelNames.from(job.renames)
  for await (const events of examples(job.model, heldOut, place.log))
    for (const event of events) documents.push(toDocument(event, names, job.upTo))
  const before = (await evaluate(await fromBytes(rival), documents)).R1 ?? 0
  const after = (await evaluate(await train(new Set(heldOut)), documents)).R1 ?? 0
  const figures = { documents: documents.length, before, after }
  if (after < before) return { bytes: new Uint8Array(0), sha256: '', heldOut: figures }
  return { ...serialise(await train(new Set())), heldOut: figures }
}

function serialise(classifier: Classifier): JobResult {
  const bytes = toBytes(classifier)
  return { bytes, sha256: hashBytes(bytes) }
}

/** The corpus under today's names, then the examples. */
function createCorpus(job: TrainJob, { files, log }: JobPlace, leftOut: ReadonlySet<number>): Corpus {
  const names = LabelNames.from(job.renames)
  const seqs = job.examples.filter((seq) => !leftOut.has(seq))
  return {
    rereadable: true,
    async *batches() {
      if (job.corpus !== undefined) {
        for await (const batch of files.corpus(job.corpus).batches())
          yield job.renames.length === 0
            ? batch
            : batch.map((document) => renameLabels(document, names, job.upTo))
      }
      for await (const events of examples(job.model, seqs, log))
        yield events.map((event) => toDocument(event, names, job.upTo))
    },
  }
}

function toDocument({ body }: LoggedEvent<LearnEvent>, names: LabelNames, upTo: number): Document {
  const { text, labels, notLabels, partial } = body
  const document = { text, labels, ...(notLabels === undefined ? {} : { notLabels }) }
  return renameLabels(partial === true ? { ...document, partial } : document, names, upTo)
}

function renameLabels(document: Document, names: LabelNames, upTo: number): Document {
  const { labels, notLabels } = document
  const now = (list: readonly string[]): string[] => [
    ...new Set(list.map((name) => names.nameAt(name, upTo + 1))),
  ]
  const positives = labels && now(labels)
  const negatives = notLabels && now(notLabels).filter((name) => positives?.includes(name) !== true)
  return {
    ...document,
    ...(positives && { labels: positives }),
    ...(negatives && { notLabels: negatives }),
  }
}

/** The examples of these numbers, in order, as far as they have not been erased meanwhile. */
export async function* examples(
  model: string,
  seqs: readonly number[],
  log: Pick<FeedbackLog, 'at'>,
): AsyncGenerator<LoggedEvent<LearnEvent>[]> {
  for (let i = 0; i < seqs.length; i += BATCH) {
    const events = await log.at(model, seqs.slice(i, i + BATCH))
    yield events.filter((event): event is LoggedEvent<LearnEvent> => event.body.kind === 'learn')
  }
}
