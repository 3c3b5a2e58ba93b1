// Ranks texts at the edge: the model is part of the deployment, so that there is nothing to ask and nothing to wait for.
// A bundler for the edge takes the core of `abound`, which uses no Node API and no WebAssembly.
//
//   npm install
//   npm run model      # trains model.abound from tickets.csv, and makes it small enough to be deployed
//   npm run dev        # here, without an account; `npm run deploy` for the world
//   curl localhost:8787/rank -d '{ "texts": ["I was charged twice"], "top": 2 }'
//
// Other platforms that have `fetch` handlers (Deno, Bun, Vercel, Fastly) run the same file; how bytes are imported differs.

import { fromBytes, InputError } from 'abound'
import bytes from './model.abound'

const MOST_TEXTS = 100

/** Loaded by the first request of an isolate; those that follow find it there. @type {ReturnType<typeof fromBytes> | undefined} */
let model

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname !== '/rank') return answer(404, { error: 'there is only POST /rank' })
    if (request.method !== 'POST') return answer(405, { error: 'POST { "texts": ["…"], "top": 3 }' })
    try {
      const { texts, top = 3 } = (await request.json()) ?? {}
      if (!Array.isArray(texts) || texts.length > MOST_TEXTS)
        return answer(400, { error: `texts: expected a list of at most ${MOST_TEXTS} strings` })
      model ??= fromBytes(new Uint8Array(bytes))
      const loaded = await model
      return answer(200, { results: texts.map((text) => loaded.rank(text, { top })) })
    } catch (error) {
      // What the caller got wrong: no JSON, or a text that is none. Everything else is ours, and the platform's log has it.
      if (error instanceof SyntaxError || error instanceof InputError)
        return answer(400, { error: error.message })
      throw error
    }
  },
}

/**
 * @param {number} status
 * @param {object} body
 */
function answer(status, body) {
  return Response.json(body, { status })
}
