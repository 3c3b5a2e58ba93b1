// What several routes take or give. TypeBox schemas are JSON Schema: they check, they document, and they are types.

import { type TSchema, Type } from '@sinclair/typebox'
import type { DeclaredError } from './define-route.js'

/** Fields that a schema does not name are refused. */
export const strict = { additionalProperties: false }

/** An id that a client gives: printable ASCII without blanks. */
export const Id = Type.String({ pattern: '^[!-~]{1,200}$', description: 'printable ASCII without blanks' })
export const IdBody = Type.Object({ id: Id }, strict)
export const Text = Type.String({ description: 'a text; its length is limited by --max-text' })
export const Label = Type.String({ minLength: 1, maxLength: 1000 })

export const RankedLabelSchema = Type.Object({
  label: Type.String(),
  score: Type.Number(),
  probability: Type.Optional(Type.Number()),
})
export const TermWeight = Type.Object({ term: Type.String(), weight: Type.Number() })

/** A label in a list. */
export const LISTED_LABEL = {
  label: Type.String(),
  documents: Type.Number(),
  taught: Type.Integer(),
  quality: Type.Optional(
    Type.Number({
      description: 'share of the examples taught in which it was found before they were learned',
    }),
  ),
}

/** Which model answered, as of which event of the log. */
export const ModelVersion = Type.Object({ name: Type.String(), version: Type.Integer() })

/** The number of an event that a request made. */
export const Seq = Type.Integer({
  description: 'the number in the log: the model knows of it from this version on, at a replica in a moment',
})
export const VersionAnswer = Type.Object({ version: Type.Integer(), seq: Type.Optional(Seq) })
export const DoneAnswer = Type.Object({ done: Type.Boolean() })
export const StateAnswer = Type.Object({ status: Type.String() })

export const UNKNOWN_LABEL: DeclaredError = { status: 404, when: 'there is no such label' }
export const NO_WORDS: DeclaredError = {
  status: 409,
  when: 'the model was not trained by `abound words train`',
}
export const UNKNOWN_EXAMPLE: DeclaredError = { status: 404, when: 'no example was taught under the id' }

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
