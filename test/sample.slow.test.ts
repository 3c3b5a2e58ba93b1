// The bundled sample: it is what its script makes, it is small, and its test half is not leaked.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

interface Line {
  id: string
  text: string
  labels: string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const sample = join(root, 'sample')

function readLines(name: string): Line[] {
  const text = gunzipSync(readFileSync(join(sample, name))).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')

function countLabels(lines: Line[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of lines.flatMap((line) => line.labels)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

describe('the bundled sample', () => {
  const train = readLines('train.jsonl.gz')
  const test = readLines('test.jsonl.gz')
  const lines = [...train, ...test]

  it('is what the script makes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'abound-sample-'))
    try {
      execFileSync(process.execPath, [join(root, 'scripts', 'make-sample.mjs'), folder])
      for (const name of ['README.md', 'LICENSE-WordNet.txt']) {
        expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(sample, name), 'utf8'))
      }
      for (const name of ['train.jsonl.gz', 'test.jsonl.gz']) {
        const [made, kept] = [folder, sample].map((at) => readFileSync(join(at, name)))
        // Unpacked, since another version of zlib may pack the same text a little differently.
        expect(gunzipSync(made).equals(gunzipSync(kept)), name).toBe(true)
        expect(made.subarray(0, 10).equals(kept.subarray(0, 10)), `${name}: gzip header`).toBe(true)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('has a gzip header without time or system', () => {
    for (const name of ['train.jsonl.gz', 'test.jsonl.gz']) {
      const header = readFileSync(join(sample, name)).subarray(0, 10)
      expect([...header.subarray(4, 8), header[9]]).toEqual([0, 0, 0, 0, 255])
    }
  })

  it('is small: at most 1 MB packed, 15 to 20 thousand glosses', () => {
    const bytes = ['train.jsonl.gz', 'test.jsonl.gz'].map((name) => readFileSync(join(sample, name)).length)
    expect(bytes[0] + bytes[1]).toBeLessThanOrEqual(1_000_000)
    expect(lines.length).toBeGreaterThanOrEqual(15_000)
    expect(lines.length).toBeLessThanOrEqual(20_000)
  })

  it('has all 45 classes on both sides, a fifth of each to test', () => {
    const inTrain = countLabels(train)
    const inTest = countLabels(test)
    expect(inTrain.size).toBe(45)
    expect([...inTest.keys()].sort()).toEqual([...inTrain.keys()].sort())
    for (const [label, n] of inTest) {
      const share = n / (n + (inTrain.get(label) ?? 0))
      expect(Math.abs(share - 0.2), label).toBeLessThan(0.02)
    }
  })

  it('labels by the part of speech that the id names', () => {
    const parts: Record<string, string> = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' }
    for (const { id, labels } of lines) {
      expect(id).toMatch(/^[nvar]\d{8}$/)
      expect(new Set(labels).size).toBe(labels.length)
      // A gloss that two parts of speech share carries the id of one of them.
      expect(
        labels.some((label) => label.startsWith(`${parts[id[0]]}.`)),
        id,
      ).toBe(true)
      for (const label of labels) expect(label).toMatch(/^(noun|verb|adj|adv)\.[A-Za-z]+$/)
    }
    expect(lines.some(({ labels }) => labels.length > 1)).toBe(true)
  })

  it('repeats no text and no id, so nothing leaks from train to test', () => {
    expect(new Set(lines.map(({ text }) => plain(text))).size).toBe(lines.length)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  })

  it('holds definitions, with the examples cut off', () => {
    for (const { text } of lines) {
      expect(text).toBe(text.trim())
      expect(text).not.toBe('')
      expect(text).not.toMatch(/[;:] *"/)
    }
  })

  it('files well-known words where WordNet has them', () => {
    const byId = new Map(lines.map((line) => [line.id, line]))
    expect(byId.get('n00001740')?.labels).toEqual(['noun.Tops'])
    expect(byId.get('n00001740')?.text).toMatch(/^that which is perceived or known or inferred/)
  })

  it('keeps the licence beside it', () => {
    const licence = readFileSync(join(sample, 'LICENSE-WordNet.txt'), 'utf8')
    expect(licence).toMatch(
      /^This software and database is being provided to you, the LICENSEE, by\nPrinceton/,
    )
    expect(licence).toContain('WordNet 3.1 Copyright 2011 by Princeton University.  All rights reserved.')
    expect(licence.trimEnd()).toMatch(/LICENSEE agrees to preserve same\.$/)
  })
})
