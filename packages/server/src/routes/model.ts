// One model: what it is, its versions, going back, making it anew, its file.

import { type Route, route } from '../http/define-route.js'
import {
  JobAnswer,
  ModelAnswer,
  ModelQuery,
  RollbackBody,
  StateAnswer,
  VersionAnswer,
} from '../http/schemas.js'
import { jobAnswer } from './models.js'

export const modelRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/v1/model',
      role: 'read',
      summary: 'The model: learner, options, sizes, versions.',
      query: ModelQuery,
      gives: ModelAnswer,
      perModel: true,
    },
    async ({ model: modelOf, query }) => {
      const model = modelOf()
      const { classifier } = model
      return {
        name: model.name,
        version: model.applied,
        learner: classifier.learner,
        options: classifier.options,
        labels: classifier.labelCount,
        features: classifier.featureCount,
        documents: classifier.documents,
        taught: model.taught,
        calibrated: classifier.calibrated,
        online: classifier.online,
        corpus: model.hasCorpus,
        settled: !model.unsettled,
        rebuilding: model.isRebuilding,
        ...(query.sha256 === true ? { sha256: model.bytes().sha256 } : {}),
        versions: await model.versions(),
      }
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/model/file',
      role: 'read',
      summary: 'The model as it stands, as a .abound file.',
      gives: StateAnswer,
      perModel: true,
    },
    ({ model }) => {
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
  ),
  route(
    {
      method: 'post',
      path: '/v1/model/rollback',
      role: 'admin',
      summary: 'Goes back to a version; what was taught since is set aside.',
      body: RollbackBody,
      gives: VersionAnswer,
      perModel: true,
    },
    async ({ model: modelOf, body }) => {
      const model = modelOf()
      const seq = await model.rollback(body.version)
      return { version: model.applied, seq }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/model/rebuild',
      role: 'admin',
      summary: 'Trains the model anew in the background on its corpus and what was taught.',
      gives: JobAnswer,
      status: 202,
      perModel: true,
    },
    ({ model, models }) => jobAnswer(models.rebuild(model())),
  ),
]
