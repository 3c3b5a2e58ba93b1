import { defineRoute } from '../http/define-route.js'
import { IdBody, UNKNOWN_EXAMPLE, VersionAnswer } from '../http/schemas.js'

export const postUndo = defineRoute({
  at: 'POST /v1/undo',
  role: 'teach',
  summary: 'Takes an example back; its text returns to the queue.',
  body: IdBody,
  answer: VersionAnswer,
  errors: { unknown_example: UNKNOWN_EXAMPLE },
  perModel: true,
  async handle({ model: modelOf, models, body: { id }, error }) {
    const model = modelOf()
    const done = await model.withdraw(id, 'undo')
    if (done === undefined) throw error('unknown_example', `no example was taught under the id "${id}"`)
    const { text, why } = done.example.body
    await models.host.store.queue.add(model.name, [{ id, text, random: why === 'random', sureness: -1 }])
    await model.settle()
    return { version: model.applied, seq: done.seq }
  },
})
