// The files of a corpus while they are written, packed where their names say so.

import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export class OutputFiles {
  private readonly folder: string
  private readonly open = new Map<string, { readonly into: Transform; readonly written: Promise<void> }>()

  constructor(folder: string) {
    this.folder = folder
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    let output = this.open.get(name)
    if (output === undefined) {
      const into = name.endsWith('.gz') ? createGzip() : new PassThrough()
      output = { into, written: pipeline(into, createWriteStream(join(this.folder, name))) }
      // Whoever waits for it next is told.
      output.written.catch(() => {})
      this.open.set(name, output)
    }
    const { into, written } = output
    if (into.write(content)) return
    const drained = new Promise<void>((resolve) => into.once('drain', resolve))
    await Promise.race([drained, written])
  }

  /** Waits until all is on the disk; the first failure is thrown once nothing is written any more. */
  async close(): Promise<void> {
    for (const { into } of this.open.values()) into.end()
    const results = await Promise.allSettled(Array.from(this.open.values(), ({ written }) => written))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}
