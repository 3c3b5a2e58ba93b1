// Two large corpora of tens of thousands of labels, from the gzipped file to the saved model.

import { abound, atMost, trainFigures } from '../harness.mjs'
import { Skip } from '../places.mjs'

const CORPORA = [
  { folder: 'nvd-cve', seconds: 6 },
  { folder: 'yso-finna', seconds: 20 },
]

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The whole command `abound train DATA --learner ff --threads 1`, from the gzipped file to the saved model.',
  rounds: 2,
  async plan(place) {
    const found = CORPORA.flatMap(({ folder, seconds }) => {
      try {
        const { name, train } = place.corpus(folder, folder)
        const model = place.file(`${folder}.abound`)
        const words = ['--learner', 'ff', '--threads', '1', '--json', '-o', model]
        return [{ name, seconds, args: abound('train', train, ...words) }]
      } catch (error) {
        if (error instanceof Skip) return []
        throw error
      }
    })
    if (found.length === 0)
      throw new Skip('nvd-cve or yso-finna is needed in the folder that ABOUND_DATA names')
    return {
      corpus: `${found.map(({ name }) => name).join(' and ')}, train`,
      measures: [
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'seconds', unit: 's', better: 'lower' },
        { key: 'documents', unit: 'documents', better: 'higher' },
        { key: 'labels', unit: 'labels', better: 'higher' },
        { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
      ],
      contenders: found.map(({ name, args }) => ({ name, args, figures: trainFigures })),
      checks: (results) =>
        found.flatMap(({ name, seconds }) => [
          atMost(`${name}, best run`, Math.min(...results.numbers(name, 'cpuSeconds')), seconds, ' s of CPU'),
          atMost(`${name}, peak memory`, results.peakBytes(name) / 1e6, 1000, ' MB'),
        ]),
    }
  },
}
