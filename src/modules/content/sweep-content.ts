import { rm } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { type ForeignKey, isReferenced, referencesTo } from '../../database/references.ts'
import { queryIn } from '../../database/transaction-statements.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { removeForms } from '../../pictures/stored-forms.ts'
import { blobPath } from './blobs.ts'

/** Limits of a sweep. It stops at the signal, and leaves alone what was stored after `before`. */
export interface SweepLimits {
  readonly before: Date
  readonly signal?: AbortSignal
}

const batchLimit = { milliseconds: 120_000 }
const rowsPerBatch = 200

/** A table whose rows are kept by what refers to them. */
interface Kept {
  readonly table: 'Blob' | 'Document'
  readonly key: string
  /** The column with the time at which a row was stored. */
  readonly stored: string
}

const blobs: Kept = { table: 'Blob', key: 'hash', stored: 'storedAt' }
const documents: Kept = { table: 'Document', key: 'id', stored: 'createdAt' }

/**
 * Deletes blobs to which nothing refers, with their files. A blob is deleted in the transaction in which its file is: a
 * request that stores the same bytes meanwhile waits, finds the file missing and writes it. Returns the number of blobs.
 */
export function sweepBlobs(
  { config, database }: { config: Config; database: Database },
  limits: SweepLimits,
): Promise<number> {
  return sweepTable(database, blobs, limits, async (hashes) => {
    for (const hash of hashes) {
      await removeForms(config, hash)
      await rm(blobPath(config, hash), { force: true })
    }
  })
}

/** Deletes bodies to which nothing refers, with what the indexes keep of them. Returns the number of bodies. */
export const sweepDocuments = (database: Database, limits: SweepLimits): Promise<number> =>
  sweepTable(database, documents, limits, async () => {})

async function sweepTable(
  database: Database,
  kept: Kept,
  { before, signal }: SweepLimits,
  whenDeleted: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  const references = await referencesTo(database.pool, kept.table)
  let count = 0
  let after = ''
  while (!signal?.aborted) {
    const batch = await longTransaction(database.prisma, batchLimit, async (transaction) => {
      const swept = await deleteBatch(transaction, kept, references, { before, after })
      await whenDeleted(swept.deleted)
      return swept
    })
    if (batch.last === undefined) break
    after = batch.last
    count += batch.deleted.length
  }
  return count
}

/**
 * Deletes some of the rows to which nothing refers. They are locked first: a transaction that refers to one has locked it,
 * so that it is skipped, or has ended, so that the second statement sees the reference.
 */
async function deleteBatch(
  transaction: Prisma.TransactionClient,
  { table, key, stored }: Kept,
  references: readonly ForeignKey[],
  { before, after }: { before: Date; after: string },
): Promise<{ deleted: readonly string[]; last: string | undefined }> {
  const unused = `NOT ${isReferenced(references, 't')}`
  const found = await queryIn<{ key: string }>(
    transaction,
    `SELECT t.${key} AS key FROM "${table}" t WHERE t."${stored}" < $1 AND t.${key} > $2 AND ${unused}
     ORDER BY t.${key} LIMIT ${rowsPerBatch} FOR UPDATE SKIP LOCKED`,
    [before, after],
  )
  const keys = found.map((row) => row.key)
  if (keys.length === 0) return { deleted: [], last: undefined }
  const deleted = await queryIn<{ key: string }>(
    transaction,
    `DELETE FROM "${table}" t WHERE t.${key} = ANY($1::text[]) AND ${unused} RETURNING t.${key} AS key`,
    [keys],
  )
  return { deleted: deleted.map((row) => row.key), last: keys.at(-1) }
}
