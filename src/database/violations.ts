import { Prisma } from '../generated/prisma/client.ts'

/** Returns whether a write violated a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

interface ViolationMeta {
  readonly driverAdapterError?: { readonly cause?: { readonly constraint?: { readonly index?: string } } }
}

/** Returns whether a write violated the named unique index. */
export const violatesIndex = (error: unknown, index: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === 'P2002' &&
  (error.meta as ViolationMeta | undefined)?.driverAdapterError?.cause?.constraint?.index === index
