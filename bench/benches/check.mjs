// What `abound check` finds: labels that were replaced on purpose, and copies among a million documents.

import { abound, atLeast, atMost, runOnce, script } from '../harness.mjs'

const SHARE = '0.02'
const SEED = '7'
const MILLION = 1_000_000
const COPIES = 'check --fast, a million titles and abstracts'
const news = '20 Newsgroups, 2 % of the labels replaced'
const banking = 'Banking77, 2 % of the labels replaced'
const reuters = 'Reuters-21578, a label replaced in 2 % of the documents'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Labels of 2 % of the training documents are replaced by others at random: the share of these documents that is ' +
    'among the first labels listed as probably wrong (2 % and 4 % of the documents), and in the whole list. And a ' +
    'million documents, a third of them copies, checked for all but that.',
  rounds: 1,
  async plan(place) {
    const contenders = []
    for (const [name, folder, split] of [
      [news, '20newsgroups', ''],
      [banking, 'banking77', ''],
      [reuters, 'reuters21578', 'modapte-'],
    ]) {
      const { train } = place.corpus(folder, name, split)
      const [data, numbers] = [place.file(`wrong-${folder}.jsonl.gz`), place.file(`wrong-${folder}.json`)]
      await runOnce({ args: script('make-wrong', train, data, numbers, SHARE, SEED) })
      contenders.push({ name, args: script('check-wrong', data, numbers) })
    }
    const titles = place.corpus('yso-finna', 'YSO Finna')
    const million = place.file('million.jsonl')
    const made = await runOnce({
      args: script('make-copies', million, String(MILLION), titles.train, titles.test),
    })
    const { equal, near } = JSON.parse(made.stdout)
    contenders.push({
      name: COPIES,
      args: abound('check', million, '--fast', '--json', '--quiet'),
      figures: copiesFound,
    })
    return {
      corpus: '20 Newsgroups, Banking77, Reuters-21578 (train), YSO Finna',
      measures: [
        { key: 'found4', unit: 'found in the first 4 %', better: 'higher' },
        { key: 'found2', unit: 'found in the first 2 %', better: 'higher' },
        { key: 'foundAll', unit: 'found in the whole list', better: 'higher' },
        { key: 'listed', unit: 'listed', better: 'lower' },
        { key: 'seconds', unit: 's', better: 'lower' },
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'peakMegabytes', unit: 'MB peak', better: 'lower' },
      ],
      contenders,
      checks: (results) => [
        atLeast(`${news}: found in the first 4 %`, results.median(news, 'found4'), 0.5),
        atMost(`${COPIES}: CPU time`, results.median(COPIES, 'cpuSeconds'), 60, ' s'),
        atMost(`${COPIES}: peak memory`, results.peakBytes(COPIES) / 1e6, 1200, ' MB'),
        atLeast(
          `equal copies found, of ${equal} that were made`,
          results.median(COPIES, 'equal') / equal,
          0.97,
        ),
        atLeast(`copies with another word found, of ${near}`, results.median(COPIES, 'near') / near, 0.98),
      ],
    }
  },
}

/** @param {import('../harness.mjs').Ended} ended */
function copiesFound({ stdout, peakBytes }) {
  const { kinds } = JSON.parse(stdout)
  const toMend = (/** @type {string[]} */ ...wanted) =>
    kinds
      .filter((/** @type {{ kind: string }} */ { kind }) => wanted.includes(kind))
      .reduce((/** @type {number} */ sum, /** @type {{ toMend: number }} */ one) => sum + one.toMend, 0)
  return {
    equal: toMend('duplicate', 'same-text-other-labels'),
    near: toMend('near-duplicate', 'near-text-other-labels'),
    peakMegabytes: peakBytes / 1e6,
  }
}
