// The corpora that Abound knows, in the order in which they are listed: those of the papers first.

import { InputError } from 'abound'
import { banking77 } from './corpora/banking77.js'
import { clinc150 } from './corpora/clinc150.js'
import { eurlex4k, eurlex57k } from './corpora/eurlex.js'
import { goemotions } from './corpora/goemotions.js'
import { imdb } from './corpora/imdb.js'
import { industrySector } from './corpora/industry-sector.js'
import { janeausten } from './corpora/janeausten.js'
import { bibtex, delicious } from './corpora/mulan.js'
import { newsgroups } from './corpora/newsgroups.js'
import { nvdCve } from './corpora/nvd-cve.js'
import { ohsumed } from './corpora/ohsumed.js'
import { rcv1, rcv1Vectors } from './corpora/rcv1.js'
import { reuters21578 } from './corpora/reuters21578.js'
import { smsSpam } from './corpora/sms-spam.js'
import { trecQuestions } from './corpora/trec-questions.js'
import { webkb } from './corpora/webkb.js'
import { ysoFinna } from './corpora/yso-finna.js'
import { agNews, dbpedia, yelpPolarity } from './corpora/zhang.js'
import type { DatasetEntry } from './entry.js'

/**
 * All corpora of the registry, here or not.
 *
 * @example
 * const large = DATASETS.filter(({ labels = 0 }) => labels > 3000)
 * large.map(({ name }) => name) // ['nvd-cve', 'yso-finna', …]
 */
export const DATASETS: readonly DatasetEntry[] = [
  reuters21578,
  newsgroups,
  ohsumed,
  webkb,
  rcv1,
  rcv1Vectors,
  industrySector,
  janeausten,
  nvdCve,
  ysoFinna,
  eurlex57k,
  eurlex4k,
  bibtex,
  delicious,
  banking77,
  clinc150,
  trecQuestions,
  goemotions,
  agNews,
  dbpedia,
  imdb,
  yelpPolarity,
  smsSpam,
]

/**
 * The corpus of that name; an InputError tells what there is.
 *
 * @example
 * datasetNamed('banking77').labels // 77
 */
export function datasetNamed(name: string): DatasetEntry {
  const found = DATASETS.find((entry) => entry.name === name)
  if (found !== undefined) return found
  const near = DATASETS.filter((entry) => isSimilar(normalise(entry.name), normalise(name)))
  const hint =
    near.length === 0
      ? 'abound datasets lists them'
      : `did you mean ${near.map((entry) => entry.name).join(' or ')}?`
  throw new InputError(`${name}: no such dataset: ${hint}`)
}

function isSimilar(known: string, asked: string): boolean {
  return asked.length > 2 && (known.includes(asked) || asked.includes(known))
}

function normalise(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
