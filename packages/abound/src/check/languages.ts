// Which language a text is probably in, by its commonest function words. Knows the languages that have a stop-list;
// says nothing of texts with few of their words.

import { ByteTable } from '../structures/byte-table.js'
import { STOP_LANGUAGES, stopList } from '../text/stop-words.js'
import type { Tokens } from '../text/tokens.js'

/** What a text must have of its language: different function words, their ratio to any other's, their share of all words. */
const FEWEST = 8
const TIMES = 2
const SHARE = 0.2

export class Languages {
  readonly names = STOP_LANGUAGES
  private readonly table = new ByteTable()
  /** By word: a bit for each language that has it. */
  private readonly masks: number[] = []
  private readonly hits = new Uint32Array(STOP_LANGUAGES.length)
  private readonly different = new Uint32Array(STOP_LANGUAGES.length)
  private readonly met: Uint8Array
  private ids = new Int32Array(256)

  constructor() {
    for (const [i, name] of STOP_LANGUAGES.entries()) {
      const { bytes, offsets, count } = stopList(name)
      for (let w = 0; w < count; w++) {
        const word = decoder.decode(bytes.subarray(offsets[w], offsets[w + 1]))
        const id = this.table.internString(word)
        this.masks[id] = (this.masks[id] ?? 0) | (1 << i)
      }
    }
    this.met = new Uint8Array(this.table.count)
  }

  /** The place of the language in `names`, −1 if it is not clear. */
  guess(tokens: Tokens): number {
    const { hits, different, masks, met } = this
    const { count } = tokens
    if (count > this.ids.length) this.ids = new Int32Array(count * 2)
    const { ids } = this
    this.table.findAll(tokens, ids)
    hits.fill(0)
    different.fill(0)
    for (let i = 0; i < count; i++) {
      const id = ids[i]
      if (id < 0) continue
      for (let mask = masks[id]; mask !== 0; mask &= mask - 1) {
        const language = 31 - Math.clz32(mask & -mask)
        hits[language]++
        different[language] += 1 - met[id]
      }
      met[id] = 1
    }
    for (let i = 0; i < count; i++) if (ids[i] >= 0) met[ids[i]] = 0
    let best = 0
    let second = 1
    for (let l = 1; l < different.length; l++) {
      if (different[l] > different[best]) {
        second = best
        best = l
      } else if (l > 1 && different[l] > different[second]) second = l
    }
    // A list of names or hours has a few words of some language, a text is full of them.
    const clear =
      different[best] >= FEWEST && different[best] >= TIMES * different[second] && hits[best] >= SHARE * count
    return clear ? best : -1
  }
}

const decoder = new TextDecoder()
