import type pg from 'pg'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Database } from './client.ts'
import { prismaIn } from './prisma-in-snapshot.ts'
import type { PrismaReads } from './prisma-reads.ts'
import type { Snapshot, SnapshotOptions } from './snapshot.ts'
import { runTyped } from './typed-rows.ts'

/** A database that reads in a snapshot. What it writes is no part of that. */
export interface SnapshotDatabase extends Database {
  /** Gives the connection back before something that takes long. What is read after it is of a later state. */
  readonly pause: () => void
  /** The database that the snapshot is of. */
  readonly outside: Database
}

/** How the statements of snapshots are named: those of code, and those that are compiled. */
export interface NamesInSnapshots {
  readonly ofCode: (text: string, parameters: number) => string | undefined
  readonly compiled: (text: string) => string | undefined
}

interface SnapshotOpening {
  readonly prisma: () => PrismaClient
  readonly names: NamesInSnapshots
  /** Resolves when the snapshot has ended. */
  readonly over: Promise<void>
}

/** Runs reads of one state of the database. A transaction has one state by itself, with what it has written. */
export async function inSnapshot<Result>(
  database: Database,
  options: SnapshotOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database: within, end } = database.openSnapshot(options)
  try {
    return await work(within)
  } finally {
    end()
  }
}

/** Gives the connection of the snapshot back that a database reads in, if it does. */
export const pauseSnapshot = (database: Database): void => {
  if ('pause' in database) (database as SnapshotDatabase).pause()
}

/** Returns the database itself, for what outlives a snapshot that it may be, or waits for changes. */
export const outsideOfSnapshot = <Given extends Partial<Database>>(database: Given): Given =>
  'outside' in database ? (database.outside as Given) : database

/** Returns a database whose reads are those of a snapshot. */
export function databaseIn(
  snapshot: Snapshot,
  database: Database,
  { prisma: prismaClient, names, over }: SnapshotOpening,
): SnapshotDatabase {
  const query: Database['query'] = <Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ) => {
    const name = names.ofCode(text, values.length)
    return runTyped<Row>((statement) => snapshot.run(statement), { name, text, values })
  }
  let models: PrismaReads | undefined
  const within: SnapshotDatabase = {
    identity: database.identity,
    // Made on first use: that takes 0.15 ms, and most snapshots have no statement of Prisma. A getter would keep the snapshot
    // in memory until all garbage is collected, which `test/contract/boundaries.test.ts` explains.
    prisma: new Proxy({} as PrismaReads, {
      get: (_models, name) => {
        models ??= prismaIn(snapshot, prismaClient(), over)
        return Reflect.get(models, name)
      },
    }),
    transaction: database.transaction,
    session: database.session,
    readiness: () => database.readiness(),
    query,
    queryPromptly: database.queryPromptly,
    write: database.write,
    texts: (text, values, { bytes, encoding }) =>
      snapshot.run(
        { name: names.compiled(text), text, values, maximumBytes: bytes, encoding },
        { isPlannedOnce: true },
      ),
    openSnapshot: () => ({ database: within, end: () => {} }),
    pause: () => snapshot.pause(),
    outside: database,
    close: async () => {},
  }
  return within
}
