// What the page says in passing: a line at the bottom, read out by screen readers, with something to do about it.

interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'bad'
  readonly action?: { readonly name: string; run(): void }
}

const SHOWN_MS = 5000
const state = $state<{ notice: Notice | undefined; spoken: string }>({ notice: undefined, spoken: '' })
let count = 0

export const notices = {
  get current(): Notice | undefined {
    return state.notice
  },
  /** For screen readers alone. */
  get spoken(): string {
    return state.spoken
  },
}

export function say(text: string, action?: Notice['action'], tone: Notice['tone'] = 'plain'): void {
  const id = ++count
  state.notice = { id, text, tone, ...(action === undefined ? {} : { action }) }
  setTimeout(() => {
    if (state.notice?.id === id) state.notice = undefined
  }, SHOWN_MS)
}

export function complain(error: unknown): void {
  say(errorMessage(error), undefined, 'bad')
}

export function dismiss(): void {
  state.notice = undefined
}

export function speak(text: string): void {
  state.spoken = text
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
