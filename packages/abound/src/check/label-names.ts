// What is suspicious about labels by their names and counts alone.

/** What can be wrong with a label. */
type LabelProblem = 'label-spelling' | 'label-blanks' | 'unknown-label' | 'lone-label'

interface OddLabel {
  readonly kind: LabelProblem
  /** Names with the number of documents that have them, the most frequent first. */
  readonly labels: readonly { readonly label: string; readonly documents: number }[]
  /** The name that was probably meant. */
  readonly suggested?: string
  readonly what: string
}

/** Looks at the labels of training documents and, if there are any, of test documents: name → documents. */
export function oddLabels(
  train: ReadonlyMap<string, number>,
  test?: ReadonlyMap<string, number>,
): OddLabel[] {
  const all = new Map(train)
  for (const [label, documents] of test ?? []) all.set(label, (all.get(label) ?? 0) + documents)
  const out: OddLabel[] = []
  const byForm = new Map<string, string[]>()
  for (const label of all.keys()) {
    const form = formOf(label)
    byForm.set(form, [...(byForm.get(form) ?? []), label])
  }
  for (const labels of byForm.values()) {
    if (labels.length < 2) continue
    const counted = labels.map((label) => ({ label, documents: all.get(label)! }))
    counted.sort((a, b) => b.documents - a.documents)
    out.push({
      kind: 'label-spelling',
      labels: counted,
      suggested: counted[0].label.trim(),
      what: 'differ only in case, blanks, hyphens or underscores',
    })
  }
  const single = (kind: LabelProblem, label: string, what: string, suggested?: string): void => {
    const named = suggested === undefined ? {} : { suggested }
    const documents = (kind === 'lone-label' ? train : all).get(label)!
    out.push({ kind, labels: [{ label, documents }], what, ...named })
  }
  for (const label of all.keys()) {
    // Listed above already where the other spelling is there too.
    if (label !== label.trim() && byForm.get(formOf(label))!.length === 1)
      single('label-blanks', label, 'blanks at its ends', label.trim() || undefined)
  }
  if (test !== undefined) {
    for (const label of test.keys())
      if (!train.has(label)) single('unknown-label', label, 'no training document has it')
  }
  // A label that is another one misspelt is listed above.
  for (const [label, documents] of train)
    if (documents === 1 && byForm.get(formOf(label))!.length === 1)
      single('lone-label', label, 'one training document has it')
  return out
}

/** The same for names that people would take for one. */
function formOf(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, ' ')
    .trim()
}
