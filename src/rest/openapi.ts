import { type GraphQLSchema, getOperationAST, Kind } from 'graphql'
import { type ErrorCode, errorTable } from '../errors.ts'
import { type CompiledRoute, sentMember } from './compiled-route.ts'
import { limitsOf } from './extensions.ts'
import { Components, defaultOf, descriptionOf, inputSchema, type JsonSchema, orNull } from './json-schema.ts'
import { needsBody, type Parameter, parametersOf } from './parameters.ts'
import { jsonReply, type Reply } from './reply.ts'
import { sentSchema } from './reply-schema.ts'
import type { Resource } from './resource.ts'

/** The OpenAPI document at /v1/openapi.json, made when it is first asked for. */
export function createOpenApi(
  schema: GraphQLSchema,
  routes: readonly CompiledRoute[],
  baseUrl: string,
): Resource {
  let reply: Reply | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    reply: () => {
      reply ??= jsonReply(200, openApiDocument(schema, routes, baseUrl), { 'Cache-Control': 'no-cache' })
      return reply
    },
  }
}

/** Describes the table in OpenAPI 3.1: the same rows, documents and types that requests are answered from. */
export function openApiDocument(
  schema: GraphQLSchema,
  routes: readonly CompiledRoute[],
  baseUrl: string,
): JsonSchema {
  const components = new Components()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const address = route.path.replace(/:(\w+)\*?/g, '{$1}')
    const operation = operationObject(schema, components, route)
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(routes.map(({ route }) => route.tag))]
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: 'v1', description: introduction },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ token: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
      responses: Object.fromEntries(errorCodes.map((code) => [responseName(code), errorResponse(code)])),
      schemas: { ...components.toJSON(), Error: errorSchema },
    },
  }
}

const introduction = [
  'Everything this API reads and writes can be read and written in GraphQL too.',
  'Lists are answered in pages: pass `next.page` of an answer as `page` to go on; it is absent at the end.',
  'Members without a value are left out, unless they are described as nullable.',
].join(' ')

function operationObject(schema: GraphQLSchema, components: Components, compiled: CompiledRoute): JsonSchema {
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
    ...(field && field.description !== `${route.summary}.` && descriptionOf(field)),
    ...(route.public && { security: [] }),
    parameters: parameters.flatMap((parameter) => parameterObject(components, parameter)),
    ...(compiled.takesBody && { requestBody: requestBody(components, parameters) }),
    responses: { [compiled.status]: successResponse(components, compiled), ...errorResponses(compiled) },
  }
}

function parameterObject(components: Components, parameter: Parameter): JsonSchema[] {
  const { source, type, required, place, defaultValue } = parameter
  if (source.from === 'body') return []
  const schema = inputSchema(components, type, place && limitsOf(place))
  const stated = source.from === 'query' ? source.description : undefined
  return [
    {
      name: source.name,
      in: source.from,
      required: source.from === 'path' || required,
      ...descriptionOf({ description: stated ?? place?.description }),
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
    const { type, place, required } = parameter
    const schema = inputSchema(components, type, place && limitsOf(place))
    return [nameOf(parameter), { ...(required ? schema : orNull(schema)), ...descriptionOf(place ?? {}) }]
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
  if (!member) return { description: 'Done; nothing is sent back.' }
  const { respond } = compiled.route
  const sent = sentSchema(components, member)
  const name = respond.kind === 'items' ? respond.member : null
  const schema = name === null ? sent : { type: 'object', properties: { [name]: sent }, required: [name] }
  const isCreated = compiled.status === 201
  return {
    description: isCreated ? 'Created.' : 'Done.',
    content: { 'application/json': { schema } },
  }
}

const errorCodes = (Object.keys(errorTable) as ErrorCode[]).filter((code) => code !== 'METHOD_NOT_ALLOWED')

const whereBodies: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const whereChanges: readonly ErrorCode[] = ['CONFLICT', 'PRECONDITION_FAILED']

function errorResponses({ route, takesBody }: CompiledRoute): JsonSchema {
  const possible = errorCodes.filter(
    (code) =>
      (takesBody || !whereBodies.includes(code)) &&
      (route.method !== 'GET' || !whereChanges.includes(code)) &&
      !(route.public && code === 'UNAUTHENTICATED'),
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

const errorResponse = (code: ErrorCode): JsonSchema => ({
  description: errorTable[code].message,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'What is wrong, for people.' },
        fields: {
          type: 'array',
          description: 'Each fault in the input.',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, message: { type: 'string' } },
            required: ['path', 'message'],
          },
        },
        requestId: { type: 'string', description: 'Names the request in the logs of the server.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}
