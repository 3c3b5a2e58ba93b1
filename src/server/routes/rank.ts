// Ranking: a list of texts in JSON, or any number of them as NDJSON, one a line, answered as they come.

import type { IncomingMessage } from 'node:http'
import { createReader, type Document, InputError } from '../../index.js'
import { HttpError } from '../http-error.js'
import type { Metrics } from '../metrics.js'
import type { ServedModel } from '../model/served-model.js'
import { type Ask, type Route, route } from '../route.js'
import { RankAnswer, RankBody, RankQuery } from '../schemas.js'
import {
  checkBatch,
  checkText,
  FEW,
  type RankedText,
  type RankOptions,
  rankText,
  rankTexts,
} from '../texts.js'
import { Slices } from '../turns.js'

const NDJSON = 'application/x-ndjson'
/** Bytes of answers gathered before they are sent. */
const GATHERED = 1 << 15

export const rankRoutes = (metrics: Metrics): Route[] => [
  route(
    {
      method: 'post',
      path: '/v1/rank',
      role: 'read',
      summary:
        'Ranks labels for texts. As NDJSON ({"text", "id"?} a line) any number of them, answered as they come.',
      query: RankQuery,
      body: RankBody,
      bytes: [NDJSON],
      streams: true,
      gives: RankAnswer,
      perModel: true,
    },
    (ask) => {
      const model = ask.model()
      if (ask.body === undefined || ask.body instanceof Uint8Array)
        return streamed(ask, model, ask.query, (texts) => metrics.texts.inc({ model: model.name }, texts))
      const { texts, ...rest } = ask.body
      const options = { ...ask.query, ...rest }
      checkBatch(texts.length, ask.limits)
      for (const [i, text] of texts.entries()) checkText(text, ask.limits, `texts.${i}`)
      metrics.texts.inc({ model: model.name }, texts.length)
      const from = { name: model.name, version: model.applied }
      if (texts.length === 1) return { model: from, results: [rankText(model, texts[0], options)] }
      return batch(ask, model, texts, options).then((results) => ({ model: from, results }))
    },
  ),
]

async function batch(
  { enterBatch, checkTime }: Pick<Ask<unknown, unknown>, 'enterBatch' | 'checkTime'>,
  model: ServedModel,
  texts: readonly string[],
  options: RankOptions,
): Promise<RankedText[]> {
  const leave = texts.length > FEW ? enterBatch() : () => {}
  try {
    return await rankTexts(model, texts, options, checkTime)
  } finally {
    leave()
  }
}

/** Reads, ranks and answers line by line: memory is bounded by the longest line, whoever is slower waits. */
function streamed(
  ask: Pick<Ask<unknown, unknown>, 'context' | 'limits' | 'enterBatch'>,
  model: ServedModel,
  options: RankOptions,
  count: (texts: number) => void,
): Response {
  const { incoming } = ask.context.env as { incoming: IncomingMessage }
  const encoder = new TextEncoder()
  const lines = answers(incoming, model, options, ask.limits.text, count)
  const leave = ask.enterBatch()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let gathered = ''
      try {
        // An empty line: nothing more to say until more bytes come.
        for (
          let line = '';
          gathered === '' || (line !== '' && gathered.length < GATHERED);
          gathered += line
        ) {
          const { done, value } = await lines.next()
          if (done === true) {
            if (gathered !== '') controller.enqueue(encoder.encode(gathered))
            controller.close()
            return leave()
          }
          line = value
        }
        controller.enqueue(encoder.encode(gathered))
      } catch (error) {
        leave()
        throw error
      }
    },
    async cancel() {
      leave()
      await lines.return(undefined)
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': NDJSON,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-abound-model': `${model.name} ${model.applied}`,
    },
  })
}

/** A line for each text; an empty one where there is nothing more to say until more bytes come. */
async function* answers(
  incoming: IncomingMessage,
  model: ServedModel,
  options: RankOptions,
  limit: number,
  count: (texts: number) => void,
): AsyncGenerator<string, void, undefined> {
  const reader = createReader('jsonl', { file: 'body', recordLimit: limit * 6 + 1000 })
  let waiting: Document[] = []
  const emit = (document: Document): void => {
    waiting.push(document)
  }
  const slices = new Slices()
  const drain = async function* (): AsyncGenerator<string, void, undefined> {
    const documents = waiting
    waiting = []
    count(documents.length)
    for (const { id, text = '' } of documents) {
      const words = typeof text === 'string' ? text : new TextDecoder().decode(text)
      if (words.length > limit)
        throw new HttpError(413, 'text_too_long', `a text has more than ${limit} characters`)
      const said = id === undefined ? {} : { id }
      yield `${JSON.stringify({ ...said, ...rankText(model, words, options) })}\n`
      if (slices.over) await slices.wait()
    }
  }
  try {
    for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
      reader.push(chunk, emit)
      yield* drain()
      yield ''
    }
    reader.end(emit)
    yield* drain()
  } catch (error) {
    // The answer has begun: the last line says what went wrong.
    const code =
      error instanceof HttpError ? error.code : error instanceof InputError ? 'bad_input' : undefined
    if (code === undefined) throw error
    yield* drain()
    yield `${JSON.stringify({ error: { code, message: (error as Error).message } })}\n`
    incoming.destroy()
  }
}
