// The settings of a contender, searched as MCG09 does it, on every corpus anew: the best R1 over a grid and, for FF, over
// passes; but on a part of the training documents, where the paper took the best on those held out.

import type { Document } from 'abound'
import { type GivenOptions, holdOut } from 'abound/internal'
import { splitDocuments } from '../document-lists.js'
import type { Desk } from '../item.js'
import { measureContender, measurePasses } from '../measuring.js'

/** What is tried: each of the settings, with `mostPasses` after each of so many passes. */
export interface SettingsSearch {
  readonly settings: readonly GivenOptions[]
  readonly mostPasses?: number
}

/** FF: δ_m of 0, 0.1 and 0.5, within ten passes. */
export const FF_SEARCH: SettingsSearch = {
  settings: [0, 0.1, 0.5].map((margin) => ({ margin })),
  mostPasses: 10,
}
/** C of SVMs: what the paper tries on large corpora, and finds nearly always enough. */
export const COST_SEARCH: SettingsSearch = { settings: [1, 10].map((cost) => ({ cost })) }

const HELD_OUT = 0.1

/** The settings with the best R1 on a tenth of the training documents, after training on the others; ties go to the first. */
export async function searchSettings(
  desk: Desk,
  documents: readonly Document[],
  contender: GivenOptions,
  { settings, mostPasses }: SettingsSearch,
): Promise<GivenOptions> {
  const { train, test } = splitDocuments(documents, holdOut(documents.length, HELD_OUT, desk.seed))
  let best = settings[0]
  let highest = -1
  const consider = (tried: GivenOptions, r1: number | null): void => {
    if ((r1 ?? 0) <= highest) return
    highest = r1 ?? 0
    best = tried
  }
  for (const tried of settings) {
    const options = { ...contender, ...tried }
    if (mostPasses === undefined) {
      consider(tried, (await measureContender(desk, { train, test }, options)).measures.R1)
      continue
    }
    const passes = await measurePasses(desk, train, [test], { ...options, passes: mostPasses })
    for (const [i, [{ R1 }]] of passes.entries()) consider({ ...tried, passes: i + 1 }, R1)
  }
  return best
}

/** `margin 0.5, passes 1 (7 of 10)`: what was chosen in the trials, the most frequent first. */
export function describeChoices(choices: readonly GivenOptions[]): string {
  const counts = new Map<string, number>()
  for (const choice of choices) {
    const words = Object.entries(choice).map(([name, value]) => `${name} ${value}`)
    const key = words.join(', ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return sorted.map(([words, count]) => `${words} (${count} of ${choices.length})`).join('; ')
}
