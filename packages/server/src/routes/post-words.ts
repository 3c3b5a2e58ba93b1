// Missing words, and next ones: of a model of words (`abound words train`).

import { Type } from '@sinclair/typebox'
import { gapsIn } from 'abound/internal'
import { defineRoute } from '../http/define-route.js'
import { ModelVersion, NO_WORDS, strict, Text } from '../http/schemas.js'
import { checkText, TEXT_TOO_LONG } from '../http/text-limits.js'
import type { SeenText } from '../model/drift-watch.js'
import { rankText } from '../ranking/rank-text.js'

/** More would keep others waiting. */
const MOST_GAPS = 100

export const postWords = defineRoute({
  at: 'POST /v1/words',
  role: 'read',
  summary:
    'The words that may stand in each gap (`_`) of a text, best first; the next ones where it has none.',
  body: Type.Object(
    { text: Text, k: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 5 })) },
    strict,
  ),
  answer: Type.Object({
    model: ModelVersion,
    gaps: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'where the gap stands, in UTF-16 units' }),
        words: Type.Array(Type.Object({ word: Type.String(), score: Type.Number() })),
      }),
    ),
  }),
  errors: {
    text_too_long: TEXT_TOO_LONG,
    too_many_gaps: { status: 413, when: `the text has more than ${MOST_GAPS} gaps` },
    no_words: NO_WORDS,
  },
  perModel: true,
  handle({ model: modelOf, limits, metrics, body: { text, k: top = 5 }, error }) {
    const model = modelOf()
    checkText(text, limits, 'text')
    if (!model.tellsWords)
      throw error('no_words', 'the model was not trained on words: expected one that was')
    const asked = gapsIn(model.classifier, text)
    if (asked.length > MOST_GAPS)
      throw error('too_many_gaps', `the text has ${asked.length} gaps: at most ${MOST_GAPS}`)
    metrics.texts.inc({ model: model.name }, asked.length)
    const seen: SeenText[] = []
    const gaps = asked.map((gap) => {
      const { labels } = rankText(model, gap.text, { top }, seen)
      return { at: gap.at, words: labels.map(({ label, score }) => ({ word: label, score })) }
    })
    model.drift.add(seen)
    return { model: { name: model.name, version: model.applied }, gaps }
  },
})
