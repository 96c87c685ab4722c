import { selectRow, statementsOf } from '../../database/rows.ts'
import { refusedInput } from '../../errors.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { type Context, inTurn, viewerOf } from '../../graphql/context.ts'
import { type ContentChangeRecord, compareContent } from './changes/compare-content.ts'
import { revisionAt } from './policy.ts'
import { readDifferences } from './snapshots.ts'

export interface RevisionComparison {
  /** Null if `after` is the first revision. */
  readonly before: Revision | null
  readonly after: Revision
  readonly records: readonly ContentChangeRecord[]
}

/** Compares two revisions of a space; `before` may be the newer one. */
export async function compareRevisions(
  context: Context,
  before: Revision | null,
  after: Revision,
): Promise<RevisionComparison> {
  const { database, cost } = context
  const { earlier, later } = await inTurn(context, () =>
    readDifferences(statementsOf(database), before, after, cost),
  )
  const records = compareContent(earlier, later)
  return { before, after, records }
}

/** Compares a revision with the revision `since` of its space or, by default, with its parent. */
export async function changesOfRevision(
  context: Context,
  revision: Revision,
  since?: string | null,
): Promise<RevisionComparison> {
  const run = statementsOf(context.database)
  const [parent] = revision.parents
  if (!since) {
    const before = parent === undefined ? null : await selectRow(run, 'Revision', { id: parent })
    return compareRevisions(context, before, revision)
  }
  const where = revisionAt(viewerOf(context), { spaceId: revision.spaceId, revisionId: since })
  const before = await selectRow(run, 'Revision', where)
  if (!before) throw refusedInput('since', 'REVISION_NOT_IN_SPACE')
  return compareRevisions(context, before, revision)
}
