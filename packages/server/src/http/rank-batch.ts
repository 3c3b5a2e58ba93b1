// Many texts of one request: as a batch, or as NDJSON that is ranked while it is read. Both go through the ranker in
// pieces, which come back in the order of the texts.

import type { IncomingMessage } from 'node:http'
import { type Document, InputError } from 'abound'
import { createReader } from 'abound/internal'
import { TimeSlice } from '../fair-queue.js'
import { HttpError } from '../http-error.js'
import type { ServedModel } from '../model/served-model.js'
import { inOrder } from '../ranking/in-order.js'
import { cutIntoPieces, type RankedPiece, type RankOptions, type TextPiece } from '../ranking/rank-text.js'
import { type Ask, ReadyJson, type StreamAsk } from './define-route.js'

export const NDJSON = 'application/x-ndjson'

/** Many texts of one request, all ranked by the model as it was when the batch began. */
export async function rankBatch(
  { enterBatch, checkTime, ranker }: Pick<Ask, 'enterBatch' | 'checkTime' | 'ranker'>,
  model: ServedModel,
  texts: readonly string[],
  characters: number,
  options: RankOptions,
): Promise<ReadyJson> {
  const leave = enterBatch()
  try {
    const place = ranker.place(model, characters, new TimeSlice())
    const rank = (piece: TextPiece): Promise<RankedPiece> => {
      checkTime()
      return place.rank(piece)
    }
    const from = { name: model.name, version: place.version }
    const parts: Uint8Array[] = []
    let before = `{"model":${JSON.stringify(from)},"results":[`
    for await (const { bytes, seen } of inOrder(cutIntoPieces(texts, options), rank, ranker.ahead)) {
      model.drift.add(seen)
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
export function rankStream(ask: StreamAsk, model: ServedModel, options: RankOptions): Response {
  const lines = answers(ask, model, options)
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
  { ranker, limits, metrics, incoming, outgoing }: StreamAsk,
  model: ServedModel,
  options: RankOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const slice = new TimeSlice()
  const rank = (piece: TextPiece): Promise<RankedPiece> => {
    metrics.texts.inc({ model: model.name }, piece.texts.length)
    return ranker.rank(model, piece, slice)
  }
  try {
    for await (const { bytes, seen } of inOrder(pieces(incoming, options, limits.text), rank, ranker.ahead)) {
      model.drift.add(seen)
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
): AsyncGenerator<TextPiece, void, undefined> {
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
  const drain = (): Generator<TextPiece> => {
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
