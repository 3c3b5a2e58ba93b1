// The views of the page, in the order of its bar. Adding one is its file and a line here (and its import).

import type { Component } from 'svelte'
import Labels from './views/LabelsView.svelte'
import Progress from './views/ProgressView.svelte'
import Triage from './views/TriageView.svelte'
import Try from './views/TryView.svelte'
import Words from './views/WordsView.svelte'

interface View {
  /** In the address: #/name. */
  readonly name: string
  readonly title: string
  /** After g, it leads there. */
  readonly key: string
  /** What it is, where the title leaves that open. */
  readonly hint?: string
  readonly component: Component
}

export const VIEWS: readonly View[] = [
  { name: 'try', title: 'Try', key: 't', component: Try },
  { name: 'triage', title: 'Triage', key: 'q', hint: 'the queue', component: Triage },
  { name: 'labels', title: 'Labels', key: 'l', component: Labels },
  { name: 'words', title: 'Words', key: 'w', component: Words },
  { name: 'progress', title: 'Progress', key: 'p', component: Progress },
]

/** The view of that name, or the first. */
export function viewNamed(name: string): View {
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0]
}
