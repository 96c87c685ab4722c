import { contextCacheSymbol } from '@pothos/core'
import type { Database } from '../database/client.ts'
import type { SnapshotOptions } from '../database/snapshot.ts'
import { inSnapshot } from '../database/snapshot-database.ts'
import { type Context, ownerOf } from './context.ts'

/** Runs work with a context whose reads are all of one state of the database, in which nothing is kept that was read before. */
export const inSnapshotOf = <Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> =>
  inSnapshot(context.database, snapshotOptions(context), (database) => work(readingIn(context, database)))

export const snapshotOptions = (context: Context): SnapshotOptions => ({
  owner: ownerOf(context),
  milliseconds: context.cost?.limits.milliseconds,
})

export const readingIn = (context: Context, database: Database): Context =>
  context.database === database ? context : { ...context, database, [contextCacheSymbol]: undefined }
