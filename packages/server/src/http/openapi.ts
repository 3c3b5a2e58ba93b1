// The OpenAPI document, from the routes themselves.

import { Type } from '@sinclair/typebox'
import type { Route } from './define-route.js'

const ERROR = Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String() }) })

/** Paths of a route: its own, and the one that names the model. */
export function pathsOf({ path, perModel }: Route): string[] {
  return perModel === true ? [path, path.replace(/^\/v1\//, '/v1/models/{name}/')] : [path]
}

export function openApi(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      paths[path] ??= {}
      paths[path][route.method] = operation(route, path)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Abound', version, description: 'Sorts text into topics, and learns while it serves.' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR },
    },
  }
}

function operation(route: Route, path: string): Record<string, unknown> {
  const { summary, role, query, body, bytes = [], gives, status = 200, method } = route
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) === true,
    schema,
  }))
  const content: Record<string, unknown> = {}
  if (body !== undefined) content['application/json'] = { schema: body }
  for (const type of bytes) content[type] = { schema: { type: 'string' } }
  const words = path
    .replace(/[{}]/g, '')
    .split('/')
    .filter((word) => word !== '' && word !== 'v1')
  return {
    summary,
    operationId: [method, ...words].join('-').replace(/[^A-Za-z0-9]+/g, '-'),
    ...(role === 'anyone'
      ? {}
      : { description: `Needs a token of the role ${role}.`, security: [{ token: [] }] }),
    parameters: [...inPath, ...inQuery],
    ...(Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }),
    responses: {
      [status]: { description: 'Done.', content: { 'application/json': { schema: gives } } },
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}
