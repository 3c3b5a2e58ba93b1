// Which words of a text spoke for a label.

import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Label, ModelVersion, Nullable, strict, TermWeight, Text } from '../http/schemas.js'

/** Longer texts would keep others waiting. */
const LONGEST = 100_000

export const postExplain = defineRoute({
  at: 'POST /v1/explain',
  role: 'read',
  summary: 'Which words spoke for a label (the first, unless named); with `rest` they add up to the score.',
  body: Type.Object(
    {
      text: Text,
      label: Type.Optional(Label),
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    },
    strict,
  ),
  answer: Type.Object({
    model: ModelVersion,
    label: Nullable(Type.String()),
    score: Type.Number(),
    words: Type.Array(
      Type.Object({ text: Type.String(), from: Type.Integer(), to: Type.Integer(), weight: Type.Number() }),
    ),
    rest: Type.Array(TermWeight),
  }),
  errors: {
    text_too_long: { status: 413, when: `the text has more than ${LONGEST} characters` },
    unknown_label: { status: 404, when: 'the model has no such label' },
  },
  perModel: true,
  handle({ model, body: { text, label, top }, error }) {
    const { classifier, names, applied: version, name } = model()
    if (text.length > LONGEST)
      throw error('text_too_long', `the text has ${text.length} characters: at most ${LONGEST}`)
    const scores = classifier.score(text)
    let id = -1
    if (label === undefined) {
      const [first] = classifier.rank(text, { top: 1 })
      if (first === undefined) return { model: { name, version }, label: null, score: 0, words: [], rest: [] }
      id = classifier.labelId(first.label)
    } else {
      const ids = names.modelIds(label, classifier)
      if (ids.length === 0) throw error('unknown_label', `the model has no label "${label}"`)
      // Of labels that were merged, the one with the highest score.
      const value = (candidate: number): number =>
        scores.seen[candidate] === 1 ? scores.values[candidate] : Number.NEGATIVE_INFINITY
      id = ids.reduce((best, other) => (value(other) > value(best) ? other : best))
    }
    const own = classifier.labelName(id)
    const { score, words: all, rest } = classifier.explainInPlace(text, own)
    const words = all
      .filter(({ weight }) => weight !== 0)
      .map(({ from, to, weight }) => ({ text: text.slice(from, to), from, to, weight }))
    const shown = top === undefined || words.length <= top ? words : strongest(words, top)
    const isShown = new Set(shown)
    const left = words.reduce((sum, word) => (isShown.has(word) ? sum : sum + word.weight), 0)
    return {
      model: { name, version },
      label: names.displayName(own),
      score,
      words: shown,
      rest: left === 0 ? rest : [...rest, { term: '(other words)', weight: left }],
    }
  },
})

/** The strongest words, in the order of the text. */
function strongest<Word extends { readonly weight: number; readonly from: number }>(
  words: Word[],
  top: number,
): Word[] {
  return words
    .slice()
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, top)
    .sort((a, b) => a.from - b.from)
}
