import { type GraphQLField, type GraphQLSchema, getOperationAST, Kind } from 'graphql'
import { describePermission } from '../access/required-permission.ts'
import { reasonTable } from '../error-reasons.ts'
import { type ErrorCode, errorTable } from '../errors.ts'
import { descriptionWithoutPermission } from '../graphql/permission-plugin.ts'
import { StoredResponse } from '../http/stored-response.ts'
import { type CompiledRoute, sentMember } from './compiled-route.ts'
import { limitsOf } from './extensions.ts'
import { Components, defaultOf, descriptionOf, inputSchema, type JsonSchema, orNull } from './json-schema.ts'
import { needsBody, type Parameter, parametersOf } from './parameters.ts'
import { costHeader } from './reply.ts'
import { sentSchema } from './reply-schema.ts'
import type { Resource } from './resource.ts'

/** The texts of the reference that neither the rows nor the graph contain. */
export interface Reference {
  /** Descriptions of the tags, in the order of the sections of the reference. */
  readonly tags: Readonly<Record<string, string>>
  /** Descriptions of path parameters, by name. Others have the description of the argument that they set. */
  readonly pathParameters: Readonly<Record<string, string>>
}

export interface OpenApiOptions {
  readonly schema: GraphQLSchema
  readonly baseUrl: string
  readonly reference: Reference
}

/** Serves the OpenAPI document at /v1/openapi.json. The document is built on the first request. */
export function createOpenApi(options: OpenApiOptions, routes: readonly CompiledRoute[]): Resource {
  checkTags(options.reference, routes)
  let reply: StoredResponse | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    reply: () => {
      reply ??= new StoredResponse({
        status: 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
        body: JSON.stringify(openApiDocument(options, routes)),
      })
      return reply
    },
  }
}

function checkTags({ tags }: Reference, routes: readonly CompiledRoute[]): void {
  for (const { method, path, route } of routes)
    if (!Object.hasOwn(tags, route.tag))
      throw new Error(`${method} ${path}: the reference does not describe the tag ${route.tag}`)
}

/** Describes the routes in OpenAPI 3.1, from the same rows, documents and types that serve requests. */
export function openApiDocument(
  { schema, baseUrl, reference }: OpenApiOptions,
  routes: readonly CompiledRoute[],
): JsonSchema {
  const components = new Components()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const address = route.path.replace(/:(\w+)\*?/g, '{$1}')
    const operation = operationObject(schema, components, reference, route)
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: 'v1', description: introduction },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ token: [] }],
    tags: Object.entries(reference.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token of a user.' },
      },
      headers: { [costHeader]: costHeaderObject },
      responses: Object.fromEntries(errorCodes.map((code) => [responseName(code), errorResponse(code)])),
      schemas: { ...components.toJSON(), Error: errorSchema },
    },
  }
}

const introduction = [
  'The REST API of Lectern. Every operation is also available in the GraphQL API at `/graphql`.',
  'To authenticate, send an API token in the header `Authorization: Bearer <token>`.',
  'Lists are paginated. To get the next page, pass `next.page` of a response as the parameter `page`. The last page has no `next`.',
  'Members without a value are omitted, unless their schema allows null. Dates are in ISO 8601 format. Ids are opaque strings.',
  'Errors have an HTTP status and a JSON body whose `error` has a message and the id of the request.',
  'Unknown members and query parameters are ignored; the header `Warning` names those that are close to known ones. With `Prefer: handling=strict` they are refused.',
].join('\n\n')

function operationObject(
  schema: GraphQLSchema,
  components: Components,
  reference: Reference,
  compiled: CompiledRoute,
): JsonSchema {
  const { route, document, operationId } = compiled
  const operation = getOperationAST(document)
  if (!operation) throw new Error(`${operationId} has no operation`)
  const parameters = parametersOf(schema, document, operation, route)
  const root = operation.selectionSet.selections.find((node) => node.kind === Kind.FIELD)
  const field = root && schema.getRootType(operation.operation)?.getFields()[root.name.value]
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    description: describeRow(compiled, field),
    'x-permission': compiled.permission,
    ...(compiled.permission === 'public' && { security: [] }),
    parameters: parameters.flatMap((parameter) => parameterObject(components, reference, parameter)),
    ...(compiled.takesBody && { requestBody: requestBody(components, parameters) }),
    responses: { [compiled.status]: successResponse(components, compiled), ...errorResponses(compiled) },
  }
}

/** Returns the description of the field, unless it repeats the summary, and the required permission. */
function describeRow(
  { route, permission }: CompiledRoute,
  field: GraphQLField<unknown, unknown> | undefined,
) {
  const description = field ? descriptionWithoutPermission(field) : ''
  const sentences = [description === `${route.summary}.` ? '' : description, describePermission(permission)]
  return sentences.filter(Boolean).join(' ')
}

function parameterObject(
  components: Components,
  { pathParameters }: Reference,
  parameter: Parameter,
): JsonSchema[] {
  const { source, type, required, definition, defaultValue } = parameter
  if (source.from === 'body') return []
  const schema = inputSchema(components, type, definition && limitsOf(definition))
  const stated = source.from === 'query' ? source.description : pathParameters[source.name]
  return [
    {
      name: source.name,
      in: source.from,
      required: source.from === 'path' || required,
      ...descriptionOf({ description: stated ?? definition?.description }),
      schema:
        defaultValue === undefined || defaultValue === null
          ? schema
          : { ...schema, default: defaultOf(type, defaultValue) },
    },
  ]
}

function requestBody(components: Components, parameters: readonly Parameter[]): JsonSchema {
  const inBody = parameters.filter((parameter) => parameter.source.from === 'body')
  const whole = inBody.filter(({ source }) => source.from === 'body' && source.name === undefined)
  const named = inBody.filter((parameter) => !whole.includes(parameter))
  const schemas = whole.map(({ type }) => inputSchema(components, type))
  if (named.length > 0) schemas.push(membersSchema(components, named))
  const schema = schemas.length === 1 ? schemas[0] : { allOf: schemas }
  return { required: needsBody(parameters), content: { 'application/json': { schema } } }
}

function membersSchema(components: Components, named: readonly Parameter[]): JsonSchema {
  const nameOf = ({ source }: Parameter) => source.name as string
  const properties = named.map((parameter) => {
    const { type, definition, required } = parameter
    const schema = inputSchema(components, type, definition && limitsOf(definition))
    return [
      nameOf(parameter),
      { ...(required ? schema : orNull(schema)), ...descriptionOf(definition ?? {}) },
    ]
  })
  const required = named.filter((parameter) => parameter.required).map(nameOf)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

function successResponse(components: Components, compiled: CompiledRoute): JsonSchema {
  const member = sentMember(compiled)
  if (!member)
    return { description: 'The request succeeded. The response has no body.', headers: successHeaders }
  const { respond } = compiled.route
  const sent = sentSchema(components, member)
  const name = respond.kind === 'items' ? respond.member : null
  const schema = name === null ? sent : { type: 'object', properties: { [name]: sent }, required: [name] }
  return {
    description: successDescription(compiled),
    headers: successHeaders,
    content: { 'application/json': { schema } },
  }
}

const successHeaders: JsonSchema = { [costHeader]: { $ref: `#/components/headers/${costHeader}` } }

const costHeaderObject: JsonSchema = {
  description: 'What the operation has read: the number of objects, and the bytes of their text.',
  schema: { type: 'string', example: 'objects=12, bytes=3456' },
}

function successDescription({ status, route }: CompiledRoute): string {
  if (status === 201) return 'The resource was created.'
  if (status === 202) return 'The request was accepted and is processed in the background.'
  return route.respond.kind === 'list' ? 'One page of the list.' : 'The request succeeded.'
}

const errorCodes = (Object.keys(errorTable) as ErrorCode[]).filter((code) => code !== 'METHOD_NOT_ALLOWED')

const errorsOfBodies: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const errorsOfWrites: readonly ErrorCode[] = ['CONFLICT', 'PRECONDITION_FAILED']

function errorResponses({ route, takesBody, permission }: CompiledRoute): JsonSchema {
  const possible = errorCodes.filter(
    (code) =>
      (takesBody || !errorsOfBodies.includes(code)) &&
      (route.method !== 'GET' || !errorsOfWrites.includes(code)) &&
      !(permission === 'public' && code === 'UNAUTHENTICATED'),
  )
  return Object.fromEntries(
    possible.map((code) => [
      errorTable[code].status,
      { $ref: `#/components/responses/${responseName(code)}` },
    ]),
  )
}

/** `NOT_FOUND` → `NotFound`. */
const responseName = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

const errorDescriptions: Readonly<Record<ErrorCode, string>> = {
  BAD_USER_INPUT:
    'The request is malformed or exceeds a limit. `error.fields` lists the invalid parameters and members.',
  UNAUTHENTICATED: 'The request has no valid API token.',
  FORBIDDEN: 'The caller does not have the required permission, or the token does not allow the operation.',
  NOT_FOUND: 'The resource does not exist, or the caller cannot see it.',
  METHOD_NOT_ALLOWED:
    'The path does not support the method. The header `Allow` lists those that it supports.',
  CONFLICT: 'The request conflicts with the current state of the resource.',
  PRECONDITION_FAILED: 'A precondition of the operation is not met.',
  PAYLOAD_TOO_LARGE: 'The request body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The request body is not JSON.',
  RATE_LIMITED: 'Too many requests. The header `Retry-After` has the number of seconds to wait.',
  INTERNAL_SERVER_ERROR:
    'An unexpected error occurred. It is in the log of the server, with the id of the request.',
  SERVICE_UNAVAILABLE: 'The server is starting, stopping or too busy. Try again later.',
}

const errorResponse = (code: ErrorCode): JsonSchema => ({
  description: [errorDescriptions[code], describeReasons(code)].filter(Boolean).join(' '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function describeReasons(code: ErrorCode): string {
  const reasons = Object.entries(reasonTable).flatMap(([name, row]) =>
    row.code === code ? [`\`${name}\``] : [],
  )
  return reasons.length > 0 ? `\`error.reason\` may be ${reasons.join(', ')}.` : ''
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', description: 'HTTP status of the response.' },
        message: { type: 'string', description: 'A readable description of the error.' },
        reason: {
          type: 'string',
          enum: Object.keys(reasonTable),
          description: 'The cause as a code that does not change, if a client can act on it.',
        },
        fields: {
          type: 'array',
          description: 'The invalid parameters and members of the request.',
          items: {
            type: 'object',
            properties: {
              path: {
                type: 'string',
                description: 'Path of the parameter or member, for example `position.before`.',
              },
              message: { type: 'string', description: 'Describes what is wrong with it.' },
            },
            required: ['path', 'message'],
          },
        },
        requestId: { type: 'string', description: 'Id of the request in the log of the server.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}
