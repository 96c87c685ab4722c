import { invalidSource } from '../../source-problems.ts'
import { isMembers, listOf, type Members, membersOf, textOf, textsOf } from './json.ts'
import { resolve } from './references.ts'

/** An operation in the form of OpenAPI 3, for all versions of documents. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly title: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly tags: readonly string[]
  readonly parameters: readonly Members[]
  readonly body: Body | undefined
  readonly responses: readonly (readonly [status: string, response: Body])[]
  readonly security: unknown
  /** The requests that the server sends in turn. */
  readonly callbacks: readonly Callback[]
}

/** A request that the server sends to an address that the caller has given. */
export interface Callback {
  readonly name: string
  readonly operations: readonly Operation[]
  /** A reference that cannot be resolved within the document. */
  readonly unresolved?: string
}

/** The content of a request or a response. */
export interface Body {
  readonly description: string
  readonly isRequired: boolean
  readonly headers: Members
  /** By media type. */
  readonly content: readonly (readonly [type: string, media: Members])[]
  /** A reference that cannot be resolved within the document. */
  readonly unresolved?: string
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const
const maximumOperations = 10_000

/** Returns the operations of paths, of webhooks, which have names instead of paths, or of a callback, which has expressions. */
export function operationsIn(document: Members, paths: unknown, isCallback = false): Operation[] {
  const operations: Operation[] = []
  for (const [path, item] of Object.entries(membersOf(paths))) {
    operations.push(...operationsAt(document, path, resolve(document, item).value, isCallback))
    if (operations.length > maximumOperations)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The document has more than ${maximumOperations} operations, at ${path}. Import it in parts.`,
      )
  }
  return operations
}

const operationsAt = (document: Members, path: string, item: Members, isCallback: boolean): Operation[] =>
  methods.flatMap((method) => {
    const operation = item[method]
    if (!isMembers(operation)) return []
    return [readOperation(document, { method, path, item, operation, isCallback })]
  })

interface Found {
  readonly method: string
  readonly path: string
  readonly item: Members
  readonly operation: Members
  readonly isCallback: boolean
}

function readOperation(document: Members, { method, path, item, operation, isCallback }: Found): Operation {
  const all = parametersOf(document, item.parameters, operation.parameters)
  const inBody = all.filter(({ in: location }) => location === 'body' || location === 'formData')
  const consumes = textsOf(operation.consumes ?? document.consumes)
  const produces = textsOf(operation.produces ?? document.produces)
  return {
    method: method.toUpperCase(),
    path,
    title:
      textOf(operation.summary).trim() || textOf(operation.operationId) || `${method.toUpperCase()} ${path}`,
    description: textOf(operation.description) || textOf(item.description),
    isDeprecated: operation.deprecated === true,
    tags: textsOf(operation.tags),
    parameters: all.filter((parameter) => !inBody.includes(parameter)),
    body:
      operation.requestBody === undefined
        ? bodyOfParameters(inBody, consumes)
        : readBody(document, operation.requestBody, produces),
    responses: Object.entries(membersOf(operation.responses)).map(([status, response]) => [
      status,
      readBody(document, response, produces),
    ]),
    // The security of a document is that of its own operations.
    security: operation.security ?? (isCallback ? undefined : document.security),
    // Callbacks of callbacks are not read, because references could nest them without end.
    callbacks: isCallback ? [] : callbacksIn(document, operation.callbacks),
  }
}

const callbacksIn = (document: Members, callbacks: unknown): Callback[] =>
  Object.entries(membersOf(callbacks)).map(([name, node]) => {
    const { value, unresolved } = resolve(document, node)
    return { name, operations: operationsIn(document, value, true), unresolved }
  })

/** Merges the parameters of a path and an operation. Those of the operation take precedence. */
function parametersOf(document: Members, ofPath: unknown, own: unknown): Members[] {
  const parameters = [...listOf(ofPath), ...listOf(own)].map((node) => {
    const { value, unresolved } = resolve(document, node)
    return unresolved === undefined
      ? value
      : { name: unresolved, in: '', description: 'Described elsewhere.' }
  })
  return [...new Map(parameters.map((one) => [`${textOf(one.in)} ${textOf(one.name)}`, one])).values()]
}

/** Converts the body of version 2, which is a body parameter or a set of form fields. */
function bodyOfParameters(parameters: readonly Members[], consumes: readonly string[]): Body | undefined {
  const [first] = parameters
  if (!first) return undefined
  const body = parameters.find(({ in: location }) => location === 'body')
  const form = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((field) => [textOf(field.name), field])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  }
  const usual = body ? 'application/json' : 'application/x-www-form-urlencoded'
  const types = consumes.length > 0 ? consumes : [usual]
  return {
    description: textOf(body?.description),
    isRequired: (body ?? first).required === true,
    headers: {},
    content: types.map((type) => [type, { schema: body ? body.schema : form }]),
  }
}

function readBody(document: Members, node: unknown, produces: readonly string[]): Body {
  const { value, unresolved } = resolve(document, node)
  return {
    description: textOf(value.description),
    isRequired: value.required === true,
    headers: membersOf(value.headers),
    content: contentOf(value, produces),
    unresolved,
  }
}

function contentOf(value: Members, produces: readonly string[]): [string, Members][] {
  if (value.content !== undefined)
    return Object.entries(membersOf(value.content)).map(([type, media]) => [type, membersOf(media)])
  const examples = membersOf(value.examples)
  if (value.schema === undefined && Object.keys(examples).length === 0) return []
  const stated = Object.keys(examples)
  const types = produces.length > 0 ? produces : stated.length > 0 ? stated : ['application/json']
  return types.map((type) => [type, { schema: value.schema, example: examples[type] }])
}
