// Where one is in the page: #/view or #/view/what, so that Back works and a link leads somewhere.

export const VIEWS = ['try', 'triage', 'labels', 'words', 'progress'] as const

export type View = (typeof VIEWS)[number]

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  try: 'Try',
  triage: 'Triage',
  labels: 'Labels',
  words: 'Words',
  progress: 'Progress',
}

const state = $state<{ view: View; what: string }>(read())

addEventListener('hashchange', () => Object.assign(state, read()))

export const place = {
  get view(): View {
    return state.view
  },
  /** The label or word that is looked at. */
  get what(): string {
    return state.what
  },
}

export function hashOf(view: View, what = ''): string {
  return what === '' ? `#/${view}` : `#/${view}/${encodeURIComponent(what)}`
}

export function goTo(view: View, what = ''): void {
  location.hash = hashOf(view, what)
  // At once: the event comes later.
  Object.assign(state, read())
}

function read(): { view: View; what: string } {
  const [, view = '', what = ''] = /^#\/(\w+)(?:\/(.*))?$/.exec(location.hash) ?? []
  return { view: VIEWS.find((one) => one === view) ?? 'try', what: decoded(what) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
