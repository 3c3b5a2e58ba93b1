// A service with one model that trains in the background while it answers: training runs on a worker, so the event loop stays
// free. What is wrong with a request's input is an InputError of Abound's, and its answer a 400.

import { InputError, load, train } from 'abound'
import Fastify from 'fastify'

/**
 * @typedef {import('abound').Document} Document
 * @typedef {import('abound').FileClassifier} FileClassifier
 * @typedef {{ phase: string, done: number, total: number, unit: string }} Progress
 */

/**
 * @param {object} settings
 * @param {() => AsyncIterable<Document>} settings.documents what is trained from: a cursor, a file, a queue
 * @param {string} settings.path of the model file
 */
export function createService({ documents, path }) {
  const app = Fastify()
  /** @type {FileClassifier | undefined} */
  let model
  /** @type {{ controller: AbortController, progress?: Progress, over: Promise<void> } | undefined} */
  let training
  /** How the last training ended. */
  let last = 'none'

  /** @returns {FileClassifier} */
  function trained() {
    if (model === undefined) throw Object.assign(new Error('there is no model yet'), { statusCode: 409 })
    return model
  }

  /** @param {import('abound').TrainOptions} options */
  function startTraining(options) {
    const controller = new AbortController()
    const { signal } = controller
    const over = train(documents(), {
      ...options,
      signal,
      onProgress(phase, done, total, unit) {
        if (training?.controller === controller) training.progress = { phase, done, total, unit }
      },
    }).then(
      (made) => {
        model = made
        last = 'done'
      },
      (error) => {
        last = signal.aborted ? 'aborted' : String(error.message)
      },
    )
    training = { controller, over }
    void over.then(() => {
      if (training?.controller === controller) training = undefined
    })
  }

  app.setErrorHandler((error, _request, reply) => {
    const { message, statusCode } = /** @type {Error & { statusCode?: number }} */ (error)
    const status = error instanceof InputError ? 400 : (statusCode ?? 500)
    return reply.code(status).send({ error: message })
  })

  app.post('/training', async (request, reply) => {
    if (training !== undefined) return reply.code(409).send({ error: 'a training is under way' })
    startTraining(/** @type {import('abound').TrainOptions} */ (request.body ?? {}))
    return reply.code(202).send({ state: 'training' })
  })

  app.get('/training', async () =>
    training === undefined ? { state: 'idle', last } : { state: 'training', ...training.progress },
  )

  app.delete('/training', async (_request, reply) => {
    training?.controller.abort()
    await training?.over
    return reply.code(204).send()
  })

  app.post('/rank', async ({ body }) => {
    const { texts, top } = /** @type {{ texts: string[], top?: number }} */ (body)
    const results = []
    for await (const ranked of trained().rankMany(texts, top === undefined ? {} : { top }))
      results.push(ranked)
    return { results }
  })

  app.post('/assign', async ({ body }) => ({ labels: trained().assign(textIn(body)) }))

  app.post('/explain', async ({ body }) => {
    const { label } = /** @type {{ label: string }} */ (body)
    return { terms: trained().explain(textIn(body), label) }
  })

  app.post('/learn', async ({ body }) => {
    trained().learn(/** @type {Document} */ (body))
    return { documents: trained().documents }
  })

  app.post('/save', async () => trained().save(path))

  app.post('/load', async () => {
    model = await load(path)
    return { learner: model.learner, labels: model.labelCount }
  })

  app.addHook('onClose', async () => {
    training?.controller.abort()
    await training?.over
  })

  return app
}

/** @param {unknown} body */
function textIn(body) {
  return /** @type {{ text: string }} */ (body).text
}
