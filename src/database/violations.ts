import pg from 'pg'
import { Prisma } from '../generated/prisma/client.ts'

const uniqueViolation = '23505'

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError
    ? error.code === 'P2002'
    : error instanceof pg.DatabaseError && error.code === uniqueViolation

interface ViolationMeta {
  readonly driverAdapterError?: {
    readonly cause?: { readonly constraint?: { readonly index?: string } }
  }
}

export const violatesIndex = (error: unknown, index: string): boolean =>
  isUniqueViolation(error) && violatedIndex(error) === index

const violatedIndex = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError
    ? error.constraint
    : ((error as { meta?: ViolationMeta }).meta?.driverAdapterError?.cause?.constraint?.index ?? undefined)
