import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { UPLOAD_FORMATS } from '../http/uploaded-documents.js'

export const getFormats = defineRoute({
  at: 'GET /v1/formats',
  role: 'read',
  summary: 'The formats that an upload may have.',
  answer: Type.Object({
    formats: Type.Array(
      Type.Object({
        name: Type.String(),
        extensions: Type.Array(Type.String(), { description: 'how names of its files end' }),
        mediaTypes: Type.Array(Type.String()),
        delimiter: Type.Optional(Type.String({ description: 'between the columns of a table' })),
        labelled: Type.Boolean({ description: 'whether its texts may have labels' }),
      }),
    ),
  }),
  handle: () => ({
    formats: UPLOAD_FORMATS.map(({ name, extensions, mediaTypes = [], delimiter, unlabelled }) => ({
      name,
      extensions,
      mediaTypes,
      ...(delimiter === undefined ? {} : { delimiter }),
      labelled: unlabelled !== true,
    })),
  }),
})
