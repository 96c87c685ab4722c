import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

type Read =
  | 'aggregate'
  | 'count'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'groupBy'

/** The models of Prisma without what writes, which is done in a transaction. */
export type PrismaReads = {
  readonly [Model in Uncapitalize<Prisma.ModelName>]: Pick<
    PrismaClient[Model],
    Read & keyof PrismaClient[Model]
  >
}
