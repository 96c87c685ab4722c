import { Prisma } from '../generated/prisma/client.ts'

/** Whether a write failed because something that must be unique already exists. */
export const uniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

interface ViolationMeta {
  readonly driverAdapterError?: { readonly cause?: { readonly constraint?: { readonly index?: string } } }
}

/** Whether a write failed because of this one of the unique indexes, where a table has several. */
export const violatesIndex = (error: unknown, index: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === 'P2002' &&
  (error.meta as ViolationMeta | undefined)?.driverAdapterError?.cause?.constraint?.index === index

/** Whether a write failed because what it refers to does not exist (any more). */
export const foreignKeyViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
