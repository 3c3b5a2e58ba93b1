import { defineRoute } from '../http/define-route.js'
import { DoneAnswer, UNKNOWN_EXAMPLE } from '../http/schemas.js'

export const deleteExample = defineRoute({
  at: 'DELETE /v1/examples/{id}',
  role: 'admin',
  summary: 'Erases an example: from the log at once, from the model as soon as it is rebuilt.',
  answer: DoneAnswer,
  errors: { unknown_example: UNKNOWN_EXAMPLE },
  perModel: true,
  async handle({ model, params: { id }, error }) {
    if ((await model().withdraw(id, 'erase')) === undefined)
      throw error('unknown_example', `no example was taught under the id "${id}"`)
    return { done: true }
  },
})
