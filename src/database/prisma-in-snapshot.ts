import type pg from 'pg'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { type QueryOfPrisma, transactOn } from './prisma-adapter.ts'
import type { PrismaReads } from './prisma-reads.ts'
import { type Snapshot, snapshotLimits } from './snapshot.ts'

type Delegates = Readonly<Record<string, Readonly<Record<string, (args: unknown) => Promise<unknown>>>>>

/** Returns models of Prisma that read in a snapshot, in a transaction that begins with the first read and ends with the snapshot. */
export function prismaIn(snapshot: Snapshot, prisma: PrismaClient, over: Promise<void>): PrismaReads {
  let begun: Promise<Delegates> | undefined
  const begin = () => {
    const { promise, resolve, reject } = Promise.withResolvers<Delegates>()
    const connection = { query: (query: QueryOfPrisma) => queryIn(snapshot, query), release: () => {} }
    const wait = async (models: Prisma.TransactionClient) => {
      resolve(models as unknown as Delegates)
      await over
    }
    transactOn(connection, prisma, 2 * snapshotLimits.milliseconds, wait).catch(reject)
    return promise
  }
  return prisma.$extends({
    query: {
      $allModels: {
        $allOperations: async ({ model, operation, args }) => {
          begun ??= begin()
          return (await begun)[nameOfDelegate(model)]?.[operation]?.(args)
        },
      },
    },
  }) as unknown as PrismaReads
}

const nameOfDelegate = (model: string) => `${model[0]?.toLowerCase()}${model.slice(1)}`

/** The statements by which Prisma begins and ends a transaction. A snapshot begins and ends by itself. */
const controls: ReadonlySet<string> = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])

async function queryIn(snapshot: Snapshot, { name, text, values, types }: QueryOfPrisma) {
  if (controls.has(text)) return { fields: [], rows: [], rowCount: 0 }
  let fields: readonly pg.FieldDef[] = []
  const cells = await snapshot.run({
    name,
    text,
    values,
    maximumBytes: Number.POSITIVE_INFINITY,
    onColumns: (found) => {
      fields = found
    },
  })
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
  const rows = cells.map((row) => row.map((cell, index) => (cell === null ? null : parsers[index]?.(cell))))
  return { fields, rows, rowCount: rows.length }
}
