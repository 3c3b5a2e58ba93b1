import { defineRoute } from '../http/define-route.js'
import { StateAnswer } from '../http/schemas.js'

export const getModelFile = defineRoute({
  at: 'GET /v1/model/file',
  role: 'read',
  summary: 'The model as it stands, as a .abound file.',
  answer: StateAnswer,
  perModel: true,
  handle({ model }) {
    const { bytes, sha256 } = model().bytes()
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${model().name}.abound"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        etag: `"${sha256}"`,
      },
    })
  },
})
