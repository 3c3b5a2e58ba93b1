// About the most that a loop over single bytes can do: folds ASCII letters, hashes each run, counts it in a slot
// chosen by the hash. It compares no words, so its rows are not the right ones: a limit to measure against.

import { timePasses } from './passes.mjs'

const SLOTS = 1 << 18

const fold = new Uint8Array(256)
for (let b = 0x30; b <= 0x39; b++) fold[b] = b
for (let b = 0x61; b <= 0x7a; b++) fold[b] = fold[b - 0x20] = b
fold.fill(0xff, 0x80)

class ByteLoop {
  columns = new Uint32Array(SLOTS)
  values = new Float64Array(SLOTS)
  size = 0
  places = new Uint32Array(SLOTS)

  /** @param {{ text: Uint8Array }} document */
  look({ text }) {
    const { columns, values, places } = this
    let n = 0
    let h = 0
    for (let i = 0; i <= text.length; i++) {
      const c = i < text.length ? fold[text[i]] : 0
      if (c !== 0) {
        h = Math.imul(h ^ c, 0x01000193)
        continue
      }
      if (h === 0) continue
      const slot = (h ^ (h >>> 15)) & (SLOTS - 1)
      const place = places[slot]
      if (place === 0) {
        columns[n] = slot
        values[n] = 1
        places[slot] = ++n
      } else values[place - 1]++
      h = 0
    }
    for (let i = 0; i < n; i++) places[columns[i]] = 0
    this.size = n
  }
}

timePasses(
  process.argv.slice(2),
  (bytes) => bytes,
  () => new ByteLoop(),
)
