import type { ReportProgress } from '../../base/report-progress.ts'
import { isReferenced, referencesTo } from '../../database/references.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { StoredBlob } from '../../modules/content/blob-paths.ts'
import { mapConcurrently } from '../../workers/map-concurrently.ts'

/** Bytes that the database knows. */
export interface KnownBlob extends StoredBlob {
  /** Whether content refers to them. Those to which nothing refers may be missing. */
  readonly referenced: boolean
}

const rowsPerBatch = 500
const blobsAtOnce = 4

interface EachOptions {
  readonly step: string
  readonly report: ReportProgress
  /** Only bytes that were stored since then. */
  readonly since?: Date
  /** Told after each batch which hash was the last. */
  readonly onBatch?: (last: string) => Promise<void>
}

/** Runs for all bytes that the database knows, in the order of their hashes, for a few of them at a time. */
export async function eachBlob(
  query: RunStatement,
  { step, report, since = new Date(0), onBatch }: EachOptions,
  run: (blob: KnownBlob) => Promise<void>,
): Promise<void> {
  const references = await referencesTo(query, 'Blob')
  const [counted] = await query<{ total: number }>(
    'SELECT count(*)::int AS total FROM "Blob" WHERE "storedAt" >= $1',
    [since],
  )
  const total = counted?.total ?? 0
  let done = 0
  let after = ''
  for (;;) {
    const rows = await query<KnownBlob>(
      `SELECT b.hash, b.size, ${isReferenced(references, 'b', { oneByOne: true })} AS referenced
       FROM "Blob" b WHERE b.hash > $1 AND b."storedAt" >= $2 ORDER BY b.hash LIMIT ${rowsPerBatch}`,
      [after, since],
    )
    await mapConcurrently(rows, blobsAtOnce, async (blob) => {
      await run(blob)
      done += 1
      report(step, done, total)
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.hash
    await onBatch?.(after)
  }
}
