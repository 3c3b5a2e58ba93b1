// A route as data: what it takes and gives is a schema, which checks requests and makes the OpenAPI document.

import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Context } from 'hono'
import type { ModelSet } from '../model/model-set.js'
import type { ServedModel } from '../model/served-model.js'
import type { Ranker } from '../ranking/ranker.js'
import type { Role } from './access.js'
import type { Limits } from './limits.js'

export type Method = 'get' | 'post' | 'delete'

/** A request that was found good. */
export interface Ask<Query, Body> {
  readonly query: Query
  readonly body: Body
  readonly params: Readonly<Record<string, string>>
  /** What the request's token allows; everything where the server wants none. */
  readonly role: Role
  readonly models: ModelSet
  readonly limits: Limits
  readonly ranker: Ranker
  /** The model that the path names, or the default one. */
  model(): ServedModel
  /** Begins work on many texts, or refuses; what it answers is to be called at the end. */
  enterBatch(): () => void
  /** Fails when the request has taken longer than it may. */
  checkTime(): void
  readonly context: Context
}

export interface RouteSpec {
  readonly method: Method
  /** With `{name}` for what varies. */
  readonly path: string
  /** Who may: `anyone` needs no token. */
  readonly role: Role | 'anyone'
  readonly summary: string
  readonly query?: TObject
  readonly body?: TSchema
  /** Takes bytes of these types instead of JSON, or besides it. */
  readonly bytes?: readonly string[]
  /** Reads these bytes by itself, as they come. */
  readonly streams?: boolean
  readonly gives: TSchema
  readonly status?: 200 | 202
  /** Let in whatever the load. */
  readonly always?: boolean
  /** Also under /v1/models/{name}/…. */
  readonly perModel?: boolean
}

/** An answer that is JSON already. */
export class ReadyJson {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

export interface Route extends RouteSpec {
  handle(ask: Ask<unknown, unknown>): unknown
}

type QueryOf<Spec extends RouteSpec> = Spec['query'] extends TObject ? Static<Spec['query']> : undefined
type BodyOf<Spec extends RouteSpec> = Spec['body'] extends TSchema
  ? Spec extends { readonly bytes: readonly string[] }
    ? Static<Spec['body']> | Uint8Array
    : Static<Spec['body']>
  : Spec extends { readonly bytes: readonly string[] }
    ? Uint8Array
    : undefined

/** A route whose handler has the types of its schemas; what it returns becomes JSON, unless it is a Response or JSON already. */
export function route<const Spec extends RouteSpec>(
  spec: Spec,
  handle: (ask: Ask<QueryOf<Spec>, BodyOf<Spec>>) => unknown,
): Route {
  return { ...spec, handle: handle as Route['handle'] }
}
