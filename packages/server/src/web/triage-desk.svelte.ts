// The desk of Triage: the text at hand, its suggestions, what was answered. Every answer teaches, and the next text is
// ranked by what the model has just learned.

import type { QueueItem, RankedItem } from './answers.js'
import type { ModelApi } from './api.js'
import { errorMessage, say, speak } from './notices.svelte.js'
import { session } from './session.svelte.js'
import { counted, joinWords } from './wording.js'

type LabelVerdict = 'yes' | 'no'

export interface GivenAnswer {
  readonly item: QueueItem
  readonly skipped: boolean
  readonly labels: readonly string[]
  /** In words: what was taught. */
  readonly said: string
  /** Whether the first suggestion was among the labels; undefined where none was named. */
  readonly firstRight: boolean | undefined
}

const FETCHED = 12
/** With fewer at hand the queue is asked again: what the model is unsure of has changed meanwhile. */
const FEW = 4
const SUGGESTIONS = 9
const REMEMBERED = 30
const MODE = 'abound-several'

export class TriageDesk {
  phase = $state<'loading' | 'ready' | 'empty' | 'failed'>('loading')
  trouble = $state('')
  total = $state(0)
  item = $state.raw<QueueItem>()
  suggestions = $state.raw<readonly RankedItem[]>([])
  answers = $state.raw<readonly GivenAnswer[]>([])
  busy = $state(false)
  /** Several labels a text, or one. */
  several = $state(localStorage.getItem(MODE) === 'yes')
  /** In several: whether those accepted are all there are. */
  whole = $state(true)
  marks = $state.raw<ReadonlyMap<string, LabelVerdict>>(new Map())
  private waiting: QueueItem[] = []
  private readonly api: ModelApi

  constructor(api: ModelApi) {
    this.api = api
  }

  get accepted(): string[] {
    return this.labelsMarked('yes')
  }

  get rejected(): string[] {
    return this.labelsMarked('no')
  }

  /** Answers in which a label was named, and in how many of them the first suggestion was right. */
  score = $state({ right: 0, of: 0 })
  taught = $state(0)

  async load(): Promise<void> {
    try {
      this.total = await this.fetch()
      await this.next()
    } catch (error) {
      this.trouble = errorMessage(error)
      this.phase = 'failed'
      session.refresh().catch((reason: unknown) => session.fail(reason))
    }
  }

  switchMode(): void {
    this.several = !this.several
    localStorage.setItem(MODE, this.several ? 'yes' : 'no')
    this.marks = new Map()
    speak(this.several ? 'Several labels a text: Enter teaches.' : 'One label a text: a digit teaches.')
  }

  /** Says yes (or no) to a label: with one label a text, that is the answer. */
  async choose(label: string, mark: LabelVerdict = 'yes'): Promise<void> {
    if (this.item === undefined || this.busy) return
    if (!this.several && mark === 'yes') return this.answer([label], [], true)
    const marks = new Map(this.marks)
    if (marks.get(label) === mark) marks.delete(label)
    else marks.set(label, mark)
    this.marks = marks
    speak(`${label}: ${marks.get(label) ?? 'no mark'}`)
    // A label that is not among the suggestions joins them, so that it is seen and can be taken back.
    if (!this.suggestions.some((one) => one.label === label))
      this.suggestions = [
        ...this.suggestions,
        { label, score: 0, ...(this.calibrated ? { probability: 0 } : {}) },
      ]
  }

  /** Teaches what is marked. */
  async teach(): Promise<void> {
    const { accepted, rejected } = this
    if (accepted.length + rejected.length === 0) return
    await this.answer(accepted, rejected, this.whole && accepted.length > 0)
  }

  /** No label fits. */
  async none(): Promise<void> {
    await this.answer([], [], true)
  }

  async skip(): Promise<void> {
    const { item } = this
    if (item === undefined || this.busy) return
    await this.working(async () => {
      await this.api.ask('POST /v1/queue/skip', { body: { id: item.id } })
      await this.next({ item, skipped: true, labels: [], said: 'skipped', firstRight: undefined })
      speak('Skipped.')
    })
  }

  /** Takes an answer back, the last one unless told: its text is at hand again. */
  async undo(answer = this.answers[0]): Promise<void> {
    if (answer === undefined || this.busy) return
    const { item, skipped } = answer
    await this.working(async () => {
      if (skipped) {
        const line = new Blob([`${JSON.stringify({ id: item.id, text: item.text })}\n`])
        await this.api.enqueue(line, 'application/x-ndjson')
      } else session.saw((await this.api.undo(item.id)).version)
      if (this.item !== undefined) this.waiting.unshift(this.item)
      try {
        await this.show(item)
      } finally {
        this.answers = this.answers.filter((one) => one !== answer)
        this.tally(answer, -1)
        this.total++
        speak('Taken back.')
      }
    })
  }

  private async answer(accept: readonly string[], reject: readonly string[], whole: boolean): Promise<void> {
    const { item, suggestions, api } = this
    if (item === undefined || this.busy) return
    const { id, text } = item
    await this.working(async () => {
      const learned = await (whole
        ? api.learn(text, accept, id)
        : api.ask('POST /v1/learn', { body: { id, text, accept, reject } }))
      session.saw(learned.version)
      if (learned.taught === 0) {
        say('Somebody else has answered this one meanwhile.')
        await this.next()
        return
      }
      const said = describeAnswer(accept, reject, whole)
      const first = suggestions[0]?.label
      const firstRight = accept.length === 0 || first === undefined ? undefined : accept.includes(first)
      await this.next({ item, skipped: false, labels: accept, said, firstRight })
      speak(`Taught: ${said}. ${counted(this.total, 'text')} left.`)
    })
  }

  private async working(work: () => Promise<void>): Promise<void> {
    this.busy = true
    try {
      await work()
    } catch (error) {
      say(errorMessage(error), undefined, 'bad')
    } finally {
      this.busy = false
    }
  }

  /** On to the next text; what was answered, and what is left, is told when it is there: keys count from then on. */
  private async next(answer?: GivenAnswer): Promise<void> {
    let left = this.item === undefined ? this.total : Math.max(0, this.total - 1)
    try {
      if (this.waiting.length < FEW) left = await this.fetch()
      await this.show(this.waiting.shift())
    } finally {
      this.total = left
      if (answer !== undefined) this.remember(answer)
    }
  }

  private async show(item: QueueItem | undefined): Promise<void> {
    this.marks = new Map()
    if (item === undefined) {
      this.item = undefined
      this.suggestions = []
      this.phase = 'empty'
      return
    }
    const { results, model } = await this.api.rank([item.text], SUGGESTIONS)
    session.saw(model.version)
    this.suggestions = results[0].labels
    this.item = item
    this.phase = 'ready'
  }

  /** Asks for what waits; answers how much that is in all. */
  private async fetch(): Promise<number> {
    const { items, total } = await this.api.ask('GET /v1/queue', { query: { limit: FETCHED } })
    this.waiting = items.filter(({ id }) => id !== this.item?.id)
    return total
  }

  private remember(answer: GivenAnswer): void {
    this.answers = [answer, ...this.answers].slice(0, REMEMBERED)
    this.tally(answer, 1)
  }

  private tally({ skipped, firstRight }: GivenAnswer, step: 1 | -1): void {
    if (!skipped) this.taught += step
    if (firstRight === undefined) return
    this.score.of += step
    if (firstRight) this.score.right += step
  }

  private get calibrated(): boolean {
    return this.suggestions.some(({ probability }) => probability !== undefined)
  }

  private labelsMarked(mark: LabelVerdict): string[] {
    return [...this.marks].filter(([, one]) => one === mark).map(([label]) => label)
  }
}

function describeAnswer(accept: readonly string[], reject: readonly string[], whole: boolean): string {
  if (whole) return accept.length === 0 ? 'no label' : joinWords(accept)
  return joinWords([...accept, ...reject.map((label) => `not ${label}`)])
}
