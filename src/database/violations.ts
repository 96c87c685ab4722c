import pg from 'pg'
import { Prisma } from '../generated/prisma/client.ts'

/** Returns whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

interface ViolationMeta {
  readonly driverAdapterError?: {
    readonly cause?: { readonly originalCode?: string; readonly constraint?: { readonly index?: string } }
  }
}

/** Returns whether a write violated the named unique index. */
export const violatesIndex = (error: unknown, index: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === 'P2002' &&
  (error.meta as ViolationMeta | undefined)?.driverAdapterError?.cause?.constraint?.index === index

const queryCanceled = '57014'

/** Returns whether the database ended a statement, of Prisma or of plain SQL, because it took too long. */
export function wasCanceled(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return (
      (error.meta as ViolationMeta | undefined)?.driverAdapterError?.cause?.originalCode === queryCanceled
    )
  return error instanceof pg.DatabaseError && error.code === queryCanceled
}
