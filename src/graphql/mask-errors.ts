import { GraphQLError } from 'graphql'
import { wasCanceled } from '../database/violations.ts'
import { AppError, conflict, errorTable, notFound, serviceUnavailable } from '../errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Context } from './context.ts'

/**
 * Returns the errors to send to the client. Errors that are not meant for clients are logged, and replaced by a general
 * error with the id of the request.
 */
export function maskErrors(errors: readonly GraphQLError[], context: Context): GraphQLError[] {
  return errors.map((error) => {
    if (error.originalError instanceof AppError) return error
    const known = errorOfRace(error.originalError)
    return known ? located(known, error) : mask(error, context)
  })
}

/**
 * Returns the error for a request that lost a race: another request deleted its object, or the database aborted its
 * transaction because of a conflict or a lack of connections, or ended a statement that took too long.
 */
function errorOfRace(error: unknown): AppError | null {
  if (wasCanceled(error)) return serviceUnavailable('DATABASE_BUSY')
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null
  switch (error.code) {
    case 'P2003':
    case 'P2025':
      return notFound()
    case 'P2034':
      return lostRace()
    case 'P2010':
      return isWriteConflict(error.meta) ? lostRace() : null
    case 'P2028':
      return serviceUnavailable('DATABASE_BUSY')
    default:
      return null
  }
}

const lostRace = () => conflict('CONCURRENT_CHANGE')

/** Returns whether a raw query failed with a write conflict, which Prisma reports in the metadata of the error. */
const isWriteConflict = (meta: Record<string, unknown> | undefined): boolean =>
  (meta?.driverAdapterError as { cause?: { kind?: string } } | undefined)?.cause?.kind ===
  'TransactionWriteConflict'

const located = (known: AppError, { nodes, path }: GraphQLError): GraphQLError =>
  new GraphQLError(known.message, { nodes, path, originalError: known, extensions: known.extensions })

/** Adds the code to errors in the request that precede execution, such as a variable of the wrong type. */
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
