// Records as lines: bucket⇥key⇥shard⇥chunk⇥base64.

import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { InputError } from 'abound'
import type { ClusterRecord } from '../cluster/cluster-record.js'

export function lineOf({ head, bytes }: ClusterRecord): string {
  return `${head}\t${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}\n`
}

export function recordOf(line: string): ClusterRecord {
  const tab = line.lastIndexOf('\t')
  const text = line.slice(tab + 1)
  if (tab < 0 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new InputError(`expected bucket⇥key⇥shard⇥chunk⇥base64, found: ${line.slice(0, 80)}`)
  }
  return { head: line.slice(0, tab), bytes: Buffer.from(text, 'base64') }
}

/** The lines of a stream that are not blank. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield line
  }
}
