// Labels: finding them as one types, what is known of each, new ones, other names.

import { type Route, route } from '../http/define-route.js'
import {
  LabelAnswer,
  LabelQuery,
  LabelsAnswer,
  LabelsQuery,
  MergeBody,
  NewLabelBody,
  RenameBody,
  VersionAnswer,
} from '../http/schemas.js'
import { HttpError } from '../http-error.js'
import type { ServedModel } from '../model/served-model.js'

export const labelRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/v1/labels',
      role: 'read',
      summary: 'Labels that contain the query, those that begin with it first.',
      query: LabelsQuery,
      gives: LabelsAnswer,
      perModel: true,
    },
    ({ model, query: { query = '', limit = 50, offset = 0, sort = 'count' } }) => {
      const { labels, classifier, names, added, progress } = model()
      return labels.find(classifier, names, added, progress, { query, limit, offset, sort })
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/labels/{label}',
      role: 'read',
      summary: 'A label: counts, quality, its strongest words.',
      query: LabelQuery,
      gives: LabelAnswer,
      perModel: true,
    },
    ({ model, params, query: { top = 30 } }) => {
      const { classifier, names } = model()
      const listed = labelOf(model(), params.label)
      const words = names
        .modelIds(listed.label, classifier)
        .flatMap((id) => classifier.strongestTerms(classifier.labelName(id), top))
        .sort((a, b) => b.weight - a.weight)
      return { ...listed, words: words.slice(0, top) }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/labels',
      role: 'teach',
      summary: 'A new label, before anything is taught of it.',
      body: NewLabelBody,
      gives: VersionAnswer,
      perModel: true,
    },
    async ({ model: modelOf, body: { label } }) => {
      const model = modelOf()
      if (find(model, label) !== undefined) return { version: model.applied }
      const [{ seq }] = await model.mark({ kind: 'label', label, at: Date.now() })
      return { version: model.applied, seq }
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/labels/rename',
      role: 'teach',
      summary: 'Gives a label another name.',
      body: RenameBody,
      gives: VersionAnswer,
      perModel: true,
    },
    ({ model, body: { from, to } }) => rename(model(), [from], to, false),
  ),
  route(
    {
      method: 'post',
      path: '/v1/labels/merge',
      role: 'teach',
      summary: 'Makes several labels one.',
      body: MergeBody,
      gives: VersionAnswer,
      perModel: true,
    },
    ({ model, body: { from, to } }) => rename(model(), from, to, true),
  ),
]

async function rename(
  model: ServedModel,
  given: readonly string[],
  to: string,
  merging: boolean,
): Promise<{ version: number; seq?: number }> {
  const from = [...new Set(given)].filter((label) => label !== to)
  for (const label of from) labelOf(model, label)
  if (!merging && from.length > 0 && find(model, to) !== undefined)
    throw new HttpError(409, 'label_exists', `there is a label "${to}": merge them instead`)
  if (from.length === 0) return { version: model.applied }
  const [{ seq }] = await model.mark({ kind: 'rename', from, to, at: Date.now() })
  return { version: model.applied, seq }
}

function labelOf(model: ServedModel, label: string) {
  const listed = find(model, label)
  if (listed === undefined) throw new HttpError(404, 'unknown_label', `there is no label "${label}"`)
  return listed
}

function find({ labels, classifier, names, added, progress }: ServedModel, label: string) {
  return labels.get(classifier, names, added, progress, label)
}
