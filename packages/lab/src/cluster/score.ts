// Scoring: every document is ranked where its shard is. `predict` leaves a file of lines a shard; `evaluate` counts, and
// one reduce adds the counts up. Means over documents are added up weighed by documents, in the order of the shards;
// what needs all scores of a label in one place (its break-even point, its best F1) is not measured.

import { Classifier, InputError, type Measures } from 'abound'
import { addToEvaluation, fMeasure, partsFromBytes, startEvaluation } from 'abound/internal'
import type { Payload } from './cluster-record.js'
import type { MapContext } from './map-context.js'
import { exact } from './names.js'
import { openPayload, payload } from './payload.js'
import type { Plan } from './plan.js'

/** Measures that are means over the documents with a label. */
const MEANS = ['oneError', 'coverage', 'averagePrecision', 'R1', 'R5', 'MRR', 'documentMaxF1'] as const
const CUTOFFS = ['1', '3', '5'] as const

type MeanName = (typeof MEANS)[number]

/** What is known of one label after scoring. */
interface LabelCounts {
  documents: number
  assigned: number
  right: number
}

/** What a cluster measures; names as in `evaluate --json`. */
interface ClusterMeasures extends Record<MeanName, number | null> {
  readonly documents: number
  readonly leftOut: number
  readonly judged: number
  readonly precisionAt: Readonly<Record<string, number | null>>
  readonly recallAt: Readonly<Record<string, number | null>>
  readonly microF1: number | null
  readonly macroF1: number | null
  readonly microPrecision: number | null
  readonly microRecall: number | null
  readonly subsetAccuracy: number | null
  readonly perLabel: readonly (LabelCounts & { readonly label: string; readonly f1: number })[]
}

const encoder = new TextEncoder()

/** Scores one shard. */
export async function scoreTask({ plan, task, store, out }: MapContext): Promise<void> {
  if (plan.model === undefined) throw new InputError('the plan names no model to score with')
  const classifier = new Classifier(await partsFromBytes(await store.model(plan.model), plan.model.uri))
  const shard = plan.shards[task]
  if (plan.task === 'predict') {
    const parts: Uint8Array[] = []
    for await (const batch of store.documents(shard, plan)) {
      let lines = ''
      for (const document of batch) {
        const { labels } = classifier.predict(document, { top: plan.top ?? 1 })
        const named = document.id === undefined ? {} : { id: document.id }
        lines += `${JSON.stringify({ ...named, labels })}\n`
      }
      parts.push(encoder.encode(lines))
    }
    await out.put(0, 'scored', payload({ sha256: await store.write(parts) }, {}))
    return
  }
  const evaluation = startEvaluation(classifier)
  for await (const batch of store.documents(shard, plan)) {
    for (const document of batch) addToEvaluation(evaluation, classifier, document)
  }
  await out.put(0, 'scored', payload({ ...shardSums(evaluation.result()) }, {}))
}

interface ShardSums {
  readonly documents: number
  readonly leftOut: number
  readonly judged: number
  readonly allRight: number
  readonly sums: Readonly<Record<string, number>>
  readonly labels: Readonly<Record<string, LabelCounts>>
}

function shardSums(measures: Measures): ShardSums {
  const { documents, leftOut, judged } = measures
  const sums: Record<string, number> = {}
  for (const name of MEANS) sums[name] = (measures[name] ?? 0) * documents
  for (const k of CUTOFFS) {
    sums[`precisionAt ${k}`] = (measures.precisionAt[k] ?? 0) * documents
    sums[`recallAt ${k}`] = (measures.recallAt[k] ?? 0) * documents
  }
  // These count documents: what the mean has lost of a whole number is put right.
  for (const name of ['oneError', 'R1', 'R5'] as const) sums[name] = Math.round(sums[name])
  const labels = measures.perLabel.map(({ label, documents, assigned, right }) => [
    label,
    { documents, assigned, right },
  ])
  return {
    documents,
    leftOut,
    judged,
    allRight: Math.round((measures.subsetAccuracy ?? 0) * judged),
    sums,
    labels: Object.fromEntries(labels),
  }
}

/** Adds up what shards counted. */
export class ScoreSums {
  private readonly predicts: boolean
  private readonly files: string[] = []
  private readonly sums = new Map<string, number>()
  private readonly labels = new Map<string, LabelCounts>()

  constructor(plan: Plan) {
    this.predicts = plan.task === 'predict'
  }

  add({ bytes }: Payload): void {
    const { header } = openPayload(bytes, 'scored')
    if (this.predicts) {
      this.files.push(String(header.sha256))
      return
    }
    const { sums, labels, ...counts } = header as unknown as ShardSums
    for (const [name, value] of [...Object.entries(counts), ...Object.entries(sums)]) {
      this.sums.set(name, exact((this.sums.get(name) ?? 0) + value))
    }
    for (const [label, { documents, assigned, right }] of Object.entries(labels)) {
      const known = this.labels.get(label) ?? { documents: 0, assigned: 0, right: 0 }
      known.documents += documents
      known.assigned += assigned
      known.right += right
      this.labels.set(label, known)
    }
  }

  output(): Uint8Array[] {
    const found = this.predicts ? { files: this.files } : this.measures()
    return [encoder.encode(`${JSON.stringify(found)}\n`)]
  }

  private measures(): ClusterMeasures {
    const of = (name: string): number => this.sums.get(name) ?? 0
    const documents = of('documents')
    const judged = of('judged')
    const mean = (name: string): number | null => (documents > 0 ? of(name) / documents : null)
    const at = (name: string) => Object.fromEntries(CUTOFFS.map((k) => [k, mean(`${name} ${k}`)]))
    const perLabel = [...this.labels]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, counts]) => ({ label, ...counts, f1: f1Of(counts) }))
    const total = perLabel.reduce(
      (sum, { documents, assigned, right }) => ({
        documents: sum.documents + documents,
        assigned: sum.assigned + assigned,
        right: sum.right + right,
      }),
      { documents: 0, assigned: 0, right: 0 },
    )
    const means = Object.fromEntries(MEANS.map((name) => [name, mean(name)]))
    return {
      documents,
      leftOut: of('leftOut'),
      judged,
      ...(means as Record<MeanName, number | null>),
      precisionAt: at('precisionAt'),
      recallAt: at('recallAt'),
      microF1: judged > 0 ? f1Of(total) : null,
      macroF1: perLabel.length > 0 ? perLabel.reduce((sum, { f1 }) => sum + f1, 0) / perLabel.length : null,
      microPrecision: total.assigned > 0 ? total.right / total.assigned : null,
      microRecall: total.documents > 0 ? total.right / total.documents : null,
      subsetAccuracy: judged > 0 ? of('allRight') / judged : null,
      perLabel,
    }
  }
}

function f1Of({ documents, assigned, right }: LabelCounts): number {
  return fMeasure(right, assigned - right, documents - right)
}
