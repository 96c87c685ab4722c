import { statementsOf } from '../../database/rows.ts'
import { refusedInput } from '../../errors.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { type Context, inTurn, viewerOf } from '../../graphql/context.ts'
import { type ContentChangeRecord, compareContent } from './changes/compare-content.ts'
import type { ContentSnapshot } from './content-snapshot.ts'
import { revisionAt } from './policy.ts'
import { readSnapshots } from './snapshots.ts'

export interface RevisionComparison {
  /** Null if `after` is the first revision. */
  readonly before: Revision | null
  readonly after: Revision
  readonly records: readonly ContentChangeRecord[]
}

const nothing: ContentSnapshot = { pages: new Map(), files: new Map(), reusable: new Map() }

/** Compares two revisions of a space; `before` may be the newer one. */
export async function compareRevisions(
  context: Context,
  before: Revision | null,
  after: Revision,
): Promise<RevisionComparison> {
  const { database, cost } = context
  const snapshots = await inTurn(context, () =>
    readSnapshots(statementsOf(database), before ? [after, before] : [after], cost),
  )
  const [later, earlier = nothing] = snapshots
  const records = compareContent(earlier, later as ContentSnapshot)
  return { before, after, records }
}

/** Compares a revision with the revision `since` of its space or, by default, with its parent. */
export async function changesOfRevision(
  context: Context,
  revision: Revision,
  since?: string | null,
): Promise<RevisionComparison> {
  const { prisma } = context.database
  const [parent] = revision.parents
  if (!since) {
    const before = parent === undefined ? null : await prisma.revision.findUnique({ where: { id: parent } })
    return compareRevisions(context, before, revision)
  }
  const where = revisionAt(viewerOf(context), { spaceId: revision.spaceId, revisionId: since })
  const before = await prisma.revision.findFirst({ where })
  if (!before) throw refusedInput('since', 'REVISION_NOT_IN_SPACE')
  return compareRevisions(context, before, revision)
}
