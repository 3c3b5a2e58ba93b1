// How well a feature of ff estimates the classes in its stream (Madani, Connor & Greiner 2009, appendix B).

import { atLeast, atMost, script } from '../harness.mjs'

const WEIGHTS = ['0', '0.001', '0.01', '0.1']
const HIGHEST = [0.02, 0.05, 0.2, 0.5]
const named = (/** @type {string} */ weight) => `min-weight ${weight}`

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'ff’s update alone: one feature, 1,000 classes drawn from a known distribution, 200 trials. “Off by” is the mean of ' +
    '|p − p*| / p*, p* the highest true share and p the highest found, where the other classes share the rest evenly: ' +
    '100 classes in all, or ⌈1/p*⌉. l1 and l∞ are mean distances to random distributions. The paper shows curves, and ' +
    'says: 0.01 is as good as 0 from p* = 0.05 on; 0.1 only for much higher shares.',
  rounds: 1,
  async plan() {
    return {
      corpus: 'simulated streams',
      measures: [
        ...HIGHEST.flatMap((share) => [
          {
            key: `of100 ${share}`,
            unit: `off by, p* ${share}, 100 classes`,
            better: /** @type {const} */ ('lower'),
          },
          {
            key: `few ${share}`,
            unit: `off by, p* ${share}, ${Math.ceil(1 / share)} classes`,
            better: /** @type {const} */ ('lower'),
          },
        ]),
        { key: 'l1', unit: 'l1', better: 'lower' },
        { key: 'lmax', unit: 'l∞', better: 'lower' },
      ],
      contenders: WEIGHTS.map((weight) => ({
        name: named(weight),
        ...(weight === '0' ? {} : { against: named('0') }),
        args: script('fsu', weight),
      })),
      checks: (results) => {
        const off = (/** @type {string} */ weight, /** @type {string} */ key) =>
          results.median(named(weight), key)
        const keys = HIGHEST.flatMap((share) => [`of100 ${share}`, `few ${share}`])
        const close = (/** @type {string} */ weight, /** @type {string} */ key) =>
          atMost(`min-weight ${weight} over 0, ${key}`, off(weight, key) - off('0', key), 0.03)
        return [
          {
            what: 'min-weight 0.001 drops nothing in 1,000 draws: the same as 0',
            holds: keys.every((key) => off('0.001', key) === off('0', key)),
          },
          ...keys.filter((key) => !key.endsWith(' 0.02')).map((key) => close('0.01', key)),
          close('0.01', 'l1'),
          close('0.01', 'lmax'),
          close('0.1', 'of100 0.5'),
          atLeast('min-weight 0.1 at p* 0.05, 100 classes: it loses it', off('0.1', 'of100 0.05'), 0.5),
          atLeast('l1, min-weight 0.1 over 0', off('0.1', 'l1') / off('0', 'l1'), 2, '×'),
        ]
      },
    }
  },
}
