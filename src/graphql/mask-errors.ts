import { GraphQLError } from 'graphql'
import { AppError, errorTable } from '../errors.ts'
import type { Context } from './context.ts'

/**
 * Only errors meant for the client reach it. Anything else is logged with the request id and answered with a
 * sentence that says nothing but that id.
 */
export function maskErrors(errors: readonly GraphQLError[], context: Context): GraphQLError[] {
  return errors.map((error) => (error.originalError instanceof AppError ? error : mask(error, context)))
}

/** Faults of the request, found before anything ran: an unknown operation, a variable of the wrong type. */
export function requestFaults(errors: readonly GraphQLError[]): GraphQLError[] {
  return errors.map(
    (error) =>
      new GraphQLError(error.message, {
        nodes: error.nodes,
        originalError: error.originalError,
        extensions: { code: 'BAD_USER_INPUT', ...error.extensions },
      }),
  )
}

function mask(error: GraphQLError, context: Context): GraphQLError {
  context.logger.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return new GraphQLError(errorTable.INTERNAL_SERVER_ERROR.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: context.requestId },
  })
}
