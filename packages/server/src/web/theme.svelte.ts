// Light or dark: as the system says, until somebody says otherwise.

type Theme = 'light' | 'dark'

const KEY = 'abound-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

const state = $state({ chosen: stored(), system: systemTheme() })

dark.addEventListener('change', () => {
  state.system = systemTheme()
})

export const theme = {
  get current(): Theme {
    return state.chosen ?? state.system
  },
  toggle(): void {
    const next = theme.current === 'dark' ? 'light' : 'dark'
    // What the system says anyway is not remembered: the page follows it again.
    state.chosen = next === state.system ? undefined : next
    if (state.chosen === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, state.chosen)
    applyTheme()
  },
}

export function applyTheme(): void {
  const { documentElement: root } = document
  if (state.chosen === undefined) delete root.dataset.theme
  else root.dataset.theme = state.chosen
}

function stored(): Theme | undefined {
  const value = localStorage.getItem(KEY)
  return value === 'light' || value === 'dark' ? value : undefined
}

function systemTheme(): Theme {
  return dark.matches ? 'dark' : 'light'
}
