// Ranking: a list of texts in JSON, or any number of them as NDJSON, one a line, answered as they come.

import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { NDJSON, rankBatch, rankStream } from '../http/rank-batch.js'
import { ModelVersion, RankedLabelSchema, strict, Text } from '../http/schemas.js'
import { BATCH_TOO_LARGE, checkBatch, checkText, isBatch, TEXT_TOO_LONG } from '../http/text-limits.js'
import type { SeenText } from '../model/drift-watch.js'
import { charactersOf, rankText } from '../ranking/rank-text.js'

export const postRank = defineRoute({
  at: 'POST /v1/rank',
  role: 'read',
  summary:
    'Ranks labels for texts. As NDJSON ({"text", "id"?} a line) any number of them, answered as they come.',
  query: Type.Object(
    {
      top: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      assign: Type.Optional(Type.Boolean()),
      reject: Type.Optional(Type.Number()),
    },
    strict,
  ),
  body: Type.Object(
    {
      texts: Type.Array(Text, { minItems: 1 }),
      top: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 1 })),
      assign: Type.Optional(
        Type.Boolean({ description: 'also say which labels are above their thresholds' }),
      ),
      reject: Type.Optional(
        Type.Number({ description: 'refuse where the first label leads by less than this' }),
      ),
      trial: Type.Optional(Type.Boolean({ description: 'somebody is trying things out: left out of drift' })),
    },
    strict,
  ),
  stream: {
    types: [NDJSON],
    handle: (ask) => rankStream(ask, ask.model(), ask.query),
  },
  answer: Type.Object({
    model: ModelVersion,
    results: Type.Array(
      Type.Object({
        labels: Type.Array(RankedLabelSchema),
        assigned: Type.Optional(Type.Array(Type.String())),
        rejected: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
  errors: {
    batch_too_large: BATCH_TOO_LARGE,
    text_too_long: TEXT_TOO_LONG,
    thread_lost: { status: 503, when: 'the thread that ranked it was lost: to be sent again' },
  },
  perModel: true,
  handle(ask) {
    const model = ask.model()
    const { texts, ...rest } = ask.body
    const options = { ...ask.query, ...rest }
    checkBatch(texts.length, ask.limits)
    for (let i = 0; i < texts.length; i++) checkText(texts[i], ask.limits, `texts.${i}`)
    ask.metrics.texts.inc({ model: model.name }, texts.length)
    const characters = charactersOf(texts)
    if (isBatch(texts.length, characters)) return rankBatch(ask, model, texts, characters, options)
    const { name, applied: version } = model
    const seen: SeenText[] = []
    const results = texts.map((text) => rankText(model, text, options, seen))
    model.drift.add(seen)
    return { model: { name, version }, results }
  },
})
