// What the checks assert of a classifier, whatever its learner.

import { expect } from 'vitest'
import {
  type Classifier,
  type Document,
  fromBytes,
  type Input,
  type NumberArray,
  toBytes,
} from '../../packages/abound/src/internal.js'
import { decodeContainer } from '../../packages/abound/src/modelfile/container.js'

const ALL = { top: 1e9 }

/** All retrieved labels with their scores, best first. */
export function ranking(model: Classifier, input: Input): { label: string; score: number }[] {
  return model.rank(input, ALL)
}

/** A model that can be used: finite scores in order, labels it names, explanations that add up, bytes. */
export async function expectSound(model: Classifier, inputs: readonly Input[]): Promise<void> {
  const names = Array.from({ length: model.labelCount }, (_, id) => model.labelName(id))
  expect(new Set(names).size).toBe(names.length)
  for (const input of inputs) {
    const ranked = ranking(model, input)
    const labels = ranked.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(names).toContain(label)
    for (const [i, { score }] of ranked.entries()) {
      expect(Number.isFinite(score), `score ${score}`).toBe(true)
      if (i > 0) expect(ranked[i - 1].score).toBeGreaterThanOrEqual(score)
    }
    const assigned = model.assign(input)
    expect(labels).toEqual(expect.arrayContaining(assigned))
    expect(new Set(assigned).size).toBe(assigned.length)
    for (const label of names) {
      const score = ranked.find((one) => one.label === label)?.score ?? 0
      const parts = model.explain(input, label)
      const sum = parts.reduce((total, { weight }) => total + weight, 0)
      const size = parts.reduce((total, { weight }) => total + Math.abs(weight), magnitude(input))
      if (Math.abs(sum - score) > 1e-9 * size) expect.fail(`${label}: parts add up to ${sum}, not ${score}`)
    }
  }
  await expectSameAfterLoading(model, inputs)
}

/**
 * How large the numbers are that a score is made of, beyond its parts: a linear model multiplies each
 * value by weights of up to some hundred (logarithms) before they cancel out.
 */
function magnitude(input: Input): number {
  const values = typeof input === 'string' ? [] : [...(input.vector?.values ?? [])]
  return values.reduce((sum, value) => sum + 100 * Math.abs(value), 0)
}

/** Ranks and assigns the same, to the bit, after saving and loading; and saves the same bytes again. */
export async function expectSameAfterLoading(model: Classifier, inputs: readonly Input[]): Promise<void> {
  const bytes = toBytes(model)
  const loaded = await fromBytes(bytes.slice())
  expectSameRankings(loaded, model, inputs)
  expect(loaded.documents).toBe(model.documents)
  expect(loaded.labelCount).toBe(model.labelCount)
  expect(sameBytes(toBytes(loaded), bytes)).toBe(true)
}

export function expectSameRankings(a: Classifier, b: Classifier, inputs: readonly Input[]): void {
  for (const input of inputs) {
    // toEqual takes 0 for −0; toStrictEqual compares with Object.is.
    expect(ranking(a, input)).toStrictEqual(ranking(b, input))
    expect(a.assign(input)).toEqual(b.assign(input))
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** The same model files, but for how much memory training was allowed. */
export function expectSameContents(a: Classifier, b: Classifier): void {
  const [one, other] = [a, b].map((model) => decodeContainer(toBytes(model), 'model'))
  const withoutMemory = ({ header }: typeof one): unknown => ({
    ...header,
    run: { ...(header.run as Record<string, unknown>), memory: undefined },
  })
  expect(withoutMemory(one)).toEqual(withoutMemory(other))
  expect(Object.keys(one.sections)).toEqual(Object.keys(other.sections))
  for (const [name, array] of Object.entries(one.sections)) {
    expect(array.constructor, name).toBe(other.sections[name].constructor)
    expect(sameBytes(bytesOf(array), bytesOf(other.sections[name])), name).toBe(true)
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Numbers held in the sections of a model file whose names start so. */
export function numbersHeld(model: Classifier, prefix: string): number {
  const { sections } = decodeContainer(toBytes(model), 'model')
  let sum = 0
  for (const [name, array] of Object.entries(sections)) if (name.startsWith(prefix)) sum += array.length
  return sum
}

/** Freezes documents all the way down; typed arrays cannot be, and are compared afterwards. */
export function frozen(documents: readonly Document[]): readonly Document[] {
  for (const document of documents) {
    Object.freeze(document.labels)
    Object.freeze(document.notLabels)
    Object.freeze(document.vector)
    Object.freeze(document)
  }
  return Object.freeze(documents)
}
