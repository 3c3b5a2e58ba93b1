import { defineRoute } from '../http/define-route.js'
import { DoneAnswer, IdBody } from '../http/schemas.js'

export const postQueueSkip = defineRoute({
  at: 'POST /v1/queue/skip',
  role: 'teach',
  summary: 'Takes a text out of the queue without an answer.',
  body: IdBody,
  answer: DoneAnswer,
  errors: { unknown_text: { status: 404, when: 'no text of this id is in the queue' } },
  perModel: true,
  async handle({ model, models, body: { id }, error }) {
    if ((await models.host.store.queue.remove(model().name, [id])) === 0)
      throw error('unknown_text', `"${id}" is not in the queue`)
    return { done: true }
  },
})
