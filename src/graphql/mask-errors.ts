import { GraphQLError } from 'graphql'
import { AppError, errorTable } from '../errors.ts'
import type { Context } from './context.ts'

/**
 * Only errors meant for the client reach it. Anything else is logged with the request id and answered with a
 * sentence that says nothing but that id.
 */
export function maskErrors(errors: readonly GraphQLError[], context: Context): GraphQLError[] {
  return errors.map((error) => (isPublic(error) ? error : mask(error, context)))
}

function isPublic(error: GraphQLError): boolean {
  // graphql-js reports faults of the request itself (unknown operation, bad variable) without an original error.
  return error.originalError === undefined || error.originalError instanceof AppError
}

function mask(error: GraphQLError, context: Context): GraphQLError {
  context.logger.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return new GraphQLError(errorTable.INTERNAL_SERVER_ERROR.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: context.requestId },
  })
}
