import { describe, expect, it } from 'vitest'
import { checkCorpus } from '../../packages/abound/src/check/check.js'
import type { Finding } from '../../packages/abound/src/check/findings.js'
import type { Document } from '../../packages/abound/src/contract.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

const LABELS = ['wheat', 'oil', 'gold', 'ships']

/** Documents whose words say their labels: 12 words, most of them of the label's own thirty. */
function documentsOf(count: number, seed: number, labels: (rng: Rng) => number[]): Document[] {
  const rng = new Rng(seed)
  return Array.from({ length: count }, () => {
    const own = labels(rng)
    const words = Array.from({ length: 12 }, (_, i) =>
      rng.below(3) === 0 ? `common${rng.below(60)}` : `${LABELS[own[i % own.length]]}${rng.below(30)}`,
    )
    return { text: words.join(' '), labels: own.map((label) => LABELS[label]) }
  })
}

describe('doubtful labels', () => {
  it('finds planted wrong labels among documents with one label, and hardly any other', async () => {
    const documents = documentsOf(400, 1, (rng) => [rng.below(4)])
    const wrong = new Map<number, string>()
    for (let i = 0; i < 400; i += 40) {
      const [right] = documents[i].labels!
      wrong.set(i + 1, right)
      documents[i] = { ...documents[i], labels: [LABELS[(LABELS.indexOf(right) + 1 + ((i / 40) % 3)) % 4]] }
    }
    const { findings, labelCheck } = await checkCorpus(corpusOf(documents))
    expect(labelCheck).toEqual({ learner: 'svm', documents: 400 })
    const doubted = findings.filter(({ kind }) => kind === 'wrong-label')
    const found = doubted.filter(({ documents: [{ document }] }) => wrong.has(document))
    expect(found.length).toBeGreaterThanOrEqual(9)
    expect(doubted.length).toBeLessThanOrEqual(found.length + 1)
    for (const {
      documents: [{ document }],
      suggested,
      probability,
    } of found) {
      expect(suggested).toEqual([wrong.get(document)])
      expect(probability).toBeLessThanOrEqual(0.1)
    }
  })

  it('finds labels that are missing or wrong among documents with several', async () => {
    const documents = documentsOf(600, 2, (rng) => {
      const first = rng.below(4)
      return rng.below(2) === 0 ? [first] : [first, (first + 1 + rng.below(3)) % 4]
    })
    const several = documents.flatMap(({ labels }, i) => (labels!.length === 2 ? [i] : []))
    const single = documents.flatMap(({ labels }, i) => (labels!.length === 1 ? [i] : []))
    const missing = new Map(several.slice(0, 6).map((i) => [i + 1, documents[i].labels!]))
    for (const i of several.slice(0, 6)) documents[i] = { ...documents[i], labels: [documents[i].labels![0]] }
    const swapped = new Set(single.slice(0, 6).map((i) => i + 1))
    for (const i of single.slice(0, 6)) {
      const other = LABELS[(LABELS.indexOf(documents[i].labels![0]) + 2) % 4]
      documents[i] = { ...documents[i], labels: [other] }
    }
    const { findings } = await checkCorpus(corpusOf(documents))
    const of = (wanted: string): Finding[] => findings.filter(({ kind }) => kind === wanted)
    const at = ({ documents: [{ document }] }: Finding): number => document
    const missed = of('missing-label').filter((one) => missing.has(at(one)))
    expect(missed.length).toBeGreaterThanOrEqual(4)
    for (const one of missed) expect([...one.suggested!].sort()).toEqual([...missing.get(at(one))!].sort())
    const caught = of('wrong-label').filter((one) => swapped.has(at(one)))
    expect(caught.length).toBeGreaterThanOrEqual(4)
    // Of a wrong label beside which the right one is missing, either may be what is found.
    const others = [...of('missing-label'), ...of('wrong-label')].filter(
      (one) => !missing.has(at(one)) && !swapped.has(at(one)),
    )
    expect(others.length).toBeLessThanOrEqual(1)
  })

  it('does not let copies of a wrongly labelled text vouch for each other', async () => {
    const documents = documentsOf(300, 3, (rng) => [rng.below(4)])
    const copy: Document = { ...documents[0], labels: [documents[0].labels![0] === 'oil' ? 'gold' : 'oil'] }
    for (let i = 0; i < 8; i++) documents.push(copy)
    documents[0] = copy
    const { findings } = await checkCorpus(corpusOf(documents))
    const doubted = findings
      .filter(({ kind }) => kind === 'wrong-label')
      .map((one) => one.documents[0].document)
    for (const document of [1, 301, 302, 308]) expect(doubted).toContain(document)
  })

  it('doubts nothing where there is little to learn from, or it was not asked', async () => {
    const few = documentsOf(12, 4, (rng) => [rng.below(4)])
    expect((await checkCorpus(corpusOf(few))).findings.filter(({ kind }) => kind === 'wrong-label')).toEqual(
      [],
    )
    const one = few.map((document) => ({ ...document, labels: ['all'] }))
    expect((await checkCorpus(corpusOf(one))).labelCheck).toBeUndefined()
    const many = documentsOf(100, 4, (rng) => [rng.below(4)])
    expect((await checkCorpus(corpusOf(many), undefined, { labels: false })).labelCheck).toBeUndefined()
  })

  it('checks in parts what is too large to keep, with the same kinds of findings', async () => {
    const documents = documentsOf(6000, 5, (rng) => [rng.below(4)])
    documents[7] = { ...documents[7], labels: [documents[7].labels![0] === 'oil' ? 'gold' : 'oil'] }
    const { findings } = await checkCorpus(corpusOf(documents), undefined, { memory: 0.2 })
    const doubted = findings
      .filter(({ kind }) => kind === 'wrong-label')
      .map((one) => one.documents[0].document)
    expect(doubted).toContain(8)
    expect(doubted.length).toBeLessThanOrEqual(3)
  })
})
