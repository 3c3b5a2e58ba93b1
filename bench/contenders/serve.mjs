// A server in a process of its own under load from this one: `steady` sends short texts one at a time over so many
// connections; `overload` sends batches over more than it can take, and then looks whether it is well again; `beside`
// sends short texts one after another while a stream of so many is ranked.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { readDocuments } from './documents.mjs'
import { startServer } from './start-server.mjs'

const [mode, model, data, requests = '100000', connections = '32'] = process.argv.slice(2)
const { url, stop } = await startServer(model)

/** A figure of /metrics. @param {string} name */
const figure = async (name) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const cpu = () => figure('abound_process_cpu_seconds_total')
const memory = () => figure('abound_process_resident_memory_bytes')

// A short text: as much as a ticket's title or a tweet.
const texts = readDocuments(data)
  .slice(0, 2000)
  .map(({ text }) => text.replace(/\s+/g, ' ').slice(300, 420))
/**
 * @param {object[]} bodies
 * @param {number} amount
 * @param {number} clients
 */
const load = (bodies, amount, clients) =>
  autocannon({
    url: `${url}/v1/rank`,
    connections: clients,
    amount,
    timeout: 30,
    requests: bodies.map((body) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })),
  })
const single = texts.map((text) => ({ texts: [text], top: 3 }))

await load(single, 3000, 8)
if (mode === 'steady') {
  // Memory is looked at after the first tenth, when everything has been used, and at the end.
  const total = Number(requests)
  await load(single, Math.round(total / 10), Number(connections))
  const early = await memory()
  const before = await cpu()
  const result = await load(single, total, Number(connections))
  const used = (await cpu()) - before
  print({
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
    serverCpuMicroseconds: (used / result.requests.total) * 1e6,
    memoryMegabytes: (await memory()) / 1e6,
    memoryGrowth: (await memory()) / early,
    failed: result.non2xx + result.errors + result.timeouts,
  })
} else if (mode === 'beside') {
  const workerData = { url, texts, count: Number(requests) }
  const stream = new Worker(new URL('serve-stream.mjs', import.meta.url), { workerData })
  let done = false
  const ended = once(stream, 'message').finally(() => {
    done = true
  })
  /** @type {number[]} */
  const waited = []
  let failed = 0
  while (!done) {
    const began = performance.now()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(single[waited.length % single.length])
    const response = await fetch(`${url}/v1/rank`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    waited.push(performance.now() - began)
    if (!response.ok) failed++
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [{ answered, seconds }] = await ended
  waited.sort((a, b) => a - b)
  print({
    textsPerSecond: answered / seconds,
    requests: waited.length,
    p50Milliseconds: waited[Math.floor(waited.length * 0.5)],
    p99Milliseconds: waited[Math.floor(waited.length * 0.99)],
    slowestMilliseconds: waited[waited.length - 1],
    failed: failed + (answered === Number(requests) ? 0 : 1),
  })
} else {
  const batches = Array.from({ length: 50 }, (_, i) => ({ texts: texts.slice(i * 20, i * 20 + 100), top: 3 }))
  const flood = await load(batches, 4500, 1500)
  const count = (/** @type {string} */ status) => Number(flood.statusCodeStats?.[status]?.count ?? 0)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const after = await load(single, 3000, 8)
  print({
    answered: count('200'),
    turnedAway: count('429') + count('503'),
    otherwise: flood['2xx'] + flood.non2xx - count('200') - count('429') - count('503'),
    connectionErrors: flood.errors - flood.timeouts,
    timeouts: flood.timeouts,
    failedAfterwards: after.non2xx + after.errors + after.timeouts,
    p99AfterwardsMilliseconds: after.latency.p99,
  })
}

/** @param {object} figures */
function print(figures) {
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}

await stop()
