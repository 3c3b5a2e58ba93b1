// The other commands, with most of their flags.

import { resolve } from 'node:path'
import { LEARNERS } from './learner-cases.mjs'
import { DATA, maskTimes, THREADS, threadSuffix } from './workspace.mjs'

/** @import { Case, Workspace } from './workspace.mjs' */

/** @returns {Case[]} */
export function commandCases() {
  const sample = `${DATA}/sample.jsonl`
  const few = `${DATA}/sample-few.jsonl`
  const test = `${DATA}/sample-test.jsonl`
  /** @type {(learners: string[], ways: Record<string, string>, bundled: boolean, data: string) => Case[]} */
  const compare = (learners, ways, bundled, data) =>
    Object.entries(ways).map(([name, flags]) => ({
      name: `compare/${name}`,
      bundled,
      async run(at) {
        for (const threads of THREADS) {
          const line = `compare ${data} ${flags} --results ${threads}.jsonl --json --quiet --threads ${threads}`
          const words = [...line.split(' '), '--learners', learners.join(',')]
          const { code, stdout, stderr } = await at.run(words)
          if (code !== 0) throw new Error(`abound ${words.join(' ')}: exit ${code}: ${stderr}`)
          at.record(`result${threadSuffix(threads)}`, maskTimes(stdout.toString()))
          const cells = maskTimes(at.read(`${threads}.jsonl`).toString()).split('\n')
          at.record(`kept cells${threadSuffix(threads)}`, cells.sort().join('\n'))
        }
      },
    }))
  return [
    {
      name: 'commands/learners',
      bundled: true,
      async run(at) {
        await at.recordOutput('list', 'learners')
        await at.recordOutput('list as JSON', 'learners --json')
        for (const learner of LEARNERS.map((flags) => flags.split(' ')[0])) {
          await at.recordOutput(learner, `learners ${learner}`)
          await at.recordOutput(`${learner} as JSON`, `learners ${learner} --json`)
        }
      },
    },
    {
      name: 'commands/train with more flags',
      bundled: true,
      async run(at) {
        const line = `train ${few} ${DATA}/sample-more.jsonl`
        const valid = `--validate ${test} --curve curve.tsv --json`
        await at.recordJson('validation', `${line} --learner boost --rounds 20 ${valid} -o b.abound`)
        at.recordFile('curve', 'curve.tsv')
        await at.abound(`${line} --continue b.abound --rounds 40 -o longer.abound --quiet`)
        at.recordFile('continued model', 'longer.abound')
        await at.recordJson(
          'held-out part',
          `${line} --learner mmp --validate 0.2 --cumulative c.tsv --json -o m.abound`,
        )
        at.recordFile('cumulative losses', 'c.tsv')
        at.recordFile('model of a part', 'm.abound')
        await at.recordJson('model of a size', `${line} --learner svm --size 60kB --json -o s.abound`)
        at.recordFile('small model', 's.abound')
        await at.recordJson(
          'rounds until it got no better',
          `${line} --learner boost --rounds 200 --stop-after 5 ${valid} -o e.abound`,
        )
        at.recordFile('model of so many rounds', 'e.abound')
        await at.abound(`train - --from jsonl --learner ff --quiet -o p.abound`, { input: at.read(few) })
        at.recordFile('model from standard input', 'p.abound')
      },
    },
    {
      name: 'commands/evaluate, explain, inspect, learn and shrink with more flags',
      bundled: true,
      async run(at) {
        const env = { SOURCE_DATE_EPOCH: '1700000000' }
        const input = at.read(`${DATA}/sample-lines.txt`)
        await at.abound(`train ${few} --learner naive-bayes --stem porter --ngrams 2 -o 1.abound --quiet`)
        await at.recordOutput('as a table', `evaluate 1.abound ${test} --per-label --beta 2`)
        await at.recordJson('details', `evaluate 1.abound ${test} --details --json`)
        await at.recordOutput('details as a table', `evaluate 1.abound ${test} --details`)
        await at.recordJson('rejection', `evaluate 1.abound ${test} --reject 0.5 --curve curve.tsv --json`)
        at.recordFile('curve of rejection', 'curve.tsv')
        await at.recordOutput('rejected', `predict 1.abound ${test} --reject 0.5 --as tsv --digits full`)
        await at.abound(`evaluate 1.abound ${test} --report page.html --quiet`, { env })
        at.recordFile('report', 'page.html')
        await at.recordOutput('explained', 'explain 1.abound --json --html why.html', { input, env })
        at.recordFile('explained as a page', 'why.html')
        await at.recordJson('look at a model', 'inspect 1.abound --json')
        await at.recordOutput('labels of a word', 'inspect 1.abound --term tree --json')
        const more = `${DATA}/sample-more.jsonl`
        await at.recordJson(
          'learning',
          `learn 1.abound ${more} --replay ${few} --seed 3 -o more.abound --json`,
        )
        at.recordFile('model that learned more', 'more.abound')
        await at.abound('shrink 1.abound --size 100kB --bits 16 --quiet -o sized.abound')
        at.recordFile('model of a size', 'sized.abound')
        await at.recordJson(
          'shrinking',
          `shrink 1.abound --prune 0.01 --bits 32 --validate ${test} --json -o p.abound`,
        )
        at.recordFile('pruned model', 'p.abound')
      },
    },
    {
      name: 'commands/check, sample',
      bundled: true,
      async run(at) {
        for (const threads of THREADS) {
          const line = `check ${sample} ${test} -o ${threads}.jsonl --quiet --threads ${threads}`
          await at.recordOutput(`summary${threadSuffix(threads)}`, line)
          at.recordFile(`findings${threadSuffix(threads)}`, `${threads}.jsonl`)
        }
        await at.recordJson('odd texts', `check ${DATA}/odd.jsonl --json`)
      },
    },
    {
      name: 'commands/check, reuters',
      async run(at) {
        for (const threads of THREADS) {
          const line = `check ${DATA}/reuters.jsonl ${DATA}/reuters-test.jsonl --json --threads ${threads}`
          await at.recordJson(`findings${threadSuffix(threads)}`, `${line} -o ${threads}.tsv`)
          at.recordFile(`table${threadSuffix(threads)}`, `${threads}.tsv`)
        }
        await at.recordJson('near texts', `check ${DATA}/news-all-test.jsonl --fast --near 0.6 --json`)
      },
    },
    ...compare(
      ['ff --margin 0.5', 'svm --cost 2', 'naive-bayes', 'boost --rounds 20'],
      { 'folds, sample': '--folds 3', 'test, sample': `--test ${test} --stop english` },
      true,
      few,
    ),
    ...compare(
      ['ff --margin 0.1', 'mmp --loss 3', 'rocchio'],
      { 'trials, reuters': '--trials 2 --holdout 0.2 --measure averagePrecision' },
      false,
      `${DATA}/reuters.jsonl`,
    ),
    ...[
      ['sample', 'ff,naive-bayes', '--budget 2', sample],
      ['banking', 'svm', '--budget 2 --measure macroF1', `${DATA}/banking.jsonl`],
    ].map(([name, learners, flags, data]) => ({
      name: `tune/${name}`,
      bundled: name === 'sample',
      async run(/** @type {Workspace} */ at) {
        for (const threads of THREADS) {
          const line = `tune ${data} --learner ${learners} ${flags} --json --quiet --threads ${threads}`
          // The command that it prints names the threads.
          const text = (await at.abound(line)).toString().replace(/ --threads \d/g, '')
          at.record(`result${threadSuffix(threads)}`, maskTimes(text))
        }
      },
    })),
    ...[
      ['sample', `${few} --budget 3`],
      ['reuters', `${DATA}/reuters.jsonl --budget 3`],
      ['bibtex', `${DATA}/bibtex.svm --budget 3`],
    ].map(([name, flags]) => ({
      name: `auto/${name}`,
      bundled: name === 'sample',
      async run(/** @type {Workspace} */ at) {
        for (const threads of THREADS) {
          const line = `train ${flags} --learner auto --json --threads ${threads} -o ${threads}.abound`
          const text = (await at.abound(line)).toString().replace(/ --threads \d| -o \d\.abound/g, '')
          at.record(`choice${threadSuffix(threads)}`, maskTimes(text))
          at.recordFile(`model${threadSuffix(threads)}`, `${threads}.abound`)
        }
      },
    })),
    ...transduceCases(),
  ]
}

/** @returns {Case[]} */
function transduceCases() {
  /** @type {(name: string, line: string) => Case} */
  const transduce = (name, line) => ({
    name: `transduce/${name}`,
    bundled: name.startsWith('sample'),
    async run(at) {
      await at.recordOutput('labels', `transduce ${line} -o 1.abound --curve curve.tsv --quiet`)
      at.recordFile('model', '1.abound')
      at.recordFile('curve', 'curve.tsv')
    },
  })
  const few = `${DATA}/sample-more.jsonl`
  return [
    transduce('sample', `${few} ${DATA}/sample-test.jsonl --as tsv`),
    transduce('sample, equal', `${few} ${DATA}/sample-test.jsonl --start-costs equal --top 2 --seed 3`),
    transduce('reuters', `${DATA}/reuters-few.jsonl ${DATA}/reuters-test.jsonl --unlabelled-cost 0.5`),
    transduce('reuters, unused', `${DATA}/reuters-few.jsonl ${DATA}/reuters-unused.jsonl --positives 0.1`),
  ]
}

/** Tables and figures of the papers that are quick; they go through the library more than through commands. */
const PAPERS = [
  'cs02-fig4',
  'cs02-large',
  'mcg09-fsu',
  'mcg09-fig12',
  'j99-webkb',
  'ss00-rounds',
  'ss00-rejection',
]

/** @returns {Case[]} */
export function paperCases() {
  return PAPERS.map((item) => ({
    name: `reproduce/${item}`,
    async run(at) {
      const env = { ABOUND_DATA: resolve(String(process.env.ABOUND_DATA)) }
      await at.recordJson('figures', `reproduce ${item} --quick --json --quiet`, { env })
    },
  }))
}
