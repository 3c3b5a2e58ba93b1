// Teaching a model of words: each word of a text is an example in the log, as if it had been taught by POST /v1/learn.

import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { documentsFor } from 'abound/internal'
import { defineRoute } from '../http/define-route.js'
import { NO_WORDS, strict, Text } from '../http/schemas.js'
import { answerTaught, TAUGHT } from '../http/taught-answer.js'
import { checkText, TEXT_TOO_LONG } from '../http/text-limits.js'

export const postWordsLearn = defineRoute({
  at: 'POST /v1/words/learn',
  role: 'teach',
  summary:
    'Teaches a text: each of its words is an example, and new words are new labels. ' +
    'The words of a text whose id was taught before are not taught again.',
  body: Type.Object(
    {
      id: Type.Optional(
        Type.String({ pattern: '^[!-~]{1,190}$', description: 'printable ASCII without blanks' }),
      ),
      text: Text,
    },
    strict,
  ),
  answer: Type.Object({
    ...TAUGHT,
    ids: Type.Array(Type.String(), { description: 'of each word, to take it back: ID:0, ID:1, …' }),
  }),
  errors: {
    text_too_long: TEXT_TOO_LONG,
    too_many_words: { status: 413, when: 'the text has more words than --max-batch' },
    no_words: NO_WORDS,
  },
  perModel: true,
  async handle({ model: modelOf, limits, metrics, body: { id = randomUUID(), text }, error }) {
    const model = modelOf()
    checkText(text, limits, 'text')
    if (!model.tellsWords)
      throw error('no_words', 'the model was not trained on words: expected one that was')
    const documents = documentsFor(model.classifier, text)
    if (documents.length > limits.batch)
      throw error('too_many_words', `the text has ${documents.length} words: at most ${limits.batch}`)
    const at = Date.now()
    const appended = await model.append(
      documents.map(({ text, labels }, i) => ({
        id: `${id}:${i}`,
        body: { kind: 'learn', text, labels, at },
      })),
    )
    return answerTaught(model, metrics, appended)
  },
})
