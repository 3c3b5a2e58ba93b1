// A thread that streams so many texts through a server's /v1/rank, and says how long it took: a client of its own, so
// that who measures others meanwhile is not kept from it.

import { parentPort, workerData } from 'node:worker_threads'

const { url, texts, count } = workerData
const lines = Array.from({ length: count }, (_, i) => JSON.stringify({ text: texts[i % texts.length] }))
const began = performance.now()
const response = await fetch(`${url}/v1/rank?top=3`, {
  method: 'POST',
  headers: { 'content-type': 'application/x-ndjson' },
  body: `${lines.join('\n')}\n`,
})
const answered = (await response.text()).split('\n').length - 1
parentPort?.postMessage({ answered, seconds: (performance.now() - began) / 1000 })
