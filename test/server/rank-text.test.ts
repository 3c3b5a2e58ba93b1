// Ranking a text for an answer: what the library says of it, from one scoring.

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Classifier, train } from '../../packages/abound/src/internal.js'
import { LabelNames } from '../../packages/server/src/model/label-renaming.js'
import { rankPiece, rankText } from '../../packages/server/src/ranking/rank-text.js'
import { DOCUMENTS } from './serving.js'

const texts = [...DOCUMENTS.slice(0, 50).map(({ text }) => String(text)), 'nothing known', '']

describe.each(['ff', 'naive-bayes', 'svm'] as const)('ranking with %s', (learner) => {
  let classifier: Classifier
  beforeAll(async () => {
    classifier = await train(DOCUMENTS, { learner })
  })
  const ranking = () => ({
    classifier,
    vectoriser: classifier.toParts().vectoriser,
    names: new LabelNames(),
  })

  it('says what rank, assign and predict say', () => {
    for (const text of texts) {
      const { rejected } = classifier.predict(text, { reject: 0.02 })
      expect(rankText(ranking(), text, { top: 3, assign: true, reject: 0.02 }, [])).toEqual({
        labels: rejected ? [] : classifier.rank(text, { top: 3 }),
        assigned: rejected ? [] : classifier.assign(text),
        rejected,
      })
    }
  })

  it('scores each text once, in a list and as lines', () => {
    const score = vi.spyOn(classifier, 'score')
    const options = { top: 3, assign: true, reject: 0.02 }
    const { bytes } = rankPiece(ranking(), { texts, options })
    expect(score).toHaveBeenCalledTimes(texts.length)
    const lines = rankPiece(ranking(), { texts, options, ids: texts.map(() => undefined) })
    expect(score).toHaveBeenCalledTimes(2 * texts.length)
    score.mockRestore()
    const decoded = new TextDecoder().decode(lines.bytes).trim().split('\n').join()
    expect(decoded).toBe(new TextDecoder().decode(bytes))
  })

  it('gives assigned labels the names that people see, each once', () => {
    const names = new LabelNames()
    const [label] = classifier.assign(texts[0])
    names.take({ seq: 1, id: '', body: { kind: 'rename', from: [label], to: 'other', at: 0 } })
    const { assigned } = rankText({ ...ranking(), names }, texts[0], { assign: true }, [])
    expect(assigned).toContain('other')
    expect(assigned).not.toContain(label)
  })
})
