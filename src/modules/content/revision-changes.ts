import { invalidInput } from '../../errors.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { type ContentChangeRecord, compareContent } from './changes/compare-content.ts'
import type { ContentSnapshot } from './merge/types.ts'
import { revisionAt } from './policy.ts'
import { readSnapshots } from './snapshots.ts'

export interface RevisionComparison {
  /** Null for the beginning, when there was nothing. */
  readonly before: Revision | null
  readonly after: Revision
  /** The first of the changes, as many as were asked for. */
  readonly records: readonly ContentChangeRecord[]
  /** How many more there are. */
  readonly more: number
}

/** How many changes are shown where no limit is named. */
export const defaultChanges = 10

const nothing: ContentSnapshot = { pages: new Map(), files: new Map(), reusable: new Map() }

/** What differs between two revisions of a space, whichever of them is older. */
export async function compareRevisions(
  { database: { prisma } }: Context,
  before: Revision | null,
  after: Revision,
  limit: number | null | undefined,
): Promise<RevisionComparison> {
  const [later, earlier = nothing] = await readSnapshots(prisma, before ? [after, before] : [after])
  const records = compareContent(earlier, later as ContentSnapshot)
  const shown = records.slice(0, limit ?? defaultChanges)
  return { before, after, records: shown, more: records.length - shown.length }
}

/** What a revision changed: since the named revision of its space or, if none is named, since its parent. */
export async function changesOfRevision(
  context: Context,
  revision: Revision,
  { since, limit }: { readonly since?: string | null; readonly limit?: number | null },
): Promise<RevisionComparison> {
  const { prisma } = context.database
  const [parent] = revision.parents
  if (!since) {
    const before = parent === undefined ? null : await prisma.revision.findUnique({ where: { id: parent } })
    return compareRevisions(context, before, revision, limit)
  }
  const where = revisionAt(viewerOf(context), { spaceId: revision.spaceId, revisionId: since })
  const before = await prisma.revision.findFirst({ where })
  if (!before) throw invalidInput('since', 'names no revision of this space')
  return compareRevisions(context, before, revision, limit)
}
