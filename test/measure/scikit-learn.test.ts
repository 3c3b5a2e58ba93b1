// The measures that scikit-learn has too must come out the same. Runs where a python3 with scikit-learn is found
// (`PYTHON` names another one), and says so where it is not.

import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { brierScore } from '../../packages/abound/src/measure/calibration.js'
import { Evaluation, type Measures } from '../../packages/abound/src/measure/evaluation.js'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'
import { denseScores } from './scores-of.js'

const python = [process.env.PYTHON, 'python3', '/usr/bin/python3'].find(
  (name) => name !== undefined && spawnSync(name, ['-c', 'import sklearn']).status === 0,
)
if (python === undefined) console.warn('scikit-learn.test.ts is skipped: no python3 here has scikit-learn')

interface Case {
  readonly name: string
  readonly scores: readonly (readonly number[])[]
  readonly truth: readonly (readonly number[])[]
  readonly assigned: readonly (readonly number[])[]
  /** 0 and 1 of one label, and how probable it was held. */
  readonly outcome: readonly number[]
  readonly probability: readonly number[]
}

const SCRIPT = `
import json, sys
import numpy as np
from sklearn import metrics as m

def measures(case):
    scores, truth, assigned = (np.array(case[name]) for name in ('scores', 'truth', 'assigned'))
    present = [l for l in range(truth.shape[1]) if truth[:, l].any() or assigned[:, l].any()]
    having = [l for l in range(truth.shape[1]) if truth[:, l].any()]
    f1 = lambda average: m.f1_score(truth, assigned, average=average, labels=present, zero_division=0)
    out = {
        'coverage': m.coverage_error(truth, scores) - 1,
        'averagePrecision': m.label_ranking_average_precision_score(truth, scores),
        'loss3': m.label_ranking_loss(truth, scores),
        'microF1': f1('micro'),
        'macroF1': f1('macro'),
        'microPrecision': m.precision_score(truth, assigned, average='micro', zero_division=0),
        'microRecall': m.recall_score(truth, assigned, average='micro', zero_division=0),
        'fBetaMicro': m.fbeta_score(truth, assigned, beta=2, average='micro', zero_division=0),
        'fBetaMacro': m.fbeta_score(truth, assigned, beta=2, average='macro', labels=present, zero_division=0),
        'hammingLoss': m.hamming_loss(truth, assigned),
        'subsetAccuracy': m.accuracy_score(truth, assigned),
        'meanAveragePrecision': float(np.mean([m.average_precision_score(truth[:, l], scores[:, l]) for l in having])),
        'brier': m.brier_score_loss(case['outcome'], case['probability']),
    }
    for k in (1, 3, 5):
        out['ndcg%d' % k] = m.ndcg_score(truth, scores, k=k, ignore_ties=True)
    return out

print(json.dumps([measures(case) for case in json.load(sys.stdin)]))
`

function randomCase(name: string, labels: number, documents: number, ties: boolean, seed: number): Case {
  const rng = new Rng(seed)
  const rows = <T>(make: () => T): T[] => Array.from({ length: documents }, make)
  // Without ties: a shuffled ladder of scores for each label over documents, shifted by label.
  const ladders = Array.from({ length: labels }, () => permutation(documents, rng))
  const scores = Array.from({ length: documents }, (_, d) =>
    ladders.map((ladder, l) => (ties ? rng.below(4) : ladder[d] + l / labels)),
  )
  const truth = rows(() => {
    const row = Array.from({ length: labels }, () => (rng.float() < 0.3 ? 1 : 0))
    row[rng.below(labels)] = 1
    return row
  })
  const assigned = truth.map((row) => row.map((y) => (rng.float() < 0.2 ? 1 - y : y)))
  const outcome = rows(() => rng.below(2))
  return {
    name,
    scores,
    truth,
    assigned,
    outcome: [0, 1, ...outcome],
    probability: [0.3, 1, ...rows(() => rng.float())],
  }
}

function ours({ scores, truth, assigned }: Case): Measures {
  const labelCount = scores[0].length
  const evaluation = new Evaluation({ labelCount, labelName: String, beta: 2 })
  const ids = (row: readonly number[]): number[] => row.flatMap((y, l) => (y === 1 ? [l] : []))
  scores.forEach((row, d) => {
    evaluation.add(denseScores(row), ids(truth[d]), [], 1, ids(assigned[d]))
  })
  return evaluation.result()
}

describe.skipIf(python === undefined)('scikit-learn says the same', () => {
  const cases = [
    randomCase('few labels', 4, 30, false, 1),
    randomCase('many labels', 60, 80, false, 2),
    randomCase('one document', 7, 1, false, 3),
    randomCase('two labels', 2, 50, false, 4),
    randomCase('ties', 12, 60, true, 5),
  ]
  let theirs: Record<string, number>[] = []

  beforeAll(() => {
    const { stdout, stderr, status } = spawnSync(python as string, ['-W', 'ignore', '-c', SCRIPT], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    theirs = JSON.parse(stdout)
  })

  it.each(cases.map((one, i) => [one.name, one, i] as const))('on %s', (name, one, i) => {
    const measures = ours(one)
    const expected = theirs[i]
    const same = (figure: number | null | undefined, of: string): void => {
      expect(figure, of).toBeTypeOf('number')
      expect(Math.abs((figure as number) - expected[of]), of).toBeLessThan(1e-9)
    }
    // Both count ties as errors; where ranks are at stake theirs shares them, ours goes by label.
    same(measures.loss3, 'loss3')
    for (const of of ['microF1', 'macroF1', 'microPrecision', 'microRecall'] as const) same(measures[of], of)
    for (const of of ['hammingLoss', 'subsetAccuracy'] as const) same(measures[of], of)
    same(measures.fBeta?.micro, 'fBetaMicro')
    same(measures.fBeta?.macro, 'fBetaMacro')
    same(brierScore(Float64Array.from(one.probability), Uint8Array.from(one.outcome)), 'brier')
    if (name === 'ties') return
    for (const of of ['coverage', 'averagePrecision', 'meanAveragePrecision'] as const) same(measures[of], of)
    for (const k of ['1', '3', '5'] as const) same(measures.ndcgAt[k], `ndcg${k}`)
  })
})
