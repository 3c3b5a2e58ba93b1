// Teaching: acknowledged once it is durable; the model learns at once, that of a replica with the next version.

import { randomUUID } from 'node:crypto'
import { type Route, route } from '../http/define-route.js'
import type { Metrics } from '../http/metrics.js'
import { DoneAnswer, IdBody, LearnAnswer, LearnBody, VersionAnswer } from '../http/schemas.js'
import { checkBatch, checkText } from '../http/text-limits.js'
import { HttpError } from '../http-error.js'
import type { LearnEvent } from '../log/events.js'
import type { NewEvent } from '../log/store.js'
import type { ServedModel } from '../model/served-model.js'
import { whyQueued } from '../triage.js'

export const learnRoutes = (metrics: Metrics): Route[] => [
  route(
    {
      method: 'post',
      path: '/v1/learn',
      role: 'teach',
      summary:
        'Teaches examples (all labels of each known), or of one text which labels it has and has not. ' +
        'An id that was taught before is not taught again.',
      body: LearnBody,
      gives: LearnAnswer,
      perModel: true,
    },
    async ({ model: modelOf, models, limits, body }) => {
      const model = modelOf()
      const at = Date.now()
      const given: { readonly id?: string; readonly event: LearnEvent }[] =
        'examples' in body
          ? body.examples.map(({ id, text, labels }) => ({
              ...(id === undefined ? {} : { id }),
              event: { kind: 'learn', text, labels, at },
            }))
          : [
              {
                ...(body.id === undefined ? {} : { id: body.id }),
                event: {
                  kind: 'learn',
                  text: body.text,
                  labels: body.accept ?? [],
                  notLabels: body.reject ?? [],
                  partial: true,
                  at,
                },
              },
            ]
      checkBatch(given.length, limits)
      for (const [i, { event }] of given.entries()) checkExample(event, i, model, limits)
      const ids = given.flatMap(({ id }) => id ?? [])
      const why = await whyQueued(models.host.store.queue, model.name, ids)
      const events = given.map(({ id, event }): NewEvent => {
        const reason = id === undefined ? undefined : why.get(id)
        return { id: id ?? randomUUID(), body: reason === undefined ? event : { ...event, why: reason } }
      })
      const appended = await model.append(events)
      const repeated = appended.filter((one) => one.repeated).length
      metrics.taught.inc({ model: model.name }, appended.length - repeated)
      return {
        version: model.applied,
        seq: Math.max(0, ...appended.map(({ seq }) => seq)),
        taught: appended.length - repeated,
        repeated,
        ids: appended.map(({ id }) => id),
      }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/undo',
      role: 'teach',
      summary: 'Takes an example back; its text returns to the queue.',
      body: IdBody,
      gives: VersionAnswer,
      perModel: true,
    },
    async ({ model: modelOf, models, body: { id } }) => {
      const model = modelOf()
      const done = await model.withdraw(id, 'undo')
      if (done === undefined) throw unknownExample(id)
      const { text, why } = done.example.body
      await models.host.store.queue.add(model.name, [{ id, text, random: why === 'random', sureness: -1 }])
      await model.settle()
      return { version: model.applied, seq: done.seq }
    },
  ),
  route(
    {
      method: 'delete',
      path: '/v1/examples/{id}',
      role: 'admin',
      summary: 'Erases an example: from the log at once, from the model as soon as it is made anew.',
      gives: DoneAnswer,
      perModel: true,
    },
    async ({ model, params }) => {
      if ((await model().withdraw(params.id, 'erase')) === undefined) throw unknownExample(params.id)
      return { done: true }
    },
  ),
]

function checkExample(
  { text, labels, notLabels = [], partial }: LearnEvent,
  i: number,
  model: ServedModel,
  limits: Parameters<typeof checkText>[1],
): void {
  checkText(text, limits, `example ${i}`)
  if (partial === true && labels.length + notLabels.length === 0)
    throw new HttpError(400, 'no_labels', 'expected a label in "accept" or in "reject"')
  const both = notLabels.find((label) => labels.includes(label))
  if (both !== undefined)
    throw new HttpError(400, 'contradiction', `"${both}" is accepted and rejected: expected one of them`)
  if (model.vectoriser.vectors === true)
    throw new HttpError(
      409,
      'vectors',
      'the model was trained on ready-made vectors: it cannot learn from texts',
    )
}

function unknownExample(id: string): HttpError {
  return new HttpError(404, 'unknown_example', `no example was taught under the id "${id}"`)
}
