import { Prisma } from '../generated/prisma/client.ts'

/** Whether a write failed because something that must be unique already exists. */
export const uniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** Whether a write failed because what it refers to does not exist (any more). */
export const foreignKeyViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
