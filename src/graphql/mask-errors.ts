import { GraphQLError, Kind } from 'graphql'
import { AppError, errorTable } from '../base/errors.ts'
import { errorForClient } from '../http/error-response.ts'
import type { Context } from '../request/context.ts'

/**
 * Returns the errors to send to the client. Errors that are not meant for clients are logged, and replaced by a general
 * error with the id of the request.
 */
export function maskErrors(errors: readonly GraphQLError[], context: Context): GraphQLError[] {
  return errors.map((error) => {
    if (error.originalError instanceof AppError) return error
    if (isOfArgument(error.originalError)) return requestFault(error)
    const known = errorForClient(error.originalError, context.logger)
    return known ? located(known, error) : mask(error, context)
  })
}

/**
 * Returns whether graphql-js refused the value of an argument, such as a variable with a default that is null. Of its errors, only
 * these name the place of a value in the document.
 */
const isOfArgument = (error: Error | undefined): boolean =>
  error instanceof GraphQLError &&
  error.originalError === undefined &&
  error.nodes?.every(({ kind }) => kind !== Kind.FIELD) === true

const requestFault = ({ message, nodes, path, originalError, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    nodes,
    path,
    originalError,
    extensions: { code: 'BAD_USER_INPUT', ...extensions },
  })

const located = (known: AppError, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(known.message, { nodes, path, originalError: known, extensions: known.extensions })

/** Adds the code to errors in the request that precede execution, such as a variable of the wrong type. */
export const requestFaults = (errors: readonly GraphQLError[]): GraphQLError[] => errors.map(requestFault)

function mask(error: GraphQLError, context: Context): GraphQLError {
  context.logger.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return new GraphQLError(errorTable.INTERNAL_SERVER_ERROR.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: context.requestId },
  })
}
