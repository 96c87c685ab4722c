import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import type { Context } from './context.ts'
import { maskErrors, requestFaults } from './mask-errors.ts'

/** A document parsed and validated once, to be executed many times. */
export interface PreparedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/** Parses and validates a document of our own; a fault in it is a programming error and throws at start-up. */
export function prepareOperation(schema: GraphQLSchema, source: string): PreparedOperation {
  const document = parse(source, { noLocation: true })
  const faults = validate(schema, document)
  if (faults.length > 0)
    throw new Error(`invalid document: ${faults.map((f) => f.message).join('; ')}\n${source}`)
  const operation = getOperationAST(document)
  if (!operation) throw new Error(`a document must hold exactly one operation:\n${source}`)
  return { document, operation }
}

/**
 * The one way to run an operation: `/graphql` and every REST route come through here, so that masking and
 * error codes cannot differ between them.
 */
export async function executeOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown> | null | undefined,
  context: Context,
  operationName?: string | null,
): Promise<ExecutionResult> {
  const result = await execute({
    schema,
    document,
    variableValues: variables ?? {},
    contextValue: context,
    operationName: operationName ?? undefined,
  })
  if (!result.errors) return result
  // Without `data` nothing ran: the request itself is at fault.
  const errors = 'data' in result ? maskErrors(result.errors, context) : requestFaults(result.errors)
  return { ...result, errors }
}
