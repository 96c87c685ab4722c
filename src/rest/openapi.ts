import { type GraphQLField, type GraphQLSchema, getOperationAST, Kind } from 'graphql'
import { describePermission } from '../access/required-permission.ts'
import type { ReasonTable } from '../base/reasons.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { descriptionWithoutPermission } from '../graphql/permission-plugin.ts'
import { StoredResponse } from '../http/stored-response.ts'
import { codeSamples } from './code-samples.ts'
import { type CompiledRoute, type RouteTable, sendsLocation, sentMember } from './compiled-route.ts'
import { type Examples, exampleOf } from './examples.ts'
import { limitsOf } from './extensions.ts'
import { Components, defaultOf, descriptionOf, inputSchema, type JsonSchema, orNull } from './json-schema.ts'
import { errorResponses, errorResponsesOf, errorSchema } from './openapi-errors.ts'
import { headerComponents, headersOf } from './openapi-headers.ts'
import { introduction } from './openapi-introduction.ts'
import { requestHeaderComponents, requestHeadersOf } from './openapi-request-headers.ts'
import { needsBody, type Parameter, parametersOf } from './parameters.ts'
import { sentSchema } from './reply-schema.ts'
import type { Resource } from './resource.ts'
import type { Route } from './route.ts'

/** The texts of the reference that neither the rows nor the graph contain. */
export interface RestReference {
  /** Descriptions of the tags, in the order of the sections of the reference. */
  readonly tags: Readonly<Record<string, string>>
  /** Headings above the tags. */
  readonly tagGroups?: Readonly<Record<string, readonly string[]>>
  /** Descriptions of path parameters, by name. Others have the description of the argument that they set. */
  readonly pathParameters: Readonly<Record<string, string>>
  /** The causes of errors. */
  readonly reasons: ReasonTable
  readonly examples?: Examples
}

export interface OpenApiOptions {
  readonly schema: GraphQLSchema
  readonly baseUrl: string
  readonly reference: RestReference
}

/** Serves the OpenAPI document at /v1/openapi.json. The document is built on the first request. */
export function createOpenApi(options: OpenApiOptions, table: RouteTable): Resource {
  checkTags(options.reference, table.routes)
  let reply: Promise<StoredResponse> | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    reply: () => {
      reply ??= buildReply(options, table)
      return reply
    },
  }
}

async function buildReply(options: OpenApiOptions, table: RouteTable): Promise<StoredResponse> {
  await table.compileGradually()
  return new StoredResponse({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: JSON.stringify(await openApiDocument(options, table.compileAll())),
  })
}

function checkTags({ tags }: RestReference, routes: readonly Route[]): void {
  for (const { method, path, tag } of routes)
    if (!Object.hasOwn(tags, tag))
      throw new Error(`${method} ${path}: the reference does not describe the tag ${tag}`)
}

/**
 * Describes the routes in OpenAPI 3.1, from the same rows, documents and types that serve requests. Each route has a turn of
 * the event loop of its own.
 */
export async function openApiDocument(
  { schema, baseUrl, reference }: OpenApiOptions,
  routes: readonly CompiledRoute[],
): Promise<JsonSchema> {
  const components = new Components()
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    await yieldToEventLoop()
    const address = route.path.replace(/:(\w+)\*?/g, '{$1}')
    const operation = {
      ...operationObject(schema, components, reference, route),
      'x-codeSamples': codeSamples(baseUrl, address, route, exampleOf(reference, route)),
    }
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: 'v1', description: introduction },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ token: [] }],
    tags: Object.entries(reference.tags).map(([name, description]) => ({ name, description })),
    ...(reference.tagGroups && {
      'x-tagGroups': Object.entries(reference.tagGroups).map(([name, tags]) => ({ name, tags })),
    }),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token of a user.' },
      },
      parameters: requestHeaderComponents,
      headers: headerComponents,
      responses: errorResponses(reference),
      schemas: { ...components.toJSON(), Error: errorSchema(reference) },
    },
  }
}

function operationObject(
  schema: GraphQLSchema,
  components: Components,
  reference: RestReference,
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
    parameters: [
      ...parameters.flatMap((parameter) => parameterObject(components, reference, parameter)),
      ...requestHeadersOf(compiled),
    ],
    ...(compiled.takesBody && { requestBody: requestBody(components, compiled, reference, parameters) }),
    responses: {
      ...successResponses(components, reference, compiled),
      ...errorResponsesOf(compiled),
    },
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
  { pathParameters }: RestReference,
  parameter: Parameter,
): JsonSchema[] {
  const { source, type, required, definition, defaultValue } = parameter
  if (source.from === 'body') return []
  const schema = parameterSchema(inputSchema(components, type, definition && limitsOf(definition)), source)
  const stated =
    source.from === 'query' ? source.description : source.from === 'path' && pathParameters[source.name]
  return [
    {
      name: source.name,
      in: source.from,
      required: source.from === 'path' || required,
      ...descriptionOf({ description: stated || definition?.description }),
      schema:
        defaultValue === undefined || defaultValue === null
          ? schema
          : { ...schema, default: defaultOf(type, defaultValue) },
    },
  ]
}

/** Adds the word that stands for no value to the schema of a parameter. */
function parameterSchema(schema: JsonSchema, source: Parameter['source']): JsonSchema {
  const none = source.from === 'query' ? source.none : undefined
  return none === undefined ? schema : { anyOf: [{ enum: [none] }, schema], default: none }
}

function requestBody(
  components: Components,
  compiled: CompiledRoute,
  reference: RestReference,
  parameters: readonly Parameter[],
): JsonSchema {
  const inBody = parameters.filter((parameter) => parameter.source.from === 'body')
  const whole = inBody.filter(({ source }) => source.from === 'body' && source.name === undefined)
  const named = inBody.filter((parameter) => !whole.includes(parameter))
  const schemas = whole.map(({ type }) => inputSchema(components, type))
  if (named.length > 0) {
    const name = `${compiled.operationId}Body`
    schemas.push(components.refer(name, name, () => membersSchema(components, named)))
  }
  const schema = schemas.length === 1 ? schemas[0] : { allOf: schemas }
  const { body } = exampleOf(reference, compiled)
  return {
    required: needsBody(parameters),
    content: {
      'application/json': { schema, ...(body !== undefined && { example: body }) },
      ...(compiled.route.uploads && { 'multipart/form-data': formSchema }),
    },
  }
}

const formSchema: JsonSchema = {
  schema: {
    type: 'object',
    description:
      'The members of the JSON body and the files. Each part is named after the path of its member, for example `changes.0.files.0.upload`. A part that begins with `{` or `[` is JSON; any other part without a file name is a string.',
    additionalProperties: { type: 'string', format: 'binary' },
  },
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

/** Returns the successful response by status, and the one to a client that has the representation already. */
function successResponses(
  components: Components,
  reference: RestReference,
  compiled: CompiledRoute,
): JsonSchema {
  const isConditional = compiled.method === 'GET' && compiled.status === 200
  const headers = headersOf(
    'X-Request-Id',
    'X-Cost',
    'Warning',
    'Preference-Applied',
    ...(isConditional ? (['ETag'] as const) : []),
    ...(compiled.method === 'GET' ? [] : (['Idempotency-Replayed'] as const)),
    ...(sendsLocation(compiled) ? (['Location'] as const) : []),
  )
  const success = { headers, ...successResponse(components, reference, compiled) }
  const unchanged = {
    description: 'The header `If-None-Match` has the entity tag of the current representation. No body.',
    headers: headersOf('X-Request-Id', 'X-Cost', 'ETag'),
  }
  const { emptyWith } = compiled.route
  return {
    [compiled.status]: success,
    ...(emptyWith !== undefined && {
      204: { description: `The answer to a body with \`${emptyWith}\`. No body.`, headers },
    }),
    ...(isConditional && { 304: unchanged }),
  }
}

function successResponse(
  components: Components,
  reference: RestReference,
  compiled: CompiledRoute,
): JsonSchema {
  const member = sentMember(compiled)
  if (!member) return { description: 'The request succeeded. The response has no body.' }
  const { respond } = compiled.route
  const sent = sentSchema(components, member)
  const wrapper = respond.kind === 'items' ? respond.member : null
  const name = `${compiled.operationId}Result`
  const schema =
    wrapper === null
      ? sent
      : components.refer(name, name, () => ({
          type: 'object',
          properties: { [wrapper]: sent },
          required: [wrapper],
        }))
  const { answer } = exampleOf(reference, compiled)
  return {
    description: successDescription(compiled),
    content: { 'application/json': { schema, ...(answer !== undefined && { example: answer }) } },
  }
}

function successDescription({ status, route }: CompiledRoute): string {
  if (status === 201) return 'The resource was created.'
  if (status === 202) return 'The request was accepted and is processed in the background.'
  return route.respond.kind === 'list' ? 'One page of the list.' : 'The request succeeded.'
}
