import { boundedCache } from '../../caches/bounded-cache.ts'
import { selectRow } from '../../database/rows.ts'
import { variablesOf } from '../../formats/body/variables.ts'
import type { PageVersion, Revision } from '../../generated/prisma/client.ts'
import { type Context, oneAtATime, viewerOf } from '../../request/context.ts'
import { sizeOf } from '../../request/cost.ts'
import { isBaseOf, readBranchChanges } from './branch-changes.ts'
import { type ContentChangeRecord, compareContent, compareVariables } from './changes/compare-content.ts'
import { revisionAt } from './policy.ts'
import { refusedInput } from './reasons.ts'
import { readDifferences } from './snapshots.ts'

/** The columns of a revision that its changes need. */
type ComparedRevision = Pick<Revision, 'id' | 'spaceId' | 'type'>

export interface RevisionComparison {
  /** Null if `after` is the first revision. */
  readonly before: ComparedRevision | null
  readonly after: ComparedRevision
  readonly records: readonly ContentChangeRecord[]
  /** The changed pages with those above them, by the id of the revision. Absent if they were not read. */
  readonly pages?: ReadonlyMap<string, ReadonlyMap<string, PageVersion>>
}

interface Remembered {
  readonly comparison: RevisionComparison
  /** The rows that were read for it. */
  readonly rows: number
}

/** Revisions never change, so that their comparison does not either. Whether the caller may read them is checked before. */
const remembered = boundedCache<string, Remembered>(
  'comparisons',
  ({ comparison: { records, pages } }) =>
    sizeOf(records) + sizeOf([...(pages?.values() ?? [])].map((each) => [...each.values()])),
)

const keyOf = (beforeId: string | null, afterId: string) => `${beforeId ?? ''} ${afterId}`

/** Returns the comparison of two revisions that the caller may read, if it is remembered. It counts as read anew. */
export function rememberedComparison(
  { cost }: Context,
  beforeId: string | null,
  afterId: string,
): RevisionComparison | undefined {
  const found = remembered.get(keyOf(beforeId, afterId))
  if (found) cost?.readRows(found.rows)
  return found?.comparison
}

/** Compares two revisions of a space; `before` may be the newer one. */
export async function compareRevisions(
  context: Context,
  before: Revision | null,
  after: Revision,
): Promise<RevisionComparison> {
  const known = rememberedComparison(context, before?.id ?? null, after.id)
  if (known) return known
  const read = await oneAtATime(context, () => readComparison(context, before, after))
  remembered.set(keyOf(before?.id ?? null, after.id), read)
  return read.comparison
}

async function readComparison(
  { database, cost }: Context,
  before: Revision | null,
  after: Revision,
): Promise<Remembered> {
  const run = database.query
  const compared = { before: before && comparedOf(before), after: comparedOf(after) }
  const ofVariables = compareVariables(before ? variablesOf(before) : {}, variablesOf(after))
  if (before && isBaseOf(before, after)) {
    const { earlier, later, rows } = await readBranchChanges(run, after, cost)
    const pages = new Map([
      [before.id, earlier.pages],
      [after.id, later.pages],
    ])
    const records = [...compareContent(earlier, later), ...ofVariables]
    return { comparison: { ...compared, records, pages }, rows }
  }
  const { earlier, later, rows } = await readDifferences(run, before, after, cost)
  return { comparison: { ...compared, records: [...compareContent(earlier, later), ...ofVariables] }, rows }
}

const comparedOf = ({ id, spaceId, type }: Revision): ComparedRevision => ({ id, spaceId, type })

/**
 * Compares a revision with the revision `since` of its space or, by default, with its parent. For visitors of a site, who read
 * no earlier revision, it has no changes.
 */
export async function changesOfRevision(
  context: Context,
  revision: Revision,
  since?: string | null,
): Promise<RevisionComparison> {
  if (viewerOf(context).kind === 'visitor')
    return { before: comparedOf(revision), after: comparedOf(revision), records: [] }
  const run = context.database.query
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
