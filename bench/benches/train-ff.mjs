// `abound train` with ff, the whole command: start, read, vectorise, learn, write the model.

import { abound, script, trainFigures } from '../harness.mjs'

const READ = 'gunzip + JSON.parse, nothing else'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The whole command `abound train DATA --learner ff`, beside a process that only reads the same file.',
  rounds: 5,
  async plan(place) {
    const { name, train } = place.news()
    const model = place.file('train-ff.abound')
    return {
      corpus: `${name}, train`,
      measures: [
        { key: 'documentsPerSecond', unit: 'documents/s', better: 'higher' },
        { key: 'documentsPerCpuSecond', unit: 'documents/s of CPU', better: 'higher' },
        { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
      ],
      contenders: [
        { name: READ, args: script('read', train), figures: trainFigures },
        {
          name: 'abound train --learner ff',
          against: READ,
          args: abound('train', train, '--learner', 'ff', '--json', '-o', model),
          figures: trainFigures,
        },
      ],
      checks: (results) => [
        { what: 'both read the same number of documents', holds: results.agree('documents') },
      ],
    }
  },
}
