// The National Vulnerability Database: one JSON feed (2.0) for each year, descriptions of weaknesses, and the products
// that have them as CPE names.

import { type DatasetEntry, partFiles } from '../entry.js'
import { isHeldOut } from '../held-out.js'
import { jsonPiece, onlyMember, readJson } from '../members.js'

const YEARS = Array.from({ length: 24 }, (_, i) => 2002 + i)

export const nvdCve: DatasetEntry = {
  name: 'nvd-cve',
  title: 'NVD, vulnerabilities',
  what: 'descriptions of security holes, by vendor:product',
  home: 'https://nvd.nist.gov/vuln/data-feeds',
  terms: 'public domain (U.S. government); not endorsed or certified by the NVD',
  cite: 'National Institute of Standards and Technology, National Vulnerability Database',
  labels: 56_917,
  changing: true,
  files: partFiles({ train: 116_774, test: 13_278 }),
  originals: YEARS.map((year) => ({
    name: `nvdcve-2.0-${year}.json.gz`,
    url: `https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-${year}.json.gz`,
  })),
  note: 'it grows each day: counts are those of the copy that our published figures were measured on, and yours will be higher. A tenth, chosen by a hash of the id, is for testing.',
  async *convert(open) {
    for (const year of YEARS) {
      const feed = await readJson<Feed>(await onlyMember(open, `nvdcve-2.0-${year}.json.gz`))
      for (const { cve } of feed.vulnerabilities ?? []) {
        const text = cve.descriptions?.find(({ lang }) => lang === 'en')?.value
        const labels = productsOf(cve)
        if (text === undefined || labels.length === 0) continue
        const part = isHeldOut(cve.id) ? 'test' : 'train'
        yield jsonPiece(`${part}.jsonl.gz`, { id: cve.id, text, labels })
      }
    }
  },
}

interface Feed {
  readonly vulnerabilities?: readonly { readonly cve: Cve }[]
}

interface Cve {
  readonly id: string
  readonly descriptions?: readonly { readonly lang: string; readonly value: string }[]
  readonly configurations?: readonly {
    readonly nodes?: readonly {
      readonly cpeMatch?: readonly { readonly vulnerable?: boolean; readonly criteria: string }[]
    }[]
  }[]
}

/** `vendor:product` of each vulnerable CPE name (`cpe:2.3:part:vendor:product:…`, where \ stands before signs). */
function productsOf({ configurations = [] }: Cve): string[] {
  const matches = configurations.flatMap(({ nodes = [] }) => nodes.flatMap(({ cpeMatch = [] }) => cpeMatch))
  const found = new Set<string>()
  for (const { vulnerable, criteria } of matches) {
    const parts = criteria.split(/(?<!\\):/)
    if (vulnerable === true && parts.length > 4) found.add(`${parts[3]}:${parts[4]}`.replace(/\\(.)/g, '$1'))
  }
  return [...found].sort()
}
