// Which words of a text spoke for a label.

import { type Route, route } from '../http/define-route.js'
import { ExplainAnswer, ExplainBody } from '../http/schemas.js'
import { HttpError } from '../http-error.js'

/** Longer texts would keep others waiting. */
const LONGEST = 100_000

export const explainRoutes: Route[] = [
  route(
    {
      method: 'post',
      path: '/v1/explain',
      role: 'read',
      summary:
        'Which words spoke for a label (the first, unless named); with `rest` they add up to the score.',
      body: ExplainBody,
      gives: ExplainAnswer,
      perModel: true,
    },
    ({ model, body: { text, label, top } }) => {
      const served = model()
      const { classifier, names, applied: version, name } = served
      if (text.length > LONGEST)
        throw new HttpError(
          413,
          'text_too_long',
          `the text has ${text.length} characters: at most ${LONGEST}`,
        )
      const scores = classifier.score(text)
      let id = -1
      if (label === undefined) {
        const [first] = classifier.rank(text, { top: 1 })
        if (first === undefined)
          return { model: { name, version }, label: null, score: 0, words: [], rest: [] }
        id = classifier.labelId(first.label)
      } else {
        const ids = names.modelIds(label, classifier)
        if (ids.length === 0) throw new HttpError(404, 'unknown_label', `the model has no label "${label}"`)
        // Of labels that were merged, the one that speaks loudest.
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
        label: names.shown(own),
        score,
        words: shown,
        rest: left === 0 ? rest : [...rest, { term: '(other words)', weight: left }],
      }
    },
  ),
]

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
