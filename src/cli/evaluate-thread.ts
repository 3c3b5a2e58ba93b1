// What a thread of `abound evaluate` runs.

import type { EvaluatedPart } from '../index.js'
import { answerBatches } from './batch-thread.js'
import { evaluateDocuments } from './evaluate-documents.js'

answerBatches(evaluateDocuments, buffersOf)

function buffersOf({
  tape,
  scores,
  firstLabels,
  labelProbabilities,
  rejections,
}: EvaluatedPart): ArrayBuffer[] {
  return [
    tape.whole,
    tape.errors,
    ...scores.triples.flatMap(({ packed, scores }) => [packed, scores]),
    ...[firstLabels, labelProbabilities, rejections].flatMap((one) =>
      one === undefined ? [] : [one.numbers, one.marks],
    ),
  ].map(({ buffer }) => buffer as ArrayBuffer)
}
