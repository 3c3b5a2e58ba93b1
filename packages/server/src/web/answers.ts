// What the page sends and gets: the types are those of the server's routes, by their addresses. Nothing but types comes
// from there.

import type { Static } from '@sinclair/typebox'
import type { Immutable } from '../http/define-route.js'
import type { ROUTES } from '../routes/index.js'

type Listed = (typeof ROUTES)[number]
/** Such as `POST /v1/rank`. */
export type RouteAddress = Listed['at']
type RouteAt<At extends RouteAddress> = Extract<Listed, { readonly at: At }>

export type AnswerOf<At extends RouteAddress> = Immutable<Static<RouteAt<At>['answer']>>
export type QueryOf<At extends RouteAddress> = Static<NonNullable<RouteAt<At>['query']>>
export type BodyOf<At extends RouteAddress> = Immutable<Static<NonNullable<RouteAt<At>['body']>>>

export type TokenRole = AnswerOf<'GET /v1/access'>['role']
export type ModelLine = AnswerOf<'GET /v1/models'>['models'][number]
export type ModelInfo = AnswerOf<'GET /v1/model'>
export type ProgressInfo = AnswerOf<'GET /v1/progress'>
export type RankedItem = AnswerOf<'POST /v1/rank'>['results'][number]['labels'][number]
export type ExplainedWord = AnswerOf<'POST /v1/explain'>['words'][number]
export type LabelPage = AnswerOf<'GET /v1/labels'>
export type LabelRow = LabelPage['labels'][number]
export type LabelDetail = AnswerOf<'GET /v1/labels/{label}'>
export type LabelSort = NonNullable<QueryOf<'GET /v1/labels'>['sort']>
export type WeightedLabel = NonNullable<AnswerOf<'GET /v1/words'>['labels']>[number]
export type QueueItem = AnswerOf<'GET /v1/queue'>['items'][number]
export type RunningJob = AnswerOf<'GET /v1/jobs/{id}'>
export type UploadFormat = AnswerOf<'GET /v1/formats'>['formats'][number]
/** How an upload is to be read. */
export type UploadReading = QueryOf<'POST /v1/queue'>
