import type { PrismaClient } from '../generated/prisma/client.ts'

/** The reads of a Prisma model, for code that learns at run time which model it reads. */
export interface Delegate {
  findMany(query: object): Promise<{ readonly id: string }[]>
  findFirst(query: object): Promise<object | null>
}

/** Returns the reads of the Prisma model of a name: `PageVersion` is `prisma.pageVersion`. */
export function delegateOf(prisma: PrismaClient, model: string): Delegate {
  const name = model.charAt(0).toLowerCase() + model.slice(1)
  return (prisma as unknown as Record<string, Delegate>)[name] as Delegate
}
