// The details of an evaluation straight from their definitions. Slow on purpose.

import type { NaiveDocument, naiveMeasures, Training } from './naive.js'

type PerLabel = ReturnType<typeof naiveMeasures>['perLabel']

const mean = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : figures.reduce((a, b) => a + b, 0) / figures.length
const sum = (figures: readonly number[]): number => figures.reduce((a, b) => a + b, 0)

export function naiveDetails(
  known: readonly string[],
  documents: readonly NaiveDocument[],
  training: Training,
  bounds: readonly number[],
  perLabel: PerLabel,
) {
  const judged = documents.flatMap((d, document) =>
    d.judged === 0 ? [] : [{ ...d, document, truth: [...new Set(d.truth)] }],
  )
  const universe = [...known]
  for (const d of judged) for (const l of d.truth) if (!universe.includes(l)) universe.push(l)
  const K = universe.length
  const rankings = new Map<unknown, string[]>(
    judged.map((d) => [
      d,
      [
        ...universe.filter((l) => d.scores.has(l)).sort((a, b) => d.scores.get(b)! - d.scores.get(a)!),
        ...universe.filter((l) => !d.scores.has(l)),
      ],
    ]),
  )
  const ranking = (d: NaiveDocument): string[] => rankings.get(d)!
  const measured = judged.filter((d) => d.truth.length > 0)
  const hitsAt = (d: (typeof judged)[number], r: number) =>
    ranking(d)
      .slice(0, r)
      .filter((l) => d.truth.includes(l)).length

  return {
    precisionRecall:
      measured.length === 0
        ? []
        : ranksOf(K).map((rank) => ({
            rank,
            precision: mean(measured.map((d) => hitsAt(d, rank) / rank)),
            recall: mean(measured.map((d) => hitsAt(d, rank) / d.truth.length)),
          })),
    bands: bands(judged, training, bounds, perLabel),
    ...confusions(judged, universe, ranking),
    outcomes: outcomes(measured, universe, ranking),
  }
}

/** All ranks up to 100; beyond, the ranks that a straight reading of "each the same share further" gives. */
function ranksOf(K: number): number[] {
  if (K <= 100) return Array.from({ length: K }, (_, i) => i + 1)
  const ranks = [1]
  while (ranks.length < 100 && ranks.at(-1)! < K) {
    const last = ranks.at(-1)!
    ranks.push(Math.max(last + 1, Math.round(last * (K / last) ** (1 / (100 - ranks.length)))))
  }
  return ranks
}

function bands(
  judged: readonly NaiveDocument[],
  training: Training,
  bounds: readonly number[],
  perLabel: PerLabel,
) {
  const seen = (label: string) => training.positives.get(label) ?? 0
  return [...bounds, 0].map((from, i, all) => {
    const to = i === 0 ? null : all[i - 1] - 1
    const within = (label: string) => seen(label) >= from && (to === null || seen(label) <= to)
    const labels = perLabel.filter((l) => within(l.label))
    const right = sum(labels.map((l) => l.right))
    const made = sum(labels.map((l) => l.assigned))
    const relevant = sum(labels.map((l) => l.documents))
    return {
      name: to === null ? `${from} or more` : from === to ? `${from}` : `${from}–${to}`,
      from,
      to,
      labels: labels.length,
      documents: judged.filter((d) => d.truth.some(within)).length,
      microF1: labels.length === 0 ? null : (2 * right) / (made + relevant),
      macroF1: mean(labels.map((l) => l.f1)),
      breakeven: mean(labels.filter((l) => l.documents > 0).map((l) => l.breakeven!)),
      averagePrecision: mean(labels.filter((l) => l.documents > 0).map((l) => l.averagePrecision!)),
      recall: relevant === 0 ? null : right / relevant,
      precision: made === 0 ? null : right / made,
    }
  })
}

function confusions(
  judged: readonly NaiveDocument[],
  universe: readonly string[],
  ranking: (d: NaiveDocument) => string[],
) {
  const single = judged.every((d) => d.truth.length <= 1)
  const first = (d: NaiveDocument) => (d.scores.size === 0 ? [] : [ranking(d)[0]])
  const counts = new Map<string, { truth: string; taken: string; documents: number }>()
  for (const d of judged) {
    const given = single ? first(d) : d.assigned
    for (const truth of d.truth) {
      for (const taken of given) {
        if (given.includes(truth) || d.truth.includes(taken)) continue
        const { documents } = counts.get(`${truth}, ${taken}`) ?? { documents: 0 }
        counts.set(`${truth}, ${taken}`, { truth, taken, documents: documents + 1 })
      }
    }
  }
  const place = new Map(universe.map((l, i) => [l, i]))
  const named = [...counts.values()]
    .sort(
      (a, b) =>
        b.documents - a.documents ||
        place.get(a.truth)! - place.get(b.truth)! ||
        place.get(a.taken)! - place.get(b.taken)!,
    )
    .slice(0, 200)
  const labelled = judged.filter((d) => d.truth.length === 1)
  const labels = universe.filter((l) => labelled.some((d) => d.truth[0] === l || first(d)[0] === l))
  if (!single || labels.length === 0 || labels.length > 200) return { singleLabel: single, confusions: named }
  return {
    singleLabel: single,
    confusions: named,
    confusionMatrix: {
      labels,
      counts: labels.map((t) =>
        labels.map((f) => labelled.filter((d) => d.truth[0] === t && first(d)[0] === f).length),
      ),
      none: labels.map((t) => labelled.filter((d) => d.truth[0] === t && d.scores.size === 0).length),
    },
  }
}

function outcomes(
  measured: readonly (NaiveDocument & { readonly document: number })[],
  universe: readonly string[],
  ranking: (d: NaiveDocument) => string[],
) {
  const each = measured.map((d) => {
    const order = ranking(d)
    const ranks = d.truth.map((l) => order.indexOf(l) + 1).sort((a, b) => a - b)
    const found = d.truth.filter((l) => d.scores.has(l)).map((l) => order.indexOf(l) + 1)
    const score = (l: string) => d.scores.get(l) ?? Number.NEGATIVE_INFINITY
    const wrong = universe.filter((l) => !d.truth.includes(l))
    const errors = sum(d.truth.map((l) => wrong.filter((q) => score(l) <= score(q)).length))
    const right = d.truth.filter((l) => d.assigned.includes(l)).length
    const made = new Set(d.assigned).size
    return {
      document: d.document,
      labels: d.truth.length,
      oneError: found.includes(1) ? 0 : 1,
      R1: found.includes(1) ? 1 : 0,
      coverage: ranks.at(-1)! - 1,
      averagePrecision: mean(ranks.map((rank, i) => (i + 1) / rank))!,
      loss1: errors > 0 ? 1 : 0,
      loss2: errors,
      loss3: wrong.length === 0 ? 0 : errors / (wrong.length * d.truth.length),
      reciprocalRank: found.length === 0 ? 0 : 1 / Math.min(...found),
      maxF1: Math.max(...ranks.map((rank, i) => (2 * (i + 1)) / (rank + ranks.length))),
      f1: (2 * right) / (d.truth.length + made),
      allRight: right === d.truth.length && right === made ? 1 : 0,
    }
  })
  const names = [
    'document',
    'labels',
    'oneError',
    'R1',
    'coverage',
    'averagePrecision',
    'loss1',
    'loss2',
    'loss3',
    'reciprocalRank',
    'maxF1',
    'f1',
    'allRight',
  ] as const
  return Object.fromEntries(names.map((name) => [name, each.map((d) => d[name])]))
}
