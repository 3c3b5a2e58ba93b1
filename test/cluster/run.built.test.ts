// Whole runs on one machine: what one machine alone comes to where sums are exact, the same bytes however the work is
// spread, and nothing at all from what was damaged on the way.

import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { toBytes } from '../../packages/abound/src/internal.js'
import { openSource, trainCorpus } from '../../packages/abound/src/node/internal.js'
import { planTraining } from '../../packages/lab/src/cluster/plan.js'
import { beginRun, type ClusterRun, cutShards, resultPath, runLocally } from '../../packages/lab/src/index.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-cluster-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WORDS = ['wheat', 'corn', 'gold', 'ore', 'oil', 'gas', 'ship', 'port', 'bank', 'loan', 'rate', 'tax']
const LABELS = ['grain', 'metal', 'energy', 'trade', 'money']

/** Documents whose first words tell their labels, with some that have none, or are partly judged, or unlabelled. */
const documents = Array.from({ length: 120 }, (_, i): Document => {
  const label = (i * 7) % LABELS.length
  const own = [WORDS[2 * label], WORDS[2 * label + 1], WORDS[(i * 5) % WORDS.length], `only${i % 40}`]
  const text = Array.from({ length: 3 + (i % 6) }, (_, j) => own[(j * 3 + i) % own.length]).join(' ')
  if (i % 29 === 3) return { id: `${i}`, text }
  if (i % 31 === 4) return { id: `${i}`, text, labels: [] }
  if (i % 17 === 5) {
    return { id: `${i}`, text, labels: [LABELS[label]], notLabels: [LABELS[(label + 1) % 5]], partial: true }
  }
  return {
    id: `${i}`,
    text,
    labels: i % 4 === 0 ? [LABELS[label], LABELS[(label + 2) % 5]] : [LABELS[label]],
  }
})
const data = join(folder, 'all.jsonl')
writeFileSync(data, documents.map((document) => `${JSON.stringify(document)}\n`).join(''))

const MAIN = fileURLToPath(new URL('../../packages/abound/dist/bin/main.js', import.meta.url))

let runs = 0
async function begun(options: Record<string, unknown>, shards = 3, buckets = 2): Promise<ClusterRun> {
  const path = join(folder, `run-${runs++}`)
  const cut = await cutShards(openSource(data), shards, join(path, 'shards'))
  return beginRun(path, planTraining(cut, { learner: 'ff', ...options }, {}, { buckets }))
}

async function result(run: ClusterRun): Promise<Uint8Array> {
  return readFileSync(await resultPath(run))
}

async function onCluster(options: Record<string, unknown>, shards = 3, buckets = 2): Promise<Uint8Array> {
  const run = await begun(options, shards, buckets)
  await runLocally(run, 1)
  return result(run)
}

async function alone(options: { learner: string } & Record<string, unknown>): Promise<Uint8Array> {
  const source = openSource(data)
  return toBytes(await trainCorpus({ rereadable: true, batches: () => source.documents() }, options))
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(Buffer.from(b))

describe('what sums exactly', () => {
  // Without shuffling, sums come in the same order; one held-out part decides on a cluster, so there is none here.
  const plain = { shuffle: false, probabilities: 'none', thresholds: 'fixed:0' }
  it.each([
    { learner: 'naive-bayes', ...plain },
    { learner: 'naive-bayes', complement: true, minDf: 2, ...plain },
    { learner: 'ind', threshold: 0.1, ...plain },
    { learner: 'svm', ...plain },
    { learner: 'svm', loss: 'logistic', ...plain },
    { learner: 'svm', prune: 0.1, ...plain },
    { learner: 'naive-bayes', shuffle: false, thresholds: 'top:1' },
    { learner: 'svm', weighting: 'log-tf', thresholds: 'top:1' },
  ])('is the model of one machine to the byte: $learner', async (options) => {
    const one = await alone(options)
    for (const [shards, buckets] of [
      [1, 1],
      [3, 2],
      [4, 5],
    ]) {
      expect(same(await onCluster(options, shards, buckets), one)).toBe(true)
    }
  })

  it('scores alike where probabilities are fitted by an idf: here that of all documents, not of the part alone', async () => {
    const { classifierFromBytes } = await import('../../packages/abound/src/pipeline/model-bytes.js')
    const options = { learner: 'svm', thresholds: 'top:1' }
    const one = await classifierFromBytes(await alone(options))
    const cluster = await classifierFromBytes(await onCluster(options))
    for (const { text } of documents) {
      const expected = one.rank(text as string)
      for (const [i, { label, score, probability }] of cluster.rank(text as string).entries()) {
        expect([label, score]).toEqual([expected[i].label, expected[i].score])
        expect(probability).toBeCloseTo(expected[i].probability!, 1)
      }
    }
  })
})

describe('what does not', () => {
  it.each([
    { learner: 'ff', passes: 2 },
    { learner: 'mmp', passes: 2 },
    { learner: 'perceptron', passes: 2 },
    { learner: 'rocchio' },
    { learner: 'prtfidf' },
    { learner: 'ind' },
  ])('is the same at any number of buckets, and learns: $learner', async (options) => {
    const model = await onCluster(options, 3, 1)
    expect(same(await onCluster(options, 3, 4), model)).toBe(true)
    const { classifierFromBytes } = await import('../../packages/abound/src/pipeline/model-bytes.js')
    const { evaluate } = await import('../../packages/abound/src/pipeline/evaluate.js')
    const judged = documents.filter(({ labels }) => labels !== undefined)
    expect((await evaluate(await classifierFromBytes(model), judged)).R1).toBeGreaterThan(0.8)
  })

  it.each(['rocchio', 'prtfidf'])('of one shard ranks as one machine does: %s', async (learner) => {
    const { classifierFromBytes } = await import('../../packages/abound/src/pipeline/model-bytes.js')
    const one = await classifierFromBytes(await alone({ learner, shuffle: false }))
    const cluster = await classifierFromBytes(await onCluster({ learner, shuffle: false }, 3))
    for (const { text } of documents) {
      const expected = one.rank(text as string)
      for (const [i, { label, score }] of cluster.rank(text as string).entries()) {
        expect(label).toBe(expected[i].label)
        expect(score).toBeCloseTo(expected[i].score, 10)
      }
    }
  })

  it.each([
    [{ learner: 'boost' }, 'boost needs all documents at once: on a cluster expected one of ff, ind'],
    [{ learner: 'mmp', average: true }, '--cluster: --average is a mean over steps'],
    [{ learner: 'svm', multiclass: 'crammer-singer' }, 'is one problem of all labels'],
    [{ learner: 'perceptron', patience: 2 }, '--patience watches all documents'],
    [{ learner: 'ff', select: 'df' }, '--select df looks at all rows at once'],
    [{ learner: 'ff', thresholds: 'train' }, '--thresholds train scores all documents again'],
  ])('is refused before anything is read: %j', async (options, message) => {
    await expect(begun(options)).rejects.toThrow(message)
  })
})

describe('a run', () => {
  it('goes on from its last stage, and refuses another plan', async () => {
    const options = { learner: 'mmp', passes: 3, probabilities: 'none' }
    const whole = await onCluster(options)
    const run = await begun(options)
    let stages = 0
    const stop = {
      stage: (): void => {
        if (++stages === 3) throw new Error('the machine went away')
      },
    }
    await expect(runLocally(run, 1, stop)).rejects.toThrow('went away')
    const names: string[] = []
    await runLocally(run, 1, { stage: (name) => names.push(name) })
    expect(names).toEqual(['epoch-2', 'epoch-3', 'model'])
    expect(same(await result(run), whole)).toBe(true)
    const other = planTraining(run.plan.shards, { ...options, passes: 2 })
    await expect(beginRun(run.folder, other)).rejects.toThrow('has another run in it')
  })

  it('refuses a damaged shard before it learns anything, and names it', async () => {
    const run = await begun({ learner: 'naive-bayes' })
    const { uri } = run.plan.shards[1]
    writeFileSync(uri, readFileSync(uri, 'utf8').replace('wheat', 'wheet'))
    await expect(runLocally(run, 1)).rejects.toThrow(`${uri} is damaged, or another file: its sha256 is`)
    expect(readdirSync(run.folder)).not.toContain('_MANIFEST.json')
  })

  it('refuses a damaged object', async () => {
    const run = await begun({ learner: 'naive-bayes' })
    await runLocally(run, 1)
    const { stages } = JSON.parse(readFileSync(join(run.folder, '_MANIFEST.json'), 'utf8'))
    const object = join(run.folder, 'objects', stages.settle[0])
    const bytes = readFileSync(object)
    bytes[bytes.length >> 1] ^= 1
    writeFileSync(object, bytes)
    writeFileSync(
      join(run.folder, '_MANIFEST.json'),
      JSON.stringify({ plan: run.sha256, stages: { look: stages.look, settle: stages.settle } }),
    )
    await expect(runLocally(run, 1)).rejects.toThrow('is damaged, or another file')
  })
})

describe('the command', () => {
  const abound = (args: string[], input = ''): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [MAIN, ...args], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })

  it('makes the same model on 1, 2 and 4 threads', () => {
    const sums = [1, 2, 4].map((threads) => {
      const out = join(folder, `threads-${threads}.abound`)
      const args = ['--cluster', 'local', '--shards', '4', '--learner', 'ff', '--passes', '2', '--quiet']
      execFileSync(process.execPath, [MAIN, 'train', data, ...args, '--threads', `${threads}`, '-o', out])
      return createHash('sha256').update(readFileSync(out)).digest('hex')
    })
    expect(new Set(sums).size).toBe(1)
  })

  it('maps and reduces as an engine would have it', async () => {
    const run = await begun({ learner: 'naive-bayes', probabilities: 'none' }, 2, 2)
    const descriptor = (extra: object): string =>
      `${JSON.stringify({ run: run.folder, plan: run.sha256, stage: 'look', inputs: {}, ...extra })}\n`
    const maps = [0, 1].map((task) => abound(['cluster', 'map'], descriptor({ task })))
    expect(maps.map(({ status }) => status)).toEqual([0, 0])
    expect(maps[0].stderr).toBe('abound: map look 0: 7 records\n')
    const lines = maps.flatMap(({ stdout }) => stdout.trimEnd().split('\n')).sort()
    expect(
      lines.every((line) => /^0000[01]\t(facts|labels|terms|~)\t00000[01]\t000000\t[\w+/=]+$/.test(line)),
    ).toBe(true)
    const own = lines.filter((line) => line.startsWith('00000\t'))
    const reduced = abound(
      ['cluster', 'reduce', '--quiet'],
      `${descriptor({ bucket: 0 })}${own.join('\n')}\n`,
    )
    expect(reduced.stdout).toMatch(/^0\t[0-9a-f]{64}\t\d+\n$/)
    expect(reduced.stderr).toBe('')
    const cut = abound(['cluster', 'reduce'], `${descriptor({ bucket: 0 })}${own.slice(0, -1).join('\n')}\n`)
    expect(cut.status).toBe(2)
    expect(cut.stderr).toBe('abound: bucket 0: 1 of 2 trailers are missing: a task ended too early\n')
    expect(abound(['cluster', 'map'], '{"run": 1').stderr).toMatch('abound: expected a descriptor')
    expect(abound(['cluster', 'map']).stderr).toMatch('abound: expected a descriptor a line, found none')
  })

  it('says what is wrong with what it was asked', () => {
    const train = (...args: string[]): string =>
      abound(['train', data, '-o', join(folder, 'x.abound'), ...args]).stderr
    expect(train('--cluster', 'local')).toMatch(
      '--cluster trains one learner: expected --learner, and not auto',
    )
    expect(train('--cluster', 'moon', '--learner', 'ff')).toMatch('--cluster moon: expected local, spark://')
    expect(train('--cluster', 'local', '--learner', 'ff', '--validate', '0.1')).toMatch(
      '--validate is not for --cluster',
    )
    expect(train('--cluster', 'spark://x:1', '--learner', 'ff')).toMatch('expected --run, a folder')
    expect(train('--cluster', 'local', '--learner', 'ff', '--shards', '500')).toMatch(
      'too few for 500 shards',
    )
  })
})

describe('scoring on shards', () => {
  const abound = (...args: string[]): string =>
    execFileSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })

  it('measures and predicts what one machine does', () => {
    const model = join(folder, 'scoring.abound')
    abound('train', data, '--learner', 'naive-bayes', '-o', model, '--quiet')
    const measured = JSON.parse(abound('evaluate', model, data, '--json'))
    const run = join(folder, 'evaluate.run')
    abound('cluster', 'plan', data, '--shards', '3', '--evaluate', model, '--run', run)
    const found = JSON.parse(abound('cluster', 'run', run, '--threads', '2'))
    for (const name of [
      'documents',
      'judged',
      'R1',
      'R5',
      'oneError',
      'microPrecision',
      'microRecall',
      'subsetAccuracy',
    ]) {
      expect(found[name]).toBe(measured[name])
    }
    for (const name of ['averagePrecision', 'MRR', 'coverage', 'microF1', 'macroF1']) {
      expect(found[name]).toBeCloseTo(measured[name], 12)
    }
    const predicting = join(folder, 'predict.run')
    abound('cluster', 'plan', data, '--shards', '2', '--predict', model, '--top', '2', '--run', predicting)
    const alone = abound('predict', model, data, '--top', '2', '--digits', 'full')
    expect(abound('cluster', 'run', predicting)).toBe(alone)
  })
})
