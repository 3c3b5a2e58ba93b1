// Every measure straight from its definition: full sorts, names, no shortcuts. Slow on purpose.

export interface NaiveDocument {
  /** Retrieved labels and their ranking scores. */
  readonly scores: ReadonlyMap<string, number>
  readonly comparable: ReadonlyMap<string, number>
  readonly truth: readonly string[]
  readonly judged: 0 | 1 | 2
  readonly assigned: readonly string[]
}

export interface Training {
  readonly documents: number
  readonly positives: ReadonlyMap<string, number>
}

const mean = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : figures.reduce((a, b) => a + b, 0) / figures.length

export function naiveMeasures(
  known: readonly string[],
  documents: readonly NaiveDocument[],
  training: Training,
  keep: number,
  beta: number,
) {
  const judged = documents.filter((d) => d.judged !== 0)
  const universe = [...known]
  for (const d of judged) for (const l of d.truth) if (!universe.includes(l)) universe.push(l)
  const K = universe.length
  const place = new Map(universe.map((l, i) => [l, i]))
  const rankAll = (d: NaiveDocument): string[] =>
    [...universe].sort((a, b) => {
      const sa = d.scores.get(a)
      const sb = d.scores.get(b)
      if (sa !== undefined && sb !== undefined && sa !== sb) return sb - sa
      if ((sa !== undefined) !== (sb !== undefined)) return sa !== undefined ? -1 : 1
      return place.get(a)! - place.get(b)!
    })
  const measured = judged
    .filter((d) => d.truth.length > 0)
    .map((d) => {
      const Y = new Set(d.truth)
      const order = rankAll(d)
      const ranks = new Map(order.map((l, i) => [l, i + 1]))
      const trueRanks = [...Y].map((l) => ranks.get(l)!)
      const found = [...Y].filter((l) => d.scores.has(l)).map((l) => ranks.get(l)!)
      let errors = 0
      for (const r of Y) {
        for (const q of universe) {
          if (Y.has(q)) continue
          const sr = d.scores.get(r) ?? Number.NEGATIVE_INFINITY
          const sq = d.scores.get(q) ?? Number.NEGATIVE_INFINITY
          if (sr <= sq) errors++
        }
      }
      return { Y, order, ranks, trueRanks, found, errors }
    })
  type Measured = (typeof measured)[number]
  const average = (f: (d: Measured) => number) => mean(measured.map(f))
  const hitsAt = (d: Measured, r: number) => d.trueRanks.filter((rank) => rank <= r).length
  const foundAt = (d: Measured, r: number) => d.found.filter((rank) => rank <= r).length
  const best = (d: Measured) => Math.min(Number.POSITIVE_INFINITY, ...d.found)
  const f1 = (p: number, r: number) => (p + r === 0 ? 0 : (2 * p * r) / (p + r))
  const MRR = average((d) => 1 / best(d))
  const everyRank = Array.from({ length: K }, (_, i) => i + 1)
  const maxF1 =
    measured.length === 0
      ? null
      : Math.max(
          ...everyRank.map((r) =>
            f1(average((d) => hitsAt(d, r) / r)!, average((d) => hitsAt(d, r) / d.Y.size)!),
          ),
        )
  const at = (f: (k: number) => number | null) => ({ '1': f(1), '3': f(3), '5': f(5) })
  const C = Math.max(0, Math.log(training.documents) - 1) * 2.5 ** 0.55
  const inverse = (l: string) => 1 + C * Math.exp(-0.55 * Math.log((training.positives.get(l) ?? 0) + 1.5))
  const weightAt = (d: Measured, k: number) =>
    [...d.Y].filter((l) => d.ranks.get(l)! <= k && d.found.includes(d.ranks.get(l)!)).map(inverse)
  const bestWeightAt = (d: Measured, k: number) =>
    [...d.Y]
      .map(inverse)
      .sort((a, b) => b - a)
      .slice(0, k)
  const sum = (figures: readonly number[]) => figures.reduce((a, b) => a + b, 0)

  const perLabel = universe.map((label) => {
    const documents = judged.filter((d) => d.truth.includes(label)).length
    const assigned = judged.filter((d) => d.assigned.includes(label)).length
    const right = judged.filter((d) => d.assigned.includes(label) && d.truth.includes(label)).length
    const list = judged
      .filter((d) => {
        if (!d.scores.has(label)) return false
        return d.truth.includes(label) || rankAll(d).indexOf(label) < keep
      })
      .map((d) => ({ score: d.comparable.get(label)!, right: d.truth.includes(label) }))
    const sorted = [...list].sort((a, b) => b.score - a.score)
    const precisions = sorted.flatMap((x, i) =>
      x.right ? [sorted.slice(0, i + 1).filter((y) => y.right).length / (i + 1)] : [],
    )
    const thresholds = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, ...list.map((x) => x.score)]
    const f1s = thresholds.map((t) => {
      const made = list.filter((x) => x.score > t)
      const a = made.filter((x) => x.right).length
      return (2 * a) / (made.length + documents)
    })
    const has = documents > 0
    return {
      label,
      documents,
      assigned,
      right,
      precision: assigned > 0 ? right / assigned : null,
      recall: has ? right / documents : null,
      f1: assigned + documents > 0 ? (2 * right) / (assigned + documents) : 1,
      breakeven: has ? sorted.slice(0, documents).filter((x) => x.right).length / documents : null,
      averagePrecision: has ? sum(precisions) / documents : null,
      maxF1: has ? Math.max(...f1s) : null,
    }
  })
  const fBeta = (right: number, made: number, relevant: number) =>
    ((1 + beta ** 2) * right) / (beta ** 2 * relevant + made)
  const macro = perLabel.filter((l) => l.documents + l.assigned > 0)
  const withDocuments = perLabel.filter((l) => l.documents > 0)
  const right = sum(perLabel.map((l) => l.right))
  const made = sum(perLabel.map((l) => l.assigned))
  const relevant = sum(perLabel.map((l) => l.documents))
  let mistakes = 0
  for (const d of judged) {
    for (const l of universe) if (d.truth.includes(l) !== d.assigned.includes(l)) mistakes++
  }
  const same = (d: NaiveDocument) => {
    const a = [...new Set(d.truth)].sort()
    const b = [...new Set(d.assigned)].sort()
    return a.length === b.length && a.every((x, i) => x === b[i])
  }
  return {
    documents: measured.length,
    leftOut: documents.length - measured.length,
    judged: judged.length,
    labels: K,
    unknownLabels: {
      count: K - known.length,
      documents: judged.filter((d) => d.truth.some((l) => !known.includes(l))).length,
      examples: universe
        .filter((l) => !known.includes(l))
        .map((l, i) => ({ l, i, documents: judged.filter((d) => d.truth.includes(l)).length }))
        .sort((a, b) => b.documents - a.documents || a.i - b.i)
        .slice(0, 5)
        .map(({ l }) => l),
    },
    oneError: average((d) => (d.found.includes(1) ? 0 : 1)),
    coverage: average((d) => Math.max(...d.trueRanks) - 1),
    averagePrecision: average((d) => sum(d.trueRanks.map((r) => hitsAt(d, r) / r)) / d.Y.size),
    loss1: average((d) => (d.errors > 0 ? 1 : 0)),
    loss2: average((d) => d.errors),
    loss3: average((d) => (d.Y.size === K ? 0 : d.errors / (d.Y.size * (K - d.Y.size)))),
    R1: average((d) => (best(d) <= 1 ? 1 : 0)),
    R5: average((d) => (best(d) <= 5 ? 1 : 0)),
    MRR,
    HR: MRR === null || MRR === 0 ? null : 1 / MRR,
    maxF1,
    documentMaxF1: average((d) =>
      Math.max(...everyRank.map((r) => f1(hitsAt(d, r) / r, hitsAt(d, r) / d.Y.size))),
    ),
    precisionAt: at((k) => average((d) => foundAt(d, k) / k)),
    recallAt: at((k) => average((d) => foundAt(d, k) / d.Y.size)),
    ndcgAt: at((k) =>
      average((d) => {
        const gain = sum(d.found.filter((r) => r <= k).map((r) => 1 / Math.log2(r + 1)))
        const ideal = sum(everyRank.slice(0, Math.min(k, d.Y.size)).map((r) => 1 / Math.log2(r + 1)))
        return gain / ideal
      }),
    ),
    propensityPrecisionAt: at((k) =>
      measured.length === 0
        ? null
        : sum(measured.map((d) => sum(weightAt(d, k)))) / sum(measured.map((d) => sum(bestWeightAt(d, k)))),
    ),
    microF1: judged.length === 0 ? null : made + relevant === 0 ? 1 : (2 * right) / (made + relevant),
    macroF1: mean(macro.map((l) => l.f1)),
    macroLabels: macro.length,
    microPrecision: made === 0 ? null : right / made,
    microRecall: relevant === 0 ? null : right / relevant,
    hammingLoss: judged.length * K === 0 ? null : mistakes / (judged.length * K),
    subsetAccuracy: mean(judged.map((d) => (same(d) ? 1 : 0))),
    breakeven: mean(withDocuments.map((l) => l.breakeven!)),
    meanAveragePrecision: mean(withDocuments.map((l) => l.averagePrecision!)),
    perLabel: macro.map((l) => ({
      ...l,
      training: training.positives.get(l.label) ?? 0,
      fBeta: fBeta(l.right, l.assigned, l.documents),
    })),
    fBeta: {
      beta,
      micro: judged.length === 0 ? null : made + relevant === 0 ? 1 : fBeta(right, made, relevant),
      macro: mean(macro.map((l) => fBeta(l.right, l.assigned, l.documents))),
    },
  }
}
