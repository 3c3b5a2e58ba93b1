// Every data format: written, read, trained on and ranked.

import { gunzipSync } from 'node:zlib'
import { DATA } from './workspace.mjs'

/** @import { Case, Workspace } from './workspace.mjs' */

/** @returns {Case[]} */
export function formatCases() {
  const names = ['few.csv', 'few.tsv', 'few.txt', 'few.jsonl', 'few.jsonl.gz', 'few.csv.gz']
  return [
    ...names.map((name) => ({
      name: `formats/${name.slice(4)}`,
      bundled: true,
      async run(/** @type {Workspace} */ at) {
        await at.abound(`convert ${DATA}/sample-few.jsonl ${name} --quiet`)
        at.recordFile('file', name)
        await at.recordOutput('jsonl again', `convert ${name} - --to jsonl --quiet`)
        await at.abound(`train ${name} --learner ff -o 1.abound --quiet --threads 1`)
        at.recordFile('model', '1.abound')
        await at.recordOutput('predictions', `predict 1.abound ${name} --top 2 --as fasttext`)
        await at.recordOutput(
          'from standard input',
          `predict 1.abound --from ${formatOf(name)} --as tsv --digits full`,
          {
            input: name.endsWith('.gz') ? gunzipSync(at.read(name)) : at.read(name),
          },
        )
        await at.recordJson('look at the data', `inspect ${name} --json`)
      },
    })),
    {
      name: 'formats/folder',
      bundled: true,
      async run(at) {
        await at.recordOutput('jsonl', `convert ${DATA}/sample-folder - --to jsonl --quiet`)
        await at.abound(`train ${DATA}/sample-folder --learner ff -o 1.abound --quiet`)
        at.recordFile('model', '1.abound')
        await at.recordOutput('predictions', `predict 1.abound ${DATA}/sample-folder --as tsv --digits full`)
      },
    },
    {
      name: 'formats/odd',
      bundled: true,
      async run(at) {
        for (const name of ['odd.csv', 'odd.tsv', 'odd.txt', 'odd.jsonl']) {
          await at.abound(`convert ${DATA}/odd.jsonl ${name} --quiet`)
          at.recordFile(name, name)
          await at.recordOutput(`jsonl again, ${name}`, `convert ${name} - --to jsonl --quiet`)
        }
      },
    },
    {
      name: 'formats/svm',
      async run(at) {
        await at.abound(`convert ${DATA}/bibtex-test.svm x.svm.gz --quiet`)
        at.record('file', gunzipSync(at.read('x.svm.gz')))
        await at.recordOutput('as it was', `convert ${DATA}/bibtex-test.svm - --to svm --quiet`)
        await at.recordJson('look at the data', `inspect ${DATA}/bibtex-test.svm --json`)
      },
    },
    {
      name: 'formats/sgm',
      async run(at) {
        const files = `${DATA}/reut2-000.sgm ${DATA}/reut2-021.sgm`
        await at.recordOutput('jsonl', `convert ${DATA}/reut2-000.sgm - --to jsonl --quiet`)
        await at.recordJson('look at the data', `inspect ${files} --json`)
        await at.abound(`train ${files} --learner mmp -o 1.abound --quiet --tokens reuters`)
        at.recordFile('model', '1.abound')
        await at.recordOutput('predictions', `predict 1.abound ${DATA}/reut2-021.sgm --assign --digits full`)
      },
    },
  ]
}

/** @param {string} name */
function formatOf(name) {
  const ending = name.split('.')[1]
  return ending === 'txt' ? 'fasttext' : ending
}
