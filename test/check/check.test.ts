import { describe, expect, it } from 'vitest'
import { checkCorpus } from '../../packages/abound/src/check/check.js'
import type { CheckReport, Finding } from '../../packages/abound/src/check/findings.js'
import type { Document } from '../../packages/abound/src/contract.js'
import { type Corpus, corpusOf } from '../../packages/abound/src/pipeline/corpus.js'

const LONG = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ')
const CHANGED = LONG.replace('word20', 'another')

const doc = (text: string, ...labels: string[]): Document => ({ text, labels })

async function check(train: Document[], test?: Document[]): Promise<CheckReport> {
  return checkCorpus(corpusOf(train), test === undefined ? undefined : corpusOf(test), { labels: false })
}

/** Kind, places and suggestion of each finding; labels with one text are left out. */
function brief({ findings }: CheckReport): unknown[] {
  return findings
    .filter(({ kind }) => kind !== 'lone-label')
    .map(({ kind, documents, suggested, toMend }: Finding) => [
      kind,
      documents.map((document) => `${document.in} ${document.document}`).join(', '),
      toMend,
      ...(suggested === undefined ? [] : [suggested.join('+')]),
    ])
}

describe('checkCorpus', () => {
  it('finds nothing where nothing is', async () => {
    const report = await check([
      doc('wheat rose', 'a'),
      doc('oil fell again', 'b'),
      doc('wheat fell', 'a'),
      doc('gold', 'b'),
    ])
    expect(report).toEqual({ train: { documents: 4, labels: 2, unlabelled: 0 }, findings: [] })
  })

  it('finds duplicates as groups, and keeps the same text with other labels apart', async () => {
    const report = await check([
      doc('wheat rose', 'a'),
      doc('Wheat rose!', 'a'),
      doc('oil fell', 'b'),
      doc('WHEAT ROSE', 'b'),
      doc('wheat, rose', 'a'),
      doc('oil fell', 'c', 'b'),
      doc('oil  fell', 'b', 'c'),
    ])
    expect(brief(report)).toEqual([
      ['same-text-other-labels', 'train 4, train 1', 1, 'a'],
      ['same-text-other-labels', 'train 3, train 6', 1, 'b+c'],
      ['duplicate', 'train 1, train 2, train 5', 2],
      ['duplicate', 'train 6, train 7', 1],
    ])
    expect(report.findings[0].what).toBe('3 × a, 1 × b')
    expect(report.findings[0].documents[0]).toEqual({
      in: 'train',
      document: 4,
      labels: ['b'],
      text: 'WHEAT ROSE',
    })
  })

  it('suggests nothing where it is one against one', async () => {
    const { findings } = await check([
      doc('wheat rose', 'a'),
      doc('wheat rose', 'b'),
      doc('x', 'a'),
      doc('y', 'b'),
    ])
    expect(findings[0].kind).toBe('same-text-other-labels')
    expect(findings[0].suggested).toBeUndefined()
  })

  it('finds test texts that are in training, or nearly', async () => {
    const report = await check(
      [doc('wheat rose', 'a'), doc(LONG, 'b'), doc('wheat rose', 'a')],
      [
        doc('oil fell', 'a'),
        doc('wheat rose', 'a'),
        doc(CHANGED, 'b'),
        doc('Wheat rose', 'a'),
        doc(CHANGED, 'b'),
      ],
    )
    expect(brief(report)).toEqual([
      ['leak', 'test 2, test 4, train 1', 2],
      ['near-leak', 'test 3, test 5, train 2', 2],
      ['duplicate', 'train 1, train 3', 1],
      ['duplicate', 'test 3, test 5', 1],
    ])
    expect(report.findings[1].documents[0].similarity).toBeCloseTo(37 / 43, 5)
  })

  it('finds nearly the same text with other labels', async () => {
    const report = await check([doc(LONG, 'a'), doc(CHANGED, 'b'), doc('x', 'a'), doc('y', 'b')])
    expect(brief(report)).toEqual([['near-text-other-labels', 'train 2, train 1', 1]])
    const same = await check([doc(LONG, 'a'), doc(CHANGED, 'a'), doc('x', 'b'), doc('y', 'b')])
    expect(brief(same)).toEqual([['near-duplicate', 'train 1, train 2', 1]])
  })

  it('holds nothing against documents whose labels are not all known', async () => {
    const report = await check([
      { text: LONG },
      { text: LONG, labels: ['a'], partial: true },
      { text: CHANGED, notLabels: ['a'] },
      doc('x', 'a'),
      doc('y', 'a'),
    ])
    expect(brief(report)).toEqual([
      ['duplicate', 'train 1, train 2', 1],
      ['near-duplicate', 'train 1, train 3', 1],
    ])
    expect(report.train.unlabelled).toBe(1)
  })

  it('names labels that are odd, with a document', async () => {
    const report = await check(
      [doc('a', 'Wheat'), doc('b', 'wheat'), doc('c', 'wheat'), doc('d', 'rye')],
      [doc('e', 'oats'), doc('f', 'wheat')],
    )
    expect(
      report.findings.map(({ kind, labels, documents }) => [kind, labels![0].label, documents[0].document]),
    ).toEqual([
      ['label-spelling', 'wheat', 2],
      ['unknown-label', 'oats', 1],
      ['lone-label', 'rye', 4],
    ])
    expect(report.test).toEqual({ documents: 2, labels: 2, unlabelled: 0 })
  })

  it('makes one finding of very many equal texts', async () => {
    const { findings } = await check(
      Array.from({ length: 100_000 }, (_, i) => doc('the same text', i === 5 ? 'b' : 'a')),
    )
    expect(findings.map(({ kind, toMend }) => [kind, toMend])).toEqual([
      ['same-text-other-labels', 1],
      ['duplicate', 99_998],
      ['lone-label', 1],
    ])
  })

  it('compares ready-made vectors', async () => {
    const vector = (labels: string[], ...values: number[]): Document => ({
      vector: { features: Uint32Array.from(values.map((_, i) => i)), values: Float64Array.from(values) },
      labels,
    })
    const report = await check([
      vector(['a'], 1, 2, 3),
      vector(['b'], 1, 2, 3),
      vector(['a'], 5),
      vector(['b'], 6, 7),
    ])
    expect(brief(report)).toEqual([['same-text-other-labels', 'train 2, train 1', 1]])
    expect(report.findings[0].documents[0].text).toBe('0:1 1:2 2:3')
  })

  it('gives the same report for a corpus that is read again and for one that is not', async () => {
    const documents = [doc(LONG, 'a'), doc(CHANGED, 'b'), doc('wheat', 'a'), doc('Wheat', 'a'), doc('', 'b')]
    let readings = 0
    const again: Corpus = {
      rereadable: true,
      async *batches() {
        readings++
        yield documents
      },
    }
    expect(await checkCorpus(again)).toEqual(await checkCorpus(corpusOf(documents)))
    expect(readings).toBe(3)
  })

  it('refuses what it cannot check', async () => {
    await expect(check([])).rejects.toThrow('there are no documents to check')
    await expect(checkCorpus(corpusOf([doc('a', 'b')]), undefined, { near: 0 })).rejects.toThrow(
      'near 0: expected',
    )
  })
})
