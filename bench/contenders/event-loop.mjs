// The example service in this process trains; a histogram has how late its event loop is meanwhile. Usage: LEARNER DATA

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { createService } from '../../examples/fastify-service/service.js'
import { readDocuments } from './documents.mjs'

const [learner, data] = process.argv.slice(2)
const all = readDocuments(data)
const folder = mkdtempSync(join(tmpdir(), 'abound-event-loop-'))

let documents = all.slice(0, 1000)
const app = createService({
  async *documents() {
    yield* documents
  },
  path: join(folder, 'model.abound'),
})

/**
 * @param {string} given
 * @param {() => Promise<void>} meanwhile
 */
async function train(given, meanwhile) {
  await app.inject({ method: 'POST', url: '/training', payload: { learner: given } })
  for (;;) {
    const { state, last } = (await app.inject({ url: '/training' })).json()
    if (state === 'idle' && last !== 'done') throw new Error(last)
    if (state === 'idle') return
    await meanwhile()
  }
}

/** A request, and a pause. */
async function rank() {
  const payload = { texts: ['The shuttle reached its orbit this morning'], top: 3 }
  const { statusCode } = await app.inject({ method: 'POST', url: '/rank', payload })
  if (statusCode !== 200 && statusCode !== 409) throw new Error(`a request was answered with ${statusCode}`)
  await wait(20)
}

// So that all that is called is compiled, as it is in a service that has run for a while.
await train('naive-bayes', rank)
documents = all
const delay = monitorEventLoopDelay({ resolution: 1 })
const started = performance.now()
delay.enable()
await train(learner, rank)
delay.disable()
const trainingSeconds = (performance.now() - started) / 1000
await app.close()
rmSync(folder, { recursive: true })
console.log(
  JSON.stringify({
    p99Milliseconds: delay.percentile(99) / 1e6,
    mostMilliseconds: delay.max / 1e6,
    trainingSeconds,
  }),
)
