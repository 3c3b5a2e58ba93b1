// The subsets of Reuters-21578 that SS00 sorts: groups of topics at the top of the hierarchy, one to a document or several,
// and the most frequent single topics.

import type { Document } from 'abound'
import { readParts, relabel, sampleIfQuick } from '../document-lists.js'
import type { Desk } from '../item.js'

const ECONOMIC =
  'bop trade cpi wpi jobs lei inventories instal-debt retail ipi cpu gnp housing income reserves money-supply'.split(
    ' ',
  )
const ENERGY = ['crude', 'heat', 'fuel', 'gas', 'nat-gas', 'pet-chem', 'propane', 'jet', 'naphtha']
const CURRENCY = (
  'dlr austdlr hk singdlr nzdlr can stg dmk yen sfr ffr bfr dfl lit dkr nkr skr mexpeso cruzado austral saudriyal ' +
  'rand rupiah ringgit escudo peseta drachma'
).split(' ')
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

/** The documents of ModApte under other names of their topics, without those left with none; in a quick run a sample. */
async function readRelabelled(
  desk: Desk,
  labelsFor: (topics: readonly string[]) => readonly string[],
): Promise<readonly Document[]> {
  const documents = await readParts(desk, 'reuters21578', ['modapte-train', 'modapte-test'])
  return sampleIfQuick(desk, relabel(documents, labelsFor), QUICK)
}

/** Six classes, documents of exactly one. */
export function singleLabel(desk: Desk): Promise<readonly Document[]> {
  return readRelabelled(desk, (topics) => {
    const groups = new Set(topics.map(groupOf).map((group) => (GENERAL.has(group) ? 'general' : group)))
    return groups.size === 1 ? [...groups] : []
  })
}

/** Nine classes, documents of one or several. */
export function multiLabel(desk: Desk): Promise<readonly Document[]> {
  return readRelabelled(desk, (topics) => [...new Set(topics.map(groupOf))])
}

/** Topics other than earn and acq. */
export function leafTopics(desk: Desk): Promise<readonly Document[]> {
  return readRelabelled(desk, (topics) => topics.filter((topic) => topic !== 'earn' && topic !== 'acq'))
}
