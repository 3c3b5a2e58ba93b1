import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { strict } from '../http/schemas.js'
import { checkText, TEXT_TOO_LONG } from '../http/text-limits.js'
import { READING, UPLOAD_TYPES, uploadedDocuments } from '../http/uploaded-documents.js'
import { enqueue } from '../labelling-queue.js'

export const postQueue = defineRoute({
  at: 'POST /v1/queue',
  role: 'teach',
  summary: 'Adds texts to be labelled; labels that they may have are left out.',
  query: Type.Object(READING, strict),
  upload: UPLOAD_TYPES,
  answer: Type.Object({ added: Type.Integer(), total: Type.Integer() }),
  errors: { text_too_long: TEXT_TOO_LONG },
  perModel: true,
  async handle({ model: modelOf, models, query, upload: { bytes, type }, limits }) {
    const model = modelOf()
    const { queue } = models.host.store
    let added = 0
    for await (const batch of uploadedDocuments(bytes, type, query, 'lines')) {
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
})
