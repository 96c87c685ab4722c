import { type DocumentNode, type ExecutionResult, type GraphQLSchema, Kind, OperationTypeNode } from 'graphql'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { isWritten } from '../graph/nested/written-result.ts'

/** A result that is serialized already. Yoga sends what `stringify` returns. */
export interface SerializedResult extends ExecutionResult {
  readonly stringify?: () => string
}

/** The number of queries whose results are kept. Tools send a few variants of one query. */
const maximumKept = 16

const keptBySchema = new WeakMap<GraphQLSchema, Map<string, SerializedResult>>()

/**
 * Answers introspection of a schema, which is the same for every caller: the result of a query is computed once and
 * kept. Other documents are left to `execute`.
 */
export async function answerIntrospection(
  schema: GraphQLSchema,
  document: DocumentNode,
  execute: () => Promise<ExecutionResult>,
): Promise<SerializedResult> {
  const text = introspectionText(document)
  if (text === undefined) return execute()
  const results = keptBySchema.get(schema) ?? new Map<string, SerializedResult>()
  keptBySchema.set(schema, results)
  const known = results.get(text)
  // Puts the result at the end of the map, whose first result is discarded when there are too many.
  results.delete(text)
  const result = known ?? (await yieldAndAnswer(execute))
  if (!result.errors) results.set(text, result)
  const [oldest] = results.keys()
  if (results.size > maximumKept && oldest !== undefined) results.delete(oldest)
  return result
}

/** Introspection takes long, and many requests may ask for it at a time. */
async function yieldAndAnswer(execute: () => Promise<ExecutionResult>): Promise<SerializedResult> {
  await yieldToEventLoop()
  return serialized(await execute())
}

function serialized(result: ExecutionResult): SerializedResult {
  if (result.errors) return result
  const { data, extensions } = result
  const text = isWritten(result) ? result.stringify() : JSON.stringify(result)
  return { data, ...(extensions && { extensions }), stringify: () => text }
}

/** Returns the text of a document that selects nothing but `__schema`, without variables; undefined for any other. */
function introspectionText({ definitions, loc }: DocumentNode): string | undefined {
  const [operation, ...others] = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return undefined
  const [field, ...more] = operation.selectionSet.selections
  const isSchema = field?.kind === Kind.FIELD && field.name.value === '__schema' && more.length === 0
  const isPlain = operation.operation === OperationTypeNode.QUERY && !operation.variableDefinitions?.length
  return isSchema && isPlain ? loc?.source.body : undefined
}
