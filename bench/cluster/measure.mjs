// What crosses the network when training on shards, and what mixing costs in quality: `node bench/cluster/measure.mjs DATA TEST
// OUT.json [--traffic] [--quality]`, after `npm run build`. Runs on threads (`--cluster local`): the bytes between maps and reduces, and the
// bytes that tasks read, are those of any engine with the same plan.
//
//   --traffic   bytes an epoch by shards (1, 2, 4, 8) and learner
//   --quality   R1 on TEST: one machine with p passes, and 4 shards with p + 1

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../packages/abound/dist/bin/main.js', import.meta.url))
const [data, test, out, ...flags] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'abound-cluster-bench-'))
const abound = (...args) =>
  JSON.parse(
    execFileSync(process.execPath, [main, ...args, '--json'], { encoding: 'utf8', maxBuffer: 2 ** 30 }),
  )
const result = { data: data.split('/').slice(-2).join('/'), node: process.version, cpu: cpuName() }

function cpuName() {
  return execFileSync('sh', ['-c', "grep -m1 'model name' /proc/cpuinfo | cut -d: -f2"], {
    encoding: 'utf8',
  }).trim()
}

function trained(learner, passes, shards, extra = []) {
  const model = join(folder, 'model.abound')
  const run = join(folder, 'run')
  const cut =
    shards === 0 ? [] : ['--cluster', 'local', '--shards', `${shards}`, '--run', run, '--threads', '1']
  const many = passes === undefined ? [] : ['--passes', `${passes}`]
  const options = [
    '--learner',
    learner,
    '--probabilities',
    'none',
    '--thresholds',
    'top:1',
    ...many,
    ...extra,
  ]
  const told = abound('train', data, '-o', model, ...options, ...cut)
  rmSync(run, { recursive: true, force: true })
  return { ...told, model, modelBytes: statSync(model).size }
}

try {
  if (flags.includes('--traffic')) {
    result.traffic = []
    for (const [learner, passes] of [
      ['naive-bayes', undefined],
      ['ff', 2],
      ['mmp', 2],
    ]) {
      for (const shards of [1, 2, 4, 8]) {
        const { moved, documents, labels, features, modelBytes } = trained(learner, passes, shards)
        const line = { learner, shards, documents, labels, features, modelBytes, stages: moved }
        result.traffic.push(line)
        process.stderr.write(`${learner} ${shards}: ${JSON.stringify(moved)}\n`)
      }
    }
  }
  if (flags.includes('--quality')) {
    result.quality = []
    for (const learner of ['ff', 'mmp']) {
      for (const passes of [1, 2]) {
        const one = trained(learner, passes, 0)
        const oneR1 = abound('evaluate', one.model, test).R1
        const mixed = trained(learner, passes + 1, 4)
        const mixedR1 = abound('evaluate', mixed.model, test).R1
        result.quality.push({ learner, passes, oneMachineR1: oneR1, mixedPasses: passes + 1, mixedR1 })
        process.stderr.write(`${learner}: ${passes} passes ${oneR1}, 4 shards and ${passes + 1} ${mixedR1}\n`)
      }
    }
  }
  writeFileSync(out, `${JSON.stringify(result, null, 1)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
