// How much of a download is kept when the connection is cut, and whether a packed file arrives as it is: a server sends
// 1,000 kB and cuts, then a file that it declares as gzip.  cut.mjs fetch|undici|node:http

import { createServer, get } from 'node:http'
import { gzipSync } from 'node:zlib'
import { library } from './readers.mjs'

const [client] = process.argv.slice(2)
const packed = gzipSync('text')
const server = createServer(async (request, response) => {
  if (request.url === '/packed')
    return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  response.writeHead(200, { 'content-length': 2e6 })
  await new Promise((done) => response.write(Buffer.alloc(1e6), done))
  setTimeout(() => response.destroy(), 200)
})
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
const address = server.address()
const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

/** @type {Record<string, (url: string) => Promise<AsyncIterable<Uint8Array>>>} */
const CLIENTS = {
  fetch: async (url) => (await fetch(url)).body ?? [],
  undici: async (url) => (await (await library('undici')).request(url)).body,
  'node:http': (url) => new Promise((done) => get(url, done)),
}

/** @param {string} url @param {number} pause */
async function received(url, pause) {
  const parts = []
  try {
    for await (const part of await CLIENTS[client](url)) {
      parts.push(part)
      // A disk that is slower than the network.
      await new Promise((done) => setTimeout(done, pause))
    }
  } catch {
    // What had arrived is what counts.
  }
  return Buffer.concat(parts)
}

const kept = (await received(`${base}/cut`, 20)).length
const asItIs = (await received(`${base}/packed`, 0)).equals(packed)
console.log(JSON.stringify({ keptKilobytes: kept / 1e3, asItIs: asItIs ? 1 : 0 }))
server.closeAllConnections()
server.close()
