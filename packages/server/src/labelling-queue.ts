// The queue of texts to be labelled: those the model is least sure of first, some of them so that every kind comes
// up, and a share drawn at random, whose answers tell how good the model is without bias.

import { createHash } from 'node:crypto'
import type { RankedLabel } from 'abound'
import { TimeSlice } from './fair-queue.js'
import type { Why } from './log/events.js'
import type { QueuedText, QueueTable } from './log/feedback-store.js'
import type { ServedModel } from './model/served-model.js'

/** One in this many is drawn at random, in the queue and in what is shown. */
const RANDOM_EVERY = 5
/** Of those shown, one in this many is the least sure of a kind that was not shown yet. */
const DIVERSE_EVERY = 3
/** The least sure by what was known when they were rated last; they are rated again before they are shown. */
const CANDIDATES = 200
const SUGGESTIONS = 9

interface TriageItem {
  readonly id: string
  readonly text: string
  readonly labels: readonly RankedLabel[]
  readonly why: Why
}

/** Puts texts into the queue. */
export async function enqueue(
  model: ServedModel,
  queue: QueueTable,
  texts: readonly { readonly id?: string; readonly text: string }[],
): Promise<number> {
  const slice = new TimeSlice()
  const rows: QueuedText[] = []
  for (const { id, text } of texts) {
    const own =
      id !== undefined && /^[!-~]{1,200}$/.test(id)
        ? id
        : `text-${digest(`${id ?? ''} ${text}`)
            .toString('hex')
            .slice(0, 32)}`
    // By its id alone: neither the order of uploads nor the model has a say in what is drawn.
    const drawn = digest(own)
    const random = drawn.readUInt32BE(0) % RANDOM_EVERY === 0
    const sureness = random ? drawn.readUInt32BE(4) / 2 ** 32 : rateSureness(suggest(model, text))
    rows.push({ id: own, text, random, sureness })
    if (slice.over) await slice.next()
  }
  return queue.add(model.name, rows)
}

/** The next texts to label. */
export async function nextInQueue(
  model: ServedModel,
  queue: QueueTable,
  limit: number,
): Promise<TriageItem[]> {
  const drawn = await queue.first(model.name, true, Math.max(1, Math.ceil(limit / RANDOM_EVERY)))
  const unsure = await queue.first(model.name, false, CANDIDATES)
  const rated: (TriageItem & { readonly sureness: number })[] = []
  const changed: { id: string; sureness: number }[] = []
  const slice = new TimeSlice()
  for (const { id, text, sureness: before } of unsure) {
    const labels = suggest(model, text)
    const sureness = rateSureness(labels)
    rated.push({ id, text, labels, why: 'uncertain', sureness })
    if (sureness !== before) changed.push({ id, sureness })
    if (slice.over) await slice.next()
  }
  if (changed.length > 0) await queue.rate(model.name, changed)
  const picked = diversify(rated.sort((a, b) => a.sureness - b.sureness))
  const random = drawn.map(
    ({ id, text }): TriageItem => ({ id, text, labels: suggest(model, text), why: 'random' }),
  )
  const items: TriageItem[] = []
  while (items.length < limit && picked.length + random.length > 0) {
    const randomIsNext = items.length % RANDOM_EVERY === RANDOM_EVERY - 1
    const next = randomIsNext || picked.length === 0 ? (random.shift() ?? picked.shift()) : picked.shift()
    if (next !== undefined) items.push(next)
  }
  return items.map(({ id, text, labels, why }) => ({ id, text, labels, why }))
}

/** Why each of these came up, as far as they are queued. */
export async function whyQueued(
  queue: QueueTable,
  model: string,
  ids: readonly string[],
): Promise<Map<string, Why>> {
  if (ids.length === 0) return new Map()
  const found = await queue.find(model, ids)
  return new Map(found.map(({ id, random }) => [id, random ? 'random' : 'uncertain']))
}

function suggest(model: ServedModel, text: string): RankedLabel[] {
  const { names, classifier } = model
  return names.renameRanking(classifier.rank(text, { top: SUGGESTIONS + names.count }), SUGGESTIONS)
}

/** How far the first label leads, by probabilities if there are any; −1 where nothing was found at all. */
function rateSureness([first, second]: readonly RankedLabel[]): number {
  if (first === undefined) return -1
  const of = (ranked: RankedLabel | undefined): number => ranked?.probability ?? ranked?.score ?? 0
  const lead = of(first) - of(second)
  const scale = first.probability === undefined ? Math.abs(first.score) || 1 : 1
  return lead / scale
}

/** Least sure first; now and then the least sure of those whose first label has not been up yet. */
function diversify<Item extends TriageItem>(items: readonly Item[]): TriageItem[] {
  const left = items.slice()
  const out: TriageItem[] = []
  const kinds = new Set<string | undefined>()
  while (left.length > 0) {
    let at = 0
    let why: Why = 'uncertain'
    if (out.length % DIVERSE_EVERY === DIVERSE_EVERY - 1) {
      const other = left.findIndex(({ labels }) => !kinds.has(labels[0]?.label))
      if (other > 0) {
        at = other
        why = 'diverse'
      }
    }
    const [item] = left.splice(at, 1)
    kinds.add(item.labels[0]?.label)
    out.push({ ...item, why })
  }
  return out
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
