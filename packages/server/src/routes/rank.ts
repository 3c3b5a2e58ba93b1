// Ranking: a list of texts in JSON, or any number of them as NDJSON, one a line, answered as they come.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createReader, type Document, InputError } from 'abound'
import { Slices } from '../fair-queue.js'
import { type Ask, ReadyJson, type Route, route } from '../http/define-route.js'
import type { Metrics } from '../http/metrics.js'
import { RankAnswer, RankBody, RankQuery } from '../http/schemas.js'
import { checkBatch, checkText, isBatch } from '../http/text-limits.js'
import { HttpError } from '../http-error.js'
import type { ServedModel } from '../model/served-model.js'
import { inOrder } from '../ranking/in-order.js'
import {
  charactersOf,
  cutIntoPieces,
  type Piece,
  type RankedPiece,
  type RankOptions,
  rankText,
} from '../ranking/rank-text.js'

const NDJSON = 'application/x-ndjson'

type BatchAsk = Pick<Ask<unknown, unknown>, 'context' | 'limits' | 'enterBatch' | 'checkTime' | 'ranker'>

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
      for (let i = 0; i < texts.length; i++) checkText(texts[i], ask.limits, `texts.${i}`)
      metrics.texts.inc({ model: model.name }, texts.length)
      const characters = charactersOf(texts)
      if (isBatch(texts.length, characters)) return batch(ask, model, texts, characters, options)
      const { name, applied: version } = model
      return { model: { name, version }, results: texts.map((text) => rankText(model, text, options)) }
    },
  ),
]

async function batch(
  { enterBatch, checkTime, ranker }: BatchAsk,
  model: ServedModel,
  texts: readonly string[],
  characters: number,
  options: RankOptions,
): Promise<ReadyJson> {
  const leave = enterBatch()
  try {
    const place = ranker.place(model, characters, new Slices())
    const rank = (piece: Piece): Promise<RankedPiece> => {
      checkTime()
      return place.rank(piece)
    }
    const from = { name: model.name, version: place.version }
    const parts: Uint8Array[] = []
    let before = `{"model":${JSON.stringify(from)},"results":[`
    for await (const { bytes, seen } of inOrder(cutIntoPieces(texts, options), rank, ranker.ahead)) {
      model.drift.takeAll(seen)
      parts.push(Buffer.from(before), bytes)
      before = ','
    }
    parts.push(Buffer.from(']}'))
    return new ReadyJson(Buffer.concat(parts))
  } finally {
    leave()
  }
}

/** Reads, ranks and answers as it comes: memory is bounded by the longest line, whoever is slower waits. */
function streamed(
  ask: BatchAsk,
  model: ServedModel,
  options: RankOptions,
  count: (texts: number) => void,
): Response {
  const lines = answers(ask, model, options, count)
  const leave = ask.enterBatch()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await lines.next()
        if (done !== true) return controller.enqueue(value)
        controller.close()
        leave()
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

async function* answers(
  { ranker, limits, context }: BatchAsk,
  model: ServedModel,
  options: RankOptions,
  count: (texts: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { incoming, outgoing } = context.env as { incoming: IncomingMessage; outgoing: ServerResponse }
  const slices = new Slices()
  const rank = (piece: Piece): Promise<RankedPiece> => {
    count(piece.texts.length)
    return ranker.rank(model, piece, slices)
  }
  try {
    for await (const { bytes, seen } of inOrder(pieces(incoming, options, limits.text), rank, ranker.ahead)) {
      model.drift.takeAll(seen)
      yield bytes
    }
  } catch (error) {
    // The answer has begun: the last line says what went wrong.
    const code =
      error instanceof HttpError ? error.code : error instanceof InputError ? 'bad_input' : undefined
    if (code === undefined) throw error
    yield Buffer.from(`${JSON.stringify({ error: { code, message: (error as Error).message } })}\n`)
    // What is left of the body is not read; but the answer is to get out whole first.
    if (!incoming.complete) outgoing.once('finish', () => incoming.destroy())
  }
}

/** The texts that each chunk of the body completes; those before a line that is wrong come before the error. */
async function* pieces(
  incoming: IncomingMessage,
  options: RankOptions,
  limit: number,
): AsyncGenerator<Piece, void, undefined> {
  const reader = createReader('jsonl', { file: 'body', recordLimit: limit * 6 + 1000 })
  let texts: string[] = []
  let ids: (string | undefined)[] = []
  const emit = ({ id, text = '' }: Document): void => {
    const words = typeof text === 'string' ? text : new TextDecoder().decode(text)
    if (words.length > limit)
      throw new HttpError(413, 'text_too_long', `a text has more than ${limit} characters`)
    texts.push(words)
    ids.push(id)
  }
  const drain = (): Generator<Piece> => {
    const cut = cutIntoPieces(texts, options, ids)
    texts = []
    ids = []
    return cut
  }
  try {
    const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    for await (const chunk of chunks) {
      reader.push(chunk, emit)
      yield* drain()
    }
    reader.end(emit)
    yield* drain()
  } catch (error) {
    yield* drain()
    throw error
  }
}
