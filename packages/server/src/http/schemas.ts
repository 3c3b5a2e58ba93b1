// What requests and answers look like. TypeBox schemas are JSON Schema: they check, and they document.

import { type TSchema, Type } from '@sinclair/typebox'

/** An id that a client gives: printable ASCII without blanks. */
export const Id = Type.String({ pattern: '^[!-~]{1,200}$', description: 'printable ASCII without blanks' })
export const Text = Type.String({ description: 'a text; its length is limited by --max-text' })
export const Label = Type.String({ minLength: 1, maxLength: 1000 })
const Labels = Type.Array(Label, { maxItems: 1000 })
const strict = { additionalProperties: false }

export const RankedLabel = Type.Object({
  label: Type.String(),
  score: Type.Number(),
  probability: Type.Optional(Type.Number()),
})
export const ModelName = Type.Object({ name: Type.String(), version: Type.Integer() })

export const RankBody = Type.Object(
  {
    texts: Type.Array(Text, { minItems: 1 }),
    top: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 1 })),
    assign: Type.Optional(Type.Boolean({ description: 'also say which labels are above their thresholds' })),
    reject: Type.Optional(
      Type.Number({ description: 'refuse where the first label leads by less than this' }),
    ),
    trial: Type.Optional(Type.Boolean({ description: 'somebody is trying things out: left out of drift' })),
  },
  strict,
)
export const RankQuery = Type.Object(
  {
    top: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    assign: Type.Optional(Type.Boolean()),
    reject: Type.Optional(Type.Number()),
  },
  strict,
)
export const RankResult = Type.Object({
  labels: Type.Array(RankedLabel),
  assigned: Type.Optional(Type.Array(Type.String())),
  rejected: Type.Optional(Type.Boolean()),
})
export const RankAnswer = Type.Object({ model: ModelName, results: Type.Array(RankResult) })

export const ExplainBody = Type.Object(
  {
    text: Text,
    label: Type.Optional(Label),
    top: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  },
  strict,
)
const TermWeight = Type.Object({ term: Type.String(), weight: Type.Number() })
export const ExplainAnswer = Type.Object({
  model: ModelName,
  label: Nullable(Type.String()),
  score: Type.Number(),
  words: Type.Array(
    Type.Object({ text: Type.String(), from: Type.Integer(), to: Type.Integer(), weight: Type.Number() }),
  ),
  rest: Type.Array(TermWeight),
})

export const LearnBody = Type.Union([
  Type.Object(
    {
      examples: Type.Array(Type.Object({ id: Type.Optional(Id), text: Text, labels: Labels }, strict), {
        minItems: 1,
      }),
    },
    strict,
  ),
  Type.Object(
    { id: Type.Optional(Id), text: Text, accept: Type.Optional(Labels), reject: Type.Optional(Labels) },
    strict,
  ),
])
/** The number of an event that a request made. */
const Seq = Type.Integer({
  description: 'the number in the log: the model knows of it from this version on, at a replica in a moment',
})
export const LearnAnswer = Type.Object({
  version: Type.Integer(),
  seq: Seq,
  taught: Type.Integer(),
  repeated: Type.Integer(),
  ids: Type.Array(Type.String()),
})

const VersionEntry = Type.Object({
  version: Type.Integer(),
  at: Type.Integer({ description: 'milliseconds since 1970' }),
  taught: Type.Integer(),
  documents: Type.Integer(),
  sha256: Nullable(Type.String()),
  kind: Type.Union([Type.Literal('base'), Type.Literal('learned'), Type.Literal('rebuilt')]),
  current: Type.Boolean(),
})
export const ModelQuery = Type.Object(
  { sha256: Type.Optional(Type.Boolean({ description: 'also the sha256 of the model as it stands' })) },
  strict,
)
export const ModelAnswer = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  learner: Type.String(),
  options: Type.Record(Type.String(), Type.Unknown()),
  labels: Type.Integer(),
  features: Type.Integer(),
  documents: Type.Integer(),
  taught: Type.Integer(),
  calibrated: Type.Boolean(),
  online: Type.Boolean(),
  corpus: Type.Boolean({ description: 'whether it can be trained anew on what it was trained on' }),
  settled: Type.Boolean({ description: 'whether it is what the log says, or is being made so' }),
  rebuilding: Type.Boolean(),
  sha256: Type.Optional(Type.String()),
  versions: Type.Array(VersionEntry),
})
export const RollbackBody = Type.Object(
  { version: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  strict,
)
export const VersionAnswer = Type.Object({ version: Type.Integer(), seq: Type.Optional(Seq) })

export const ModelsAnswer = Type.Object({
  default: Nullable(Type.String()),
  models: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.Integer(),
      learner: Type.String(),
      labels: Type.Integer(),
      documents: Type.Integer(),
      taught: Type.Integer(),
      online: Type.Boolean(),
    }),
  ),
})

export const JobAnswer = Type.Object({
  job: Type.String(),
  model: Type.String(),
  what: Type.String(),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  progress: Type.Number(),
  message: Type.String(),
})

const FORMATS = ['jsonl', 'csv', 'tsv', 'fasttext', 'lines'] as const
const reading = {
  format: Type.Optional(Type.Union(FORMATS.map((format) => Type.Literal(format)))),
  textColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelColumn: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  labelSeparator: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
}
export const UploadQuery = Type.Object(
  {
    ...reading,
    learner: Type.Optional(Type.String({ maxLength: 50 })),
    replace: Type.Optional(Type.Boolean()),
  },
  strict,
)
export const QueueUploadQuery = Type.Object(reading, strict)

export const LabelsQuery = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9 })),
    sort: Type.Optional(Type.Union([Type.Literal('count'), Type.Literal('name'), Type.Literal('quality')])),
  },
  strict,
)
const label = {
  label: Type.String(),
  documents: Type.Number(),
  taught: Type.Integer(),
  quality: Type.Optional(
    Type.Number({
      description: 'share of the examples taught in which it was found before they were learned',
    }),
  ),
}
export const LabelsAnswer = Type.Object({ total: Type.Integer(), labels: Type.Array(Type.Object(label)) })
export const LabelQuery = Type.Object(
  { top: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) },
  strict,
)
export const LabelAnswer = Type.Object({ ...label, words: Type.Array(TermWeight) })
export const NewLabelBody = Type.Object({ label: Label }, strict)
export const RenameBody = Type.Object({ from: Label, to: Label }, strict)
export const MergeBody = Type.Object(
  { from: Type.Array(Label, { minItems: 1, maxItems: 1000 }), to: Label },
  strict,
)

export const WordsQuery = Type.Object(
  {
    term: Type.Optional(Type.String({ maxLength: 1000 })),
    prefix: Type.Optional(Type.String({ maxLength: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  strict,
)
export const WordsAnswer = Type.Object({
  term: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Array(Type.Object({ label: Type.String(), weight: Type.Number() }))),
  words: Type.Optional(Type.Array(Type.Object({ term: Type.String(), documents: Type.Number() }))),
})

export const QueueQuery = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  strict,
)
export const QueueAnswer = Type.Object({
  total: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      labels: Type.Array(RankedLabel),
      why: Type.Union([Type.Literal('uncertain'), Type.Literal('random'), Type.Literal('diverse')]),
    }),
  ),
})
export const AddedAnswer = Type.Object({ added: Type.Integer(), total: Type.Integer() })
export const IdBody = Type.Object({ id: Id }, strict)
export const DoneAnswer = Type.Object({ done: Type.Boolean() })

const figures = Type.Object({
  texts: Type.Integer(),
  unknownWords: Nullable(Type.Number()),
  confidence: Nullable(Type.Number()),
})
export const ProgressAnswer = Type.Object({
  points: Type.Array(
    Type.Object({
      taught: Type.Integer(),
      R1: Type.Number(),
      R5: Type.Number(),
      loss: Type.Number(),
      at: Type.Integer(),
    }),
  ),
  volume: Type.Array(Type.Object({ day: Type.String(), taught: Type.Integer() })),
  confusions: Type.Array(
    Type.Object({ truth: Type.String(), taken: Type.String(), documents: Type.Integer() }),
  ),
  drift: Type.Object({
    texts: Type.Integer(),
    recent: figures,
    before: figures,
    mix: Type.Array(Type.Object({ label: Type.String(), recent: Type.Number(), before: Type.Number() })),
  }),
  unbiased: Type.Object({
    documents: Type.Integer(),
    R1: Nullable(Type.Number()),
    low: Nullable(Type.Number()),
    high: Nullable(Type.Number()),
  }),
})

export const AccessAnswer = Type.Object({
  role: Type.Union([Type.Literal('read'), Type.Literal('teach'), Type.Literal('admin')]),
})

export const StateAnswer = Type.Object({ status: Type.String() })
export const ReadyAnswer = Type.Object({
  status: Type.String(),
  log: Type.Optional(Type.String({ description: 'unavailable: a replica ranks, and cannot be taught now' })),
  problems: Type.Optional(
    Type.Array(Type.String(), { description: 'what keeps a replica from the latest versions' }),
  ),
})

function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
