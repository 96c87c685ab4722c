import pg from 'pg'
import { type AppError, notFound } from '../base/errors.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { conflict } from './reasons.ts'

/**
 * Returns the error for a request that lost a race: another request deleted its object, or the database aborted its
 * transaction because of a conflict. Null for all other errors.
 */
export function errorOfRace(error: unknown): AppError | null {
  if (error instanceof pg.DatabaseError) return errorOfStatement(error)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null
  switch (error.code) {
    case 'P2003':
    case 'P2025':
      return notFound()
    case 'P2034':
      return lostRace()
    default:
      return null
  }
}

/** The codes of PostgreSQL for a row that was deleted, and for transactions that got in the way of each other. */
const foreignKeyViolation = '23503'
const serializationFailure = '40001'
const deadlockDetected = '40P01'

function errorOfStatement({ code }: pg.DatabaseError): AppError | null {
  if (code === foreignKeyViolation) return notFound()
  return code === serializationFailure || code === deadlockDetected ? lostRace() : null
}

const lostRace = () => conflict('CONCURRENT_CHANGE')
