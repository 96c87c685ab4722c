import type pg from 'pg'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { CellEncoding } from './byte-cells.ts'
import type { Readiness } from './database-check.ts'
import type { Pools } from './pools.ts'
import type { PrismaReads } from './prisma-reads.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { RunStatement, UpdatedColumns } from './rows.ts'
import type { UseSession } from './sessions.ts'
import type { SnapshotOptions } from './snapshot.ts'
import type { TextRow } from './text-batch.ts'
import type { Transact } from './transactions.ts'

/** The database, by the models of Prisma and by the only functions that run SQL. */
export interface Database {
  /**
   * The same in everything that is made of one database, such as a snapshot, and another in a transaction, whose reads may be
   * undone: the key under which something is remembered of a database.
   */
  readonly identity: object
  /** The models of Prisma, which read outside of transactions. */
  readonly prisma: PrismaReads
  /** Runs work in a transaction, with the models of Prisma and SQL. */
  readonly transaction: Transact
  /** Runs work on a connection whose session stays, for locks that last longer than a transaction, and for backups. */
  readonly session: UseSession
  /** Returns within a second whether the database can be read and written. */
  readiness(): Promise<Readiness>
  /**
   * Runs a statement of the server's own that only reads, whose text is the same each time: PostgreSQL plans it once per
   * connection. It may share a transaction with other reads.
   */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** Runs a statement like `query` that waits for no other work, as authentication must not. It reads few rows, and no snapshot. */
  readonly queryPromptly: RunStatement
  /**
   * Runs a statement that writes, and returns the rows that it returns. With the columns of a row that it updates, it is
   * recorded in the audit log where the database belongs to an audited operation.
   */
  write<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    updated?: UpdatedColumns,
  ): Promise<readonly Row[]>
  /** Runs a statement like `query`, whose rows are texts. Throws ResultTooLarge for more bytes than it may return. */
  texts<Encoding extends CellEncoding = 'utf8'>(
    text: string,
    values: readonly unknown[],
    limits: TextLimits<Encoding>,
  ): Promise<readonly TextRow<Encoding>[]>
  /** Returns a database whose reads all are of one state, and the function that ends it: see `inSnapshot`. */
  openSnapshot(options: SnapshotOptions): { readonly database: Database; readonly end: () => void }
  /** The servers that follow the database, for reads. Absent where none are configured, and in snapshots and transactions. */
  readonly replicas?: Replicas | undefined
  close(): Promise<void>
}

export interface TextLimits<Encoding extends CellEncoding = CellEncoding> {
  /** The bytes that a statement may return. */
  readonly bytes: number
  /** The rows that it reads at most, or can be expected to read. Absent if that is not known. */
  readonly rows?: number
  /** UTF-8 by default. */
  readonly encoding?: Encoding
  /** For whom it reads, such as the id of a user. */
  readonly owner?: string
}

/**
 * A database with its pools and all of its client of Prisma, for what opens and closes it, the queue of jobs, which takes
 * connections by itself, and tests.
 */
export interface ConnectedDatabase extends Database, Pools {
  readonly prisma: PrismaClient
}
