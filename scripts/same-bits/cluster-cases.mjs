// Training and scoring in shards, on this machine.

import { DATA, THREADS, threadSuffix } from './workspace.mjs'

/** @import { Case, Workspace } from './workspace.mjs' */

/** @returns {Case[]} */
export function clusterCases() {
  const learners = [
    'ff --margin 0.5 --passes 2',
    'ind --threshold 0.1',
    'ind',
    'mmp --passes 2',
    'perceptron',
    'naive-bayes',
    'prtfidf',
    'rocchio',
    'svm',
  ]
  return [
    ...learners.map((flags) => ({
      name: `cluster/${flags}`,
      bundled: true,
      async run(/** @type {Workspace} */ at) {
        const line = `train ${DATA}/sample-few.jsonl --cluster local --shards 3 --learner ${flags} --quiet`
        for (const threads of THREADS) {
          await at.abound(`${line} --run ${threads}.run --threads ${threads} -o ${threads}.abound`)
          at.recordFile(`model${threadSuffix(threads)}`, `${threads}.abound`)
        }
      },
    })),
    {
      name: 'cluster/a model that predicts and is measured',
      bundled: true,
      async run(at) {
        const test = `${DATA}/sample-test.jsonl`
        await at.abound(`train ${DATA}/sample-few.jsonl --learner ff -o 1.abound --quiet`)
        for (const task of ['predict', 'evaluate']) {
          await at.abound(`cluster plan ${test} --shards 2 --${task} 1.abound --run ${task}.run`)
          // The plan names its folder.
          const { shards, stages } = JSON.parse(at.read(`${task}.run/plan.json`).toString())
          const plan = { shards: shards.map((/** @type {any} */ { uri, ...shard }) => shard), stages }
          at.record(`plan, ${task}`, JSON.stringify(plan))
          await at.recordJson(task, `cluster run ${task}.run`)
        }
      },
    },
  ]
}
