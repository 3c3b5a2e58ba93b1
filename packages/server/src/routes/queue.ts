// The queue of texts to be labelled.

import { type Route, route } from '../http/define-route.js'
import {
  AddedAnswer,
  DoneAnswer,
  IdBody,
  QueueAnswer,
  QueueQuery,
  QueueUploadQuery,
} from '../http/schemas.js'
import { checkText } from '../http/text-limits.js'
import { UPLOAD_TYPES, uploadedDocuments } from '../http/uploaded-documents.js'
import { HttpError } from '../http-error.js'
import { enqueue, nextInQueue } from '../triage.js'

export const queueRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/v1/queue',
      role: 'read',
      summary: 'The next texts to label: least sure first, some of every kind, a share at random.',
      query: QueueQuery,
      gives: QueueAnswer,
      perModel: true,
    },
    async ({ model, models, query: { limit = 20 } }) => {
      const { queue } = models.host.store
      const items = await nextInQueue(model(), queue, limit)
      return { total: await queue.count(model().name), items }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/queue',
      role: 'teach',
      summary: 'Adds texts to be labelled; labels that they may have are left out.',
      query: QueueUploadQuery,
      bytes: UPLOAD_TYPES,
      gives: AddedAnswer,
      perModel: true,
    },
    async ({ model: modelOf, models, query, body, context, limits }) => {
      const model = modelOf()
      const { queue } = models.host.store
      let added = 0
      for await (const batch of uploadedDocuments(body, context.req.header('content-type'), query, 'lines')) {
        const texts = batch.map(({ id, text = '' }) => {
          const words = typeof text === 'string' ? text : new TextDecoder().decode(text)
          checkText(words, limits, 'a text')
          return { ...(id === undefined ? {} : { id }), text: words }
        })
        added += await enqueue(
          model,
          queue,
          texts.filter(({ text }) => text.trim() !== ''),
        )
      }
      return { added, total: await queue.count(model.name) }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/queue/skip',
      role: 'teach',
      summary: 'Takes a text out of the queue without an answer.',
      body: IdBody,
      gives: DoneAnswer,
      perModel: true,
    },
    async ({ model, models, body: { id } }) => {
      if ((await models.host.store.queue.remove(model().name, [id])) === 0)
        throw new HttpError(404, 'unknown_text', `"${id}" is not in the queue`)
      return { done: true }
    },
  ),
]
