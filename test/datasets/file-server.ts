// A web server with files, and with the bad habits that servers have.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Served {
  readonly content: Uint8Array | string
  readonly etag?: string
  readonly lastModified?: string
  /** Answers with the whole file whatever part is asked for. */
  readonly noRanges?: boolean
  /** Cuts the connection after so many bytes of an answer, as often as said. */
  cuts?: number[]
  /** Sends so many bytes at a time, with a pause between. */
  readonly slow?: { readonly bytes: number; readonly ms: number }
  /** Says another length than it has. */
  readonly length?: number
  /** Stops sending after so many bytes, without an end. */
  readonly stallAfter?: number
  readonly status?: number
  readonly location?: string
  /** As servers do that know .gz. */
  readonly encoding?: string
  /** Its answer to a part that it does not have. */
  readonly notSatisfiable?: string
  /** Answers so many times with this status first. */
  first?: { status: number; times: number }
}

export interface FileServer {
  readonly address: string
  readonly files: Map<string, Served>
  /** What was asked, with the part and the condition. */
  readonly asked: string[]
}

export async function fileServer(): Promise<FileServer> {
  const files = new Map<string, Served>()
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const { range, 'if-range': condition } = request.headers
    asked.push([request.url, range, condition].filter((word) => word !== undefined).join(' '))
    void answer(files.get(request.url ?? ''), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files, asked }
}

async function answer(
  file: Served | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (file === undefined) return void response.writeHead(404).end('no such file')
  if (file.first !== undefined && file.first.times-- > 0)
    return void response.writeHead(file.first.status).end()
  if (file.status !== undefined)
    return void response
      .writeHead(file.status, file.location === undefined ? {} : { location: file.location })
      .end()
  const bytes = Buffer.from(file.content as string)
  const { range, 'if-range': condition } = request.headers
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const same = condition === undefined || condition === file.etag || condition === file.lastModified
  const partial = range !== undefined && same && file.noRanges !== true
  if (partial && from >= bytes.length) {
    response.writeHead(416, { 'content-range': file.notSatisfiable ?? `bytes */${bytes.length}` }).end()
    return
  }
  const body = partial ? bytes.subarray(from) : bytes
  response.writeHead(partial ? 206 : 200, {
    'content-length': file.length ?? body.length,
    ...(file.etag === undefined ? {} : { etag: file.etag }),
    ...(file.lastModified === undefined ? {} : { 'last-modified': file.lastModified }),
    ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
    ...(partial ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
  })
  await send(response, body, file)
}

async function send(response: ServerResponse, body: Buffer, file: Served): Promise<void> {
  const cut = file.cuts?.shift()
  if (cut !== undefined) {
    // Written out before the cut, so that the other side has it.
    await new Promise((resolve) => response.write(body.subarray(0, cut), resolve))
    await new Promise((resolve) => setTimeout(resolve, 30))
    response.destroy()
  } else if (file.stallAfter !== undefined) response.write(body.subarray(0, file.stallAfter))
  else if (file.slow === undefined) response.end(body)
  else {
    for (let at = 0; at < body.length && !response.destroyed; at += file.slow.bytes) {
      response.write(body.subarray(at, at + file.slow.bytes))
      await new Promise((resolve) => setTimeout(resolve, file.slow?.ms))
    }
    response.end()
  }
}
