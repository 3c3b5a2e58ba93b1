// Where one is in the page: #/view or #/view/what, so that Back works and a link leads somewhere.

const state = $state<{ view: string; what: string }>(read())

addEventListener('hashchange', () => Object.assign(state, read()))

export const place = {
  /** The name of a view; '' where none is named. */
  get view(): string {
    return state.view
  },
  /** The label or word that is looked at. */
  get what(): string {
    return state.what
  },
}

export function linkTo(view: string, what = ''): string {
  return what === '' ? `#/${view}` : `#/${view}/${encodeURIComponent(what)}`
}

export function goTo(view: string, what = ''): void {
  location.hash = linkTo(view, what)
  // At once: the event comes later.
  Object.assign(state, read())
}

function read(): { view: string; what: string } {
  const [, view = '', what = ''] = /^#\/(\w+)(?:\/(.*))?$/.exec(location.hash) ?? []
  return { view, what: decoded(what) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
