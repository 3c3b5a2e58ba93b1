// A route as one declaration: where it is and who may ask, what it takes and gives, which errors it answers, and what
// it does. The schemas check requests, make the OpenAPI document, and type both the handler and the page's client.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TObject, TSchema, TUndefined } from '@sinclair/typebox'
import { HttpError, type HttpStatus } from '../http-error.js'
import type { ModelSet } from '../model/model-set.js'
import type { ServedModel } from '../model/served-model.js'
import type { Ranker } from '../ranking/ranker.js'
import type { Role } from './access.js'
import type { Limits } from './limits.js'
import type { Metrics } from './metrics.js'

/** Method and path, with `{name}` for what varies. */
export type Address = `${'GET' | 'POST' | 'DELETE'} /${string}`

type ParamOf<At extends string> = At extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never

/** What varies in an address, by name. */
export type ParamsOf<At extends string> = Readonly<Record<ParamOf<At>, string>>

/** An error that a route answers, besides those that any request may get (its token, its form, the load). */
export interface DeclaredError {
  readonly status: HttpStatus
  readonly when: string
}

/** A request that was found good. */
export interface Ask<
  At extends string = string,
  Query = unknown,
  Body = unknown,
  Code extends string = string,
> {
  readonly query: Query
  readonly body: Body
  /** The body of a route that takes an upload. */
  readonly upload: { readonly bytes: Uint8Array; readonly type: string | undefined }
  readonly params: ParamsOf<At>
  /** What the request's token allows; everything where the server wants none. */
  readonly role: Role
  readonly models: ModelSet
  readonly limits: Limits
  readonly ranker: Ranker
  readonly metrics: Metrics
  /** The model that the path names, or the default one. */
  model(): ServedModel
  /** An error that the route declares, to be thrown. */
  error(code: Code, message: string): HttpError
  /** Admits work on many texts, or refuses it; the function returned ends it. */
  enterBatch(): () => void
  /** Fails when the request has taken longer than it may. */
  checkTime(): void
}

/** A request whose body the route reads by itself, as it comes. */
export interface StreamAsk<At extends string = string, Query = unknown, Code extends string = string>
  extends Ask<At, Query, undefined, Code> {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** An answer that is JSON already. */
export class ReadyJson {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T

/** What a handler returns: what the schema says, JSON that is laid out already, or a whole response. */
type Given<Answer extends TSchema> = Immutable<Static<Answer>> | ReadyJson | Response

export interface Route<
  At extends Address = Address,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
  Code extends string = string,
> {
  readonly at: At
  /** Who may: `anyone` needs no token. */
  readonly role: Role | 'anyone'
  readonly summary: string
  readonly query?: Query
  /** Of a JSON body. */
  readonly body?: Body
  /** Content types of bytes that it takes instead, up to the limit of uploads. */
  readonly upload?: readonly string[]
  /** Content types that it reads by itself, as they come, and answers so. */
  readonly stream?: {
    readonly types: readonly string[]
    handle(ask: StreamAsk<At, Static<Query>, Code>): Response
  }
  readonly answer: Answer
  readonly status?: 200 | 202
  readonly errors?: Readonly<Record<Code, DeclaredError>>
  /** Admitted whatever the load. */
  readonly alwaysAdmitted?: boolean
  /** Also under /v1/models/{name}/…. */
  readonly perModel?: boolean
  handle(ask: Ask<At, Static<Query>, Static<Body>, Code>): Given<Answer> | Promise<Given<Answer>>
}

/**
 * Declares a route, one of the server's or one for `startServer({ routes })`; `Type` is TypeBox's.
 *
 * @example
 * const getSize = defineRoute({
 *   at: 'GET /v1/size',
 *   role: 'read',
 *   summary: 'How many labels the model has.',
 *   answer: Type.Object({ labels: Type.Integer() }),
 *   perModel: true,
 *   handle: ({ model }) => ({ labels: model().classifier.labelCount }),
 * })
 * getSize.at // 'GET /v1/size'
 */
export function defineRoute<
  const At extends Address,
  Answer extends TSchema,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TUndefined,
  Code extends string = never,
>(route: Route<At, Query, Body, Answer, Code>): Route<At, Query, Body, Answer, Code> {
  return route
}

/** `GET` and `/v1/…` of an address. */
export function splitAddress(at: Address): readonly [method: string, path: string] {
  const [method, path] = at.split(' ')
  return [method, path]
}

/** Paths of a route: its own, and the one that names the model. */
export function listPaths({ at, perModel }: Route): string[] {
  const [, path] = splitAddress(at)
  return perModel === true ? [path, path.replace(/^\/v1\//, '/v1/models/{name}/')] : [path]
}

/** The error of a declared code. */
export function declaredError({ at, errors = {} }: Route, code: string, message: string): HttpError {
  const declared = (errors as Record<string, DeclaredError | undefined>)[code]
  if (declared === undefined) throw new Error(`${at} declares no error ${code}`)
  return new HttpError(declared.status, code, message)
}
