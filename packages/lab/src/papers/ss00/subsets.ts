// The subsets of Reuters-21578 that SS00 sorts: groups of topics at the top of the hierarchy, one to a document or several,
// and the most frequent single topics.

import type { Document } from 'abound'
import type { Desk } from '../item.js'
import { sampled } from '../measuring.js'

const ECONOMIC = [
  ...['bop', 'trade', 'cpi', 'wpi', 'jobs', 'lei', 'inventories', 'instal-debt', 'retail', 'ipi', 'cpu'],
  ...['gnp', 'housing', 'income', 'reserves', 'money-supply'],
]
const ENERGY = ['crude', 'heat', 'fuel', 'gas', 'nat-gas', 'pet-chem', 'propane', 'jet', 'naphtha']
const CURRENCY = [
  ...[
    'dlr',
    'austdlr',
    'hk',
    'singdlr',
    'nzdlr',
    'can',
    'stg',
    'dmk',
    'yen',
    'sfr',
    'ffr',
    'bfr',
    'dfl',
    'lit',
  ],
  ...[
    'dkr',
    'nkr',
    'skr',
    'mexpeso',
    'cruzado',
    'austral',
    'saudriyal',
    'rand',
    'rupiah',
    'ringgit',
    'escudo',
  ],
  ...['peseta', 'drachma'],
]
const OWN = ['earn', 'acq', 'interest', 'money-fx', 'ship']
/** Every topic that is none of these is a commodity. */
const GROUPS = new Map([
  ...OWN.map((topic) => [topic, topic] as const),
  ...ECONOMIC.map((topic) => [topic, 'economics'] as const),
  ...ENERGY.map((topic) => [topic, 'energy'] as const),
  ...CURRENCY.map((topic) => [topic, 'currency'] as const),
])
const groupOf = (topic: string) => GROUPS.get(topic) ?? 'commodity'
/** Interest rates, foreign exchange, shipping and currencies are taken for the paper’s general articles. */
const GENERAL = new Set(['interest', 'money-fx', 'ship', 'currency'])

const QUICK = 1500

/** All documents of ModApte with their topics. */
async function reuters(desk: Desk): Promise<Document[]> {
  const read = (part: string) => desk.documents('reuters21578', `modapte-${part}`)
  return [...(await read('train')), ...(await read('test'))]
}

/** Documents under other names of their labels, without those that are left with none; in a quick run a sample. */
function relabelled(
  desk: Desk,
  documents: readonly Document[],
  labelsOf: (topics: readonly string[]) => readonly string[],
): readonly Document[] {
  const out: Document[] = []
  for (const document of documents) {
    const labels = labelsOf(document.labels ?? [])
    if (labels.length > 0) out.push({ ...document, labels })
  }
  return sampled(desk, out, QUICK)
}

/** Six classes, documents of exactly one. */
export async function singleLabel(desk: Desk): Promise<readonly Document[]> {
  return relabelled(desk, await reuters(desk), (topics) => {
    const groups = new Set(topics.map(groupOf).map((group) => (GENERAL.has(group) ? 'general' : group)))
    return groups.size === 1 ? [...groups] : []
  })
}

/** Nine classes, documents of one or several. */
export async function multiLabel(desk: Desk): Promise<readonly Document[]> {
  return relabelled(desk, await reuters(desk), (topics) => [...new Set(topics.map(groupOf))])
}

/** Topics other than earn and acq. */
export async function leafTopics(desk: Desk): Promise<readonly Document[]> {
  return relabelled(desk, await reuters(desk), (topics) =>
    topics.filter((topic) => topic !== 'earn' && topic !== 'acq'),
  )
}

/** The documents of the most frequent classes, under these alone. */
export function mostFrequent(documents: readonly Document[], classes: number): Document[] {
  const counts = new Map<string, number>()
  for (const { labels = [] } of documents)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  const kept = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, classes)
      .map(([label]) => label),
  )
  const out: Document[] = []
  for (const document of documents) {
    const labels = (document.labels ?? []).filter((label) => kept.has(label))
    if (labels.length > 0) out.push({ ...document, labels })
  }
  return out
}
