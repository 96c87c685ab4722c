import type { Config } from '../../base/config.ts'
import { temporaryFilesFolder } from '../../base/temporary-files.ts'
import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { type ForeignKey, isReferenced, referencesTo } from '../../database/references.ts'
import type { Transaction } from '../../database/transactions.ts'
import { formsFolder, removeForms } from '../../pictures/stored-forms.ts'
import { fileFolder, fileStorage, filesFolder } from '../../storage/open-storage.ts'
import type { SweepLimits, SweepServices } from '../module.ts'
import { isOnlyOwner, ownersFileName, recordOwner } from './blob-owners.ts'
import { blobKey } from './blob-paths.ts'
import { sweepUnfinishedFiles } from './unfinished-files.ts'

/**
 * Deletes bodies and files to which nothing refers, and files that a killed process left half written. Returns their numbers by
 * kind.
 */
export async function sweepContent(services: SweepServices, limits: SweepLimits) {
  const { config, database, warn } = services
  await recordOwner(services)
  const mayDelete = await isOnlyOwner(services)
  if (!mayDelete)
    warn(
      `Files are not swept, because another database has used ${fileStorage(config).name}. Its file "${ownersFileName}" lists them.`,
    )
  return {
    unfinishedFiles: await sweepFolders(config, limits),
    bodies: await sweepDocuments(database, limits),
    files: mayDelete ? await sweepBlobs(services, { ...limits, unusedBefore: unusedBefore(config) }) : 0,
  }
}

async function sweepFolders(config: Config, limits: SweepLimits): Promise<number> {
  const folders = [filesFolder(config), formsFolder(config), temporaryFilesFolder(config)]
  const counts = await Promise.all(folders.map((folder) => sweepUnfinishedFiles(folder, limits)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const dayMs = 24 * 3_600_000

/** Returns since when files must have been unused; undefined if they are deleted as soon as nothing refers to them. */
const unusedBefore = ({ sweepDays }: Config): Date | undefined =>
  sweepDays === 1 ? undefined : new Date(Date.now() - sweepDays * dayMs)

interface TableLimits extends SweepLimits {
  /**
   * Files are kept until nothing has referred to them since then: a database that is recovered as it was at an earlier time needs
   * them. Their names are only noted when they are found unused for the first time.
   */
  readonly unusedBefore?: Date | undefined
}

const batchLimit = { milliseconds: 120_000 }
const rowsPerBatch = 500

/** A table whose rows are kept by what refers to them. */
interface Kept {
  /** The name of the rows, also in the table of positions. */
  readonly name: string
  readonly table: 'Blob' | 'Document'
  readonly key: string
  /** The column with the time at which a row was stored. */
  readonly stored: string
}

const blobs: Kept = { name: 'files', table: 'Blob', key: 'hash', stored: 'storedAt' }
const documents: Kept = { name: 'bodies', table: 'Document', key: 'id', stored: 'createdAt' }

/**
 * Deletes blobs to which nothing refers, with their files. A blob is deleted in the transaction in which its file is: a
 * request that stores the same bytes meanwhile waits, finds the file missing and writes it. Returns the number of blobs.
 */
export function sweepBlobs(
  { config, database }: { config: Config; database: Database },
  limits: TableLimits,
): Promise<number> {
  // The folder has files that were moved to a bucket, until the operator removes it.
  const storages = new Set([fileStorage(config), fileFolder(config)])
  return sweepTable(database, blobs, limits, async (hashes) => {
    for (const hash of hashes) {
      await removeForms(config, hash)
      for (const storage of storages) await storage.remove(blobKey(hash))
    }
  })
}

/** Deletes bodies to which nothing refers, with what the indexes keep of them. Returns the number of bodies. */
export const sweepDocuments = (database: Database, limits: SweepLimits): Promise<number> =>
  sweepTable(database, documents, limits, async () => {})

/** The keys that a sweep has not looked at yet: those after one, and up to another if the sweep began there. */
interface Range {
  readonly after: string
  readonly upTo?: string
}

/** Begins where the last sweep ended, and looks at each row once. */
async function sweepTable(
  database: Database,
  kept: Kept,
  { before, signal, unusedBefore, report }: TableLimits,
  whenDeleted: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  const references = await referencesTo(database.query, kept.table)
  const total = report ? await countOf(database, kept) : 0
  const begin = await positionOf(database, kept)
  let range: Range = { after: begin }
  let seen = 0
  let count = 0
  while (!signal?.aborted) {
    const batch = await longTransaction(database, batchLimit, async (transaction) => {
      const swept = await sweepBatch(transaction, kept, references, { before, unusedBefore, range })
      await whenDeleted(swept.deleted)
      return swept
    })
    seen += batch.seen
    count += batch.deleted.length
    report?.(`sweeping ${kept.name}`, seen, total)
    if (batch.last !== undefined) range = { ...range, after: batch.last }
    else if (range.upTo === undefined && begin !== '') range = { after: '', upTo: begin }
    else break
  }
  return count
}

async function countOf({ query }: Database, { table }: Kept): Promise<number> {
  const [counted] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM "${table}"`, [])
  return counted?.count ?? 0
}

async function positionOf({ prisma }: Database, { name }: Kept): Promise<string> {
  const known = await prisma.sweepPosition.findUnique({ where: { sweep: name } })
  return known?.position ?? ''
}

interface SweptBatch {
  readonly seen: number
  readonly deleted: readonly string[]
  /** The last key that was looked at; undefined if the range has no more. */
  readonly last: string | undefined
}

type BatchLimits = Pick<TableLimits, 'before' | 'unusedBefore'> & { readonly range: Range }

/** Looks at the next rows of a range, deletes those to which nothing refers, and notes how far it came. */
async function sweepBatch(
  transaction: Transaction,
  kept: Kept,
  references: readonly ForeignKey[],
  { before, unusedBefore, range: { after, upTo } }: BatchLimits,
): Promise<SweptBatch> {
  const { name, table, key, stored } = kept
  // Few of the rows of large tables are looked up, which the planner may not know before it has statistics.
  await transaction.query('SET LOCAL enable_seqscan = off')
  const rows = await transaction.query<{ key: string; isUnused: boolean }>(
    `SELECT t.${key} AS key, t."${stored}" < $1 AND NOT ${isReferenced(references, 't', { oneByOne: true })} AS "isUnused"
     FROM (SELECT ${key}, "${stored}" FROM "${table}" WHERE ${key} > $2 AND ($3::text IS NULL OR ${key} <= $3)
       ORDER BY ${key} LIMIT ${rowsPerBatch}) t ORDER BY 1`,
    [before, after, upTo ?? null],
  )
  const found = rows.filter(({ isUnused }) => isUnused).map((row) => row.key)
  const unused = unusedBefore
    ? await longUnused(transaction, { seen: rows.map((row) => row.key), unused: found, unusedBefore })
    : found
  const deleted = unused.length === 0 ? [] : await deleteUnused(transaction, kept, references, before, unused)
  const last = rows.length < rowsPerBatch ? undefined : rows.at(-1)?.key
  await transaction.sweepPosition.upsert({
    where: { sweep: name },
    create: { sweep: name, position: last ?? '' },
    update: { position: last ?? '' },
  })
  return { seen: rows.length, deleted, last }
}

interface SeenBlobs {
  readonly seen: readonly string[]
  readonly unused: readonly string[]
  readonly unusedBefore: Date
}

/** Notes which files are unused from now on, and which are used again. Returns those that have been unused for long enough. */
async function longUnused(
  { query }: Transaction,
  { seen, unused, unusedBefore }: SeenBlobs,
): Promise<readonly string[]> {
  await query(
    `UPDATE "Blob" SET "unusedSince" = CASE WHEN hash = ANY($2::text[]) THEN now() END
     WHERE hash = ANY($1::text[]) AND ("unusedSince" IS NULL) = (hash = ANY($2::text[]))`,
    [seen, unused],
  )
  const rows = await query<{ hash: string }>(
    `SELECT hash FROM "Blob" WHERE hash = ANY($1::text[]) AND "unusedSince" < $2`,
    [unused, unusedBefore],
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Deletes those of the rows to which nothing refers. They are locked first: a transaction that refers to one has locked it,
 * so that it is skipped, or has ended, so that the second statement sees the reference.
 */
async function deleteUnused(
  transaction: Transaction,
  { table, key, stored }: Kept,
  references: readonly ForeignKey[],
  before: Date,
  keys: readonly string[],
): Promise<readonly string[]> {
  const locked = await transaction.query<{ key: string }>(
    `SELECT t.${key} AS key FROM "${table}" t WHERE t.${key} = ANY($1::text[]) ORDER BY t.${key} FOR UPDATE SKIP LOCKED`,
    [keys],
  )
  const deleted = await transaction.query<{ key: string }>(
    `DELETE FROM "${table}" t WHERE t.${key} = ANY($1::text[]) AND t."${stored}" < $2
       AND NOT ${isReferenced(references, 't', { oneByOne: true })} RETURNING t.${key} AS key`,
    [locked.map((row) => row.key), before],
  )
  return deleted.map((row) => row.key)
}
