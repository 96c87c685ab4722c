import { rm } from 'node:fs/promises'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { longTransaction } from '../../database/long-transaction.ts'
import { type ForeignKey, isReferenced, referencesTo } from '../../database/references.ts'
import type { Transaction } from '../../database/transactions.ts'
import { removeForms } from '../../pictures/stored-forms.ts'
import { blobPath } from './blob-paths.ts'

/** Limits of a sweep. It stops at the signal, and leaves alone what was stored after `before`. */
export interface SweepLimits {
  readonly before: Date
  readonly signal?: AbortSignal
  /** Told after each batch how many things of a kind were looked at. */
  readonly report?: (what: string, done: number, total: number) => void
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

/** The keys that a sweep has not looked at yet: those after one, and up to another if the sweep began there. */
interface Range {
  readonly after: string
  readonly upTo?: string
}

/** Begins where the last sweep ended, and looks at each row once. */
async function sweepTable(
  database: Database,
  kept: Kept,
  { before, signal, report }: SweepLimits,
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
      const swept = await sweepBatch(transaction, kept, references, { before, range })
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

/** Looks at the next rows of a range, deletes those to which nothing refers, and notes how far it came. */
async function sweepBatch(
  transaction: Transaction,
  kept: Kept,
  references: readonly ForeignKey[],
  { before, range: { after, upTo } }: { readonly before: Date; readonly range: Range },
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
  const unused = rows.filter(({ isUnused }) => isUnused).map((row) => row.key)
  const deleted = unused.length === 0 ? [] : await deleteUnused(transaction, kept, references, before, unused)
  const last = rows.length < rowsPerBatch ? undefined : rows.at(-1)?.key
  await transaction.sweepPosition.upsert({
    where: { sweep: name },
    create: { sweep: name, position: last ?? '' },
    update: { position: last ?? '' },
  })
  return { seen: rows.length, deleted, last }
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
