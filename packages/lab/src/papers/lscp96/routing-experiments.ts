// Why claims of the routing item do not hold: other rates and another start than those as published.

import type { GivenOptions } from 'abound/internal'
import { decide } from '../claim-decisions.js'
import { alike, type ClaimFound, every, higher } from '../claims.js'
import type { Experiment } from '../item.js'
import { FIRST, measureTopics, readTopics, routingOptions, SET_NAMES } from './routing-runs.js'

/** The range of INQUERY’s weights by the paper, “0.4 to 0.5”, as the R of EG’s rate 2/(3R²). */
const RANGE = 0.1

export const otherRate: Experiment = {
  what:
    'The published rate, 1/‖x‖², turns the error of a document into its opposite (2η‖x‖² = 2), so that the error of the start ' +
    'never shrinks, and INQUERY’s vectors are all nearly parallel. The experiment: WH with the rate of the paper’s other table, ' +
    '1/(4X²), from zero.',
  async run(desk) {
    const parts: ClaimFound[] = []
    for (const set of SET_NAMES) {
      const topics = await readTopics(desk, set)
      const f1 = async (options: GivenOptions) => (await measureTopics(desk, topics, options)).f1
      const published = routingOptions('WH', 1000, desk.quick)
      const name = set.split(' ')[0]
      parts.push(
        higher(
          { name: `${name} WH`, figures: await f1({ ...published, rateEach: false, start: 'zero' }) },
          { name: 'Rocchio', figures: await f1(routingOptions('Rocchio', 1000, desk.quick)) },
        ),
      )
    }
    return decide(every(parts), 'the paper')
  },
}

export const smallRange: Experiment = {
  what:
    'We take for R, in EG’s rate 2/(3R²), the greatest range of any document, as its bound asks; the paper says that INQUERY’s ' +
    'weights tend to lie within 0.4 to 0.5. The experiment: R = 0.1.',
  async run(desk) {
    const topics = await readTopics(desk, FIRST)
    const side = async (words: number) => {
      const options = { ...routingOptions('EG', words, desk.quick), rate: 2 / (3 * RANGE ** 2) }
      return { name: `Q+${words} / EG`, figures: (await measureTopics(desk, topics, options)).precision }
    }
    return decide(alike(await side(1000), await side(50), 0.03), 'ours')
  },
}
