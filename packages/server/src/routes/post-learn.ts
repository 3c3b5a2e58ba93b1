// Teaching: acknowledged once it is durable and, unless this is a replica, learned (a batch learner learns it at the next
// rebuild).
//
// `model.append` (model/learning-model.ts) writes to the log (log/sql-store.ts, one transaction for all requests that
// wait: group-commit.ts), then waits until the model has read that event (model/log-follower.ts) and learned it
// (model/incremental-learner.ts). A replica (model/following-model.ts) only writes; the trainer's next version has it.

import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Id, Label, strict, Text } from '../http/schemas.js'
import { answerTaught, TAUGHT } from '../http/taught-answer.js'
import { BATCH_TOO_LARGE, checkBatch, checkText, TEXT_TOO_LONG } from '../http/text-limits.js'
import { whyQueued } from '../labelling-queue.js'
import type { LearnEvent } from '../log/events.js'
import type { NewEvent } from '../log/feedback-store.js'

const Labels = Type.Array(Label, { maxItems: 1000 })

export const postLearn = defineRoute({
  at: 'POST /v1/learn',
  role: 'teach',
  summary:
    'Teaches examples (all labels of each known), or of one text which labels it has and has not. ' +
    'An id that was taught before is not taught again.',
  body: Type.Union([
    Type.Object(
      {
        examples: Type.Array(Type.Object({ id: Type.Optional(Id), text: Text, labels: Labels }, strict), {
          minItems: 1,
        }),
      },
      strict,
    ),
    Type.Object(
      { id: Type.Optional(Id), text: Text, accept: Type.Optional(Labels), reject: Type.Optional(Labels) },
      strict,
    ),
  ]),
  answer: Type.Object({
    ...TAUGHT,
    ids: Type.Array(Type.String()),
  }),
  errors: {
    batch_too_large: BATCH_TOO_LARGE,
    text_too_long: TEXT_TOO_LONG,
    no_labels: { status: 400, when: 'no label is accepted or rejected' },
    contradiction: { status: 400, when: 'a label is accepted and rejected' },
    vectors: { status: 409, when: 'the model was trained on ready-made vectors' },
  },
  perModel: true,
  async handle({ model: modelOf, models, limits, metrics, body, error }) {
    const model = modelOf()
    const at = Date.now()
    const given =
      'examples' in body ? body.examples.map((one) => toExample(one, at)) : [toJudgement(body, at)]
    checkBatch(given.length, limits)
    for (const [i, { event }] of given.entries()) {
      const { text, labels, notLabels = [], partial } = event
      checkText(text, limits, `example ${i}`)
      if (partial === true && labels.length + notLabels.length === 0)
        throw error('no_labels', 'expected a label in "accept" or in "reject"')
      const both = notLabels.find((label) => labels.includes(label))
      if (both !== undefined)
        throw error('contradiction', `"${both}" is accepted and rejected: expected one of them`)
      if (model.vectoriser.vectors === true)
        throw error('vectors', 'the model was trained on ready-made vectors: it cannot learn from texts')
    }
    const ids = given.flatMap(({ id }) => id ?? [])
    const why = await whyQueued(models.host.store.queue, model.name, ids)
    const events = given.map(({ id, event }): NewEvent => {
      const reason = id === undefined ? undefined : why.get(id)
      return { id: id ?? randomUUID(), body: reason === undefined ? event : { ...event, why: reason } }
    })
    return answerTaught(model, metrics, await model.append(events))
  },
})

interface Taught {
  readonly id: string | undefined
  readonly event: LearnEvent
}

/** All labels of the text are known. */
function toExample(example: { id?: string; text: string; labels: readonly string[] }, at: number): Taught {
  const { id, text, labels } = example
  return { id, event: { kind: 'learn', text, labels, at } }
}

/** Some labels are known, the others stay unknown. */
function toJudgement(
  judged: { id?: string; text: string; accept?: string[]; reject?: string[] },
  at: number,
): Taught {
  const { id, text, accept: labels = [], reject: notLabels = [] } = judged
  return { id, event: { kind: 'learn', text, labels, notLabels, partial: true, at } }
}
