import type { GraphQLSchema } from 'graphql'
import { AppError, type ErrorCode, type FieldFault } from '../base/errors.ts'
import type { MessageValues } from '../base/templates.ts'
import type { Context } from '../request/context.ts'
import { executeOperation, type PreparedOperation, prepareOperation } from './execute.ts'

const prepared = new WeakMap<GraphQLSchema, Map<string, PreparedOperation>>()

function preparedFor(schema: GraphQLSchema, source: string): PreparedOperation {
  const known = prepared.get(schema) ?? new Map<string, PreparedOperation>()
  prepared.set(schema, known)
  const operation = known.get(source) ?? prepareOperation(schema, source)
  known.set(source, operation)
  return operation
}

/**
 * Executes an operation of the graph as the person who asks, as any client could: pages and tools have no rules of their own. Throws
 * the first error of the result.
 */
export async function execute<Data>(
  { schema, context }: { readonly schema: GraphQLSchema; readonly context: Context },
  source: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { document } = preparedFor(schema, source)
  const { data, errors } = await executeOperation(schema, document, variables, context)
  const [error] = errors ?? []
  if (!error) return data as Data
  const { code, reason, values, fields, retryAfter } = error.extensions as {
    code?: ErrorCode
    reason?: string
    values?: MessageValues
    fields?: readonly FieldFault[]
    retryAfter?: number
  }
  throw new AppError(code ?? 'INTERNAL_SERVER_ERROR', error.message, { reason, values, fields, retryAfter })
}

/** Returns what a search finds, or null if it finds nothing. */
export async function foundOrNull<Found>(search: Promise<Found>): Promise<Found | null> {
  try {
    return await search
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
