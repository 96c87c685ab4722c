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

/** A parsed and validated document. */
export interface PreparedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/** Parses and validates a document of the server's own. Throws if it is invalid, which is a programming error. */
export function prepareOperation(schema: GraphQLSchema, source: string): PreparedOperation {
  const document = parse(source, { noLocation: true })
  const faults = validate(schema, document)
  if (faults.length > 0)
    throw new Error(`invalid document: ${faults.map(({ message }) => message).join('; ')}\n${source}`)
  const operation = getOperationAST(document)
  if (!operation) throw new Error(`a document must contain exactly one operation:\n${source}`)
  return { document, operation }
}

/** Executes an operation. GraphQL and REST requests both use it, so that error codes and masking are the same. */
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
  // A result without `data` was not executed, because the request is invalid.
  const errors = 'data' in result ? maskErrors(result.errors, context) : requestFaults(result.errors)
  return { ...result, errors }
}
