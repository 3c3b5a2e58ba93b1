// The OpenAPI document, from the routes themselves.

import { Type } from '@sinclair/typebox'
import { type DeclaredError, listPaths, type Route, splitAddress } from './define-route.js'

const ERROR = Type.Object({ error: Type.Object({ code: Type.String(), message: Type.String() }) })
const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

export function openApi(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const [method] = splitAddress(route.at)
    for (const path of listPaths(route)) {
      paths[path] ??= {}
      paths[path][method.toLowerCase()] = operation(route, method, path)
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

function operation(route: Route, method: string, path: string): Record<string, unknown> {
  const { summary, role, query, body, upload = [], stream, answer, status = 200, errors = {} } = route
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
  for (const type of [...upload, ...(stream?.types ?? [])]) content[type] = { schema: { type: 'string' } }
  const words = path
    .replace(/[{}]/g, '')
    .split('/')
    .filter((word) => word !== '' && word !== 'v1')
  return {
    summary,
    operationId: [method.toLowerCase(), ...words].join('-').replace(/[^A-Za-z0-9]+/g, '-'),
    ...(role === 'anyone'
      ? {}
      : { description: `Needs a token of the role ${role}.`, security: [{ token: [] }] }),
    parameters: [...inPath, ...inQuery],
    ...(Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }),
    responses: {
      [status]: { description: 'Done.', content: { 'application/json': { schema: answer } } },
      ...errorResponses(errors),
      default: { description: 'Refused or failed.', content: ERROR_CONTENT },
    },
  }
}

/** One response a status, which names its codes. */
function errorResponses(errors: Readonly<Record<string, DeclaredError>>): Record<string, unknown> {
  const byStatus = new Map<number, string[]>()
  for (const [code, { status, when }] of Object.entries(errors))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${when}`])
  return Object.fromEntries(
    Array.from(byStatus, ([status, codes]) => [
      status,
      { description: `${codes.join('; ')}.`, content: ERROR_CONTENT },
    ]),
  )
}
