// A newsgroup that comes late: withheld, then taught with the old documents replayed.

import { abound, atLeast, atMost, runOnce, script } from '../harness.mjs'

const LEARNERS = ['ff', 'ff --margin 0.5', 'mmp']
const GROUPS = ['sci.space', 'alt.atheism', 'talk.religion.misc']
const atOnce = (/** @type {string} */ learner, /** @type {string} */ group) =>
  `${learner}, all at once (${group})`
const late = (/** @type {string} */ learner, /** @type {string} */ group) => `${learner}, ${group} late`

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'One of the 20 groups is left out of `abound train`, then taught by `abound learn --replay` with the file of the ' +
    'other 19: R1 on its test documents and on those of the others, beside training on all at once.',
  rounds: 1,
  async plan(place) {
    const { name, train, test } = place.corpus('20newsgroups', '20 Newsgroups')
    for (const group of GROUPS) {
      const parts = [place.file(`${group}.jsonl.gz`), place.file(`not-${group}.jsonl.gz`)]
      await runOnce({ args: script('make-late', group, train, ...parts) })
    }
    for (const learner of LEARNERS) {
      const command = (/** @type {string} */ file, /** @type {string} */ model) =>
        runOnce({
          args: abound('train', file, '--learner', ...learner.split(' '), '--quiet', '-o', place.file(model)),
        })
      await command(train, `late-${learner}.abound`)
      for (const group of GROUPS) {
        const model = `late-${learner}-${group}.abound`
        const old = place.file(`not-${group}.jsonl.gz`)
        await command(old, model)
        const added = place.file(`${group}.jsonl.gz`)
        await runOnce({ args: abound('learn', place.file(model), added, '--replay', old, '--quiet') })
      }
    }
    const contender = (
      /** @type {string} */ title,
      /** @type {string} */ model,
      /** @type {string} */ group,
    ) => ({
      name: title,
      args: script('rank-group', place.file(`late-${model}.abound`), group, test),
    })
    const pairs = LEARNERS.flatMap((learner) =>
      GROUPS.map((group) => /** @type {const} */ ([learner, group])),
    )
    return {
      corpus: name,
      measures: [
        { key: 'r1Group', unit: 'R1 on the group', better: 'higher' },
        { key: 'r1Others', unit: 'R1 on the others', better: 'higher' },
      ],
      contenders: pairs.flatMap(([learner, group]) => [
        contender(atOnce(learner, group), learner, group),
        { ...contender(late(learner, group), `${learner}-${group}`, group), against: atOnce(learner, group) },
      ]),
      checks: (results) =>
        pairs.flatMap(([learner, group]) => {
          const [a, b] = [late(learner, group), atOnce(learner, group)]
          const lost = results.median(b, 'r1Others') - results.median(a, 'r1Others')
          return [
            atLeast(`${a}: R1 on it over all at once`, results.ratio(a, b, 'r1Group'), 0.85, '×'),
            atMost(`${a}: R1 lost on the others`, lost, 0.03),
          ]
        }),
    }
  },
}
