import { notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { insertRow, updateRow } from '../../database/rows.ts'
import { spaceTransaction } from '../../database/space-transaction.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { StoredDocument } from '../../formats/body/documents.ts'
import { haveSameVariables, type Variables, variablesOf } from '../../formats/body/variables.ts'
import type { SourceCommit } from '../../formats/import/imported-content.ts'
import type { FileState, PageState, ReusableState } from '../../formats/merge/content-snapshot.ts'
import type { Prisma, Revision, RevisionType, Space } from '../../generated/prisma/client.ts'
import { columnsOf } from '../../graph/sql/where.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { storeDocuments } from './documents-store.ts'
import { primaryContentWritten } from './events.ts'
import { conflict } from './reasons.ts'
import type { RevisionPoint } from './revision-rows.ts'
import { type RowChanges, writeRows } from './row-writer.ts'

export type NewPageVersion = Prisma.PageVersionUncheckedCreateInput
export type NewFileVersion = Prisma.FileVersionUncheckedCreateInput
export type NewReusableVersion = Prisma.ReusableContentVersionUncheckedCreateInput

/** The content that a revision is added to. */
export interface ContentTarget {
  readonly spaceId: string
  /** The path of the content in the REST API, relative to /v1. */
  readonly path: string
  /** The branch of a change request; absent for the primary content. */
  readonly branchId?: string
  /** Called once the content is locked; throws if it may not be changed now. */
  readonly whenLocked: (open: OpenRevision) => void | Promise<void>
  /** Called after the revision was written, in its transaction. */
  readonly whenWritten?: (transaction: Transaction, revision: Revision) => Promise<void>
}

/** The newest revision of content that is locked. */
export interface HeadRevision extends RevisionPoint {
  readonly id: string
  readonly variables: Prisma.JsonValue
}

/** A revision that is being written, with its branch locked against other writers. */
export interface OpenRevision {
  readonly transaction: Transaction
  readonly space: Space
  /** The merge rules of the organization, which those of the space inherit. */
  readonly mergeRulesOfOrganization: Prisma.JsonValue
  readonly branchId: string
  readonly sequence: number
  readonly createdAt: Date
  /** The newest revision so far, which this one follows. */
  readonly head: HeadRevision
}

/** The changes of a revision. Content that is not included stays unchanged and is not written. */
export interface RevisionChanges {
  readonly pages?: RowChanges<ContentRow<NewPageVersion> | PageState>
  readonly files?: RowChanges<ContentRow<NewFileVersion> | FileState>
  readonly reusable?: RowChanges<ContentRow<NewReusableVersion> | ReusableState>
  readonly documents?: readonly StoredDocument[]
  /** All variables of the space. Those of the previous revision stay if absent. */
  readonly variables?: Variables
  /** For a change request: the sequence number of its new base revision. */
  readonly baseSequence?: number
}

/** A row of content without the columns for the revisions in which it is valid. */
export type ContentRow<Row> = Omit<Row, 'id' | 'branchId' | 'sequence' | 'endSequence' | 'deleted'>

export interface RevisionOptions {
  readonly type?: RevisionType
  readonly git?: SourceCommit
  /** The parents of the revision besides the previous head. */
  readonly otherParents?: readonly string[]
}

export interface WrittenRevision<Result> {
  readonly space: Space
  readonly revision: Revision
  readonly result: Result
}

/** Returns the primary content of a space as the target of direct edits, which a locked space rejects. */
export const liveContent = (spaceId: string): ContentTarget => ({
  spaceId,
  path: `/spaces/${spaceId}/content`,
  whenLocked: ({ space }) => {
    if (space.editMode === 'LOCKED') throw conflict('SPACE_LOCKED')
  },
})

/** Returns the primary content of a space as the target of merges and other writes that a locked space allows. */
export const primaryContent = (spaceId: string): ContentTarget => ({
  ...liveContent(spaceId),
  whenLocked: () => {},
})

/** The time that a transaction which writes contents may take. */
export const contentTransactionMs = 120_000

/**
 * Adds one revision to content in one transaction, with the changes that `change` returns. Writers of the same content
 * run one after the other; readers are not blocked.
 */
export function writeRevision<Result>(
  context: Context,
  target: ContentTarget,
  change: (revision: OpenRevision) => Promise<{ changes: RevisionChanges; result: Result }>,
  options: RevisionOptions = {},
): Promise<WrittenRevision<Result>> {
  const limits = { spaceId: target.spaceId, milliseconds: contentTransactionMs }
  return spaceTransaction(context.database, limits, async (transaction) => {
    const open = await openRevision(transaction, target)
    const { changes, result } = await change(open)
    return { ...(await addRevision(open, target, changes, memberOf(context).userId, options)), result }
  })
}

type SpaceWithHead = Space &
  Pick<HeadRevision, 'baseBranchId' | 'baseSequence' | 'variables'> &
  Pick<OpenRevision, 'mergeRulesOfOrganization'> & { readonly headId: string }

/**
 * Locks content for a writer. Lock order: the primary content before a change request. The lock is NO KEY UPDATE, which
 * does not conflict with foreign keys to the branch: creating a change request references the branch while it holds the
 * lock on the space row, which the writer takes next, so a stronger lock could deadlock.
 */
export async function openRevision(transaction: Transaction, target: ContentTarget): Promise<OpenRevision> {
  const { spaceId } = target
  const run = transaction.query
  const [branch] = await run<{ id: string; headSequence: number }>(
    `SELECT id, "headSequence" FROM "Branch"
     WHERE "spaceId" = $1 AND CASE WHEN $2::text IS NULL THEN kind = 'MAIN' ELSE id = $2 END
     FOR NO KEY UPDATE`,
    [spaceId, target.branchId ?? null],
  )
  if (!branch) throw notFound()
  const { id: branchId, headSequence } = branch
  // Read after the lock was acquired, because a concurrent writer may just have added a revision.
  const [found] = await run<SpaceWithHead>(
    `SELECT ${columnsOf('Space', 's')}, h.id AS "headId", h."baseBranchId", h."baseSequence", h.variables,
       o."mergeRules" AS "mergeRulesOfOrganization"
     FROM "Space" s JOIN "Organization" o ON o.id = s."organizationId", "Revision" h
     WHERE s.id = $1 AND s."deletedAt" IS NULL AND h."branchId" = $2 AND h.sequence = $3`,
    [spaceId, branchId, headSequence],
  )
  if (!found) throw notFound()
  const { headId, baseBranchId, baseSequence, variables, mergeRulesOfOrganization, ...space } = found
  const open = {
    transaction,
    space,
    mergeRulesOfOrganization,
    branchId,
    sequence: headSequence + 1,
    createdAt: new Date(),
    head: { id: headId, branchId, sequence: headSequence, baseBranchId, baseSequence, variables },
  }
  await target.whenLocked(open)
  return open
}

export async function addRevision(
  open: OpenRevision,
  target: ContentTarget,
  changes: RevisionChanges,
  userId: string | null,
  options: RevisionOptions = {},
): Promise<{ space: Space; revision: Revision }> {
  const { transaction, space, branchId, sequence, createdAt } = open
  const { pages = {}, files = {}, reusable = {} } = changes
  const point = { ...pointOf(open), baseSequence: changes.baseSequence ?? open.head.baseSequence }
  await storeDocuments(transaction, changes.documents ?? [])
  await writeRows(transaction, 'PageVersion', point, pages)
  await writeRows(transaction, 'FileVersion', point, files)
  await writeRows(transaction, 'ReusableContentVersion', point, reusable)
  const run = transaction.query
  const before = variablesOf(open.head)
  const variables =
    changes.variables && !haveSameVariables(changes.variables, before) ? changes.variables : before
  const revision = await createRevision(open, point, { userId, variables }, options)
  await target.whenWritten?.(transaction, revision)
  if (target.branchId !== undefined) return { space, revision }
  const updated = await updateRow(
    run,
    'Space',
    { id: space.id },
    { revisionId: revision.id, updatedAt: createdAt },
  )
  if (!updated) throw notFound()
  const idsOf = <Row>({ written = [], removed = [] }: RowChanges<Row>, id: (row: Row) => string) => [
    ...written.map(id),
    ...removed,
  ]
  const { documents = [] } = changes
  await primaryContentWritten.publish(transaction, {
    spaceId: space.id,
    branchId,
    sequence,
    searchedAt: updated.searchedAt,
    hasNewVariables: variables === changes.variables,
    pageIds: idsOf(pages, ({ pageId }) => pageId),
    fileIds: idsOf(files, ({ fileId }) => fileId),
    reusableIds: idsOf(reusable, ({ reusableId }) => reusableId),
    documents,
  })
  return { space: updated, revision }
}

const pointOf = ({ branchId, sequence, head }: OpenRevision): RevisionPoint => ({
  branchId,
  sequence,
  baseBranchId: head.baseBranchId,
  baseSequence: head.baseSequence,
})

/** Inserts the revision as the newest one of its branch. */
function createRevision(
  { transaction, space, head, createdAt }: OpenRevision,
  point: RevisionPoint,
  { userId, variables }: { readonly userId: string | null; readonly variables: Variables | undefined },
  { type = 'EDITS', git, otherParents = [] }: RevisionOptions,
): Promise<Revision> {
  const row = {
    id: newId('Revision'),
    spaceId: space.id,
    ...point,
    type,
    parents: [head.id, ...otherParents],
    createdAt,
    createdById: userId,
    gitOid: git?.oid,
    gitMessage: git?.message,
    gitCreatedByService: git && (git.createdByService ?? false),
    gitURL: git?.url,
    gitRef: git?.ref,
    gitAuthors: [...(git?.authors ?? [])],
    variables: variables && Object.keys(variables).length > 0 ? JSON.stringify(variables) : null,
  }
  return insertRow(
    transaction.query,
    'Revision',
    row,
    (parameters) =>
      `UPDATE "Branch" SET "headSequence" = ${parameters.add(point.sequence)},
         "baseSequence" = ${parameters.add(point.baseSequence)} WHERE id = ${parameters.add(point.branchId)}`,
  )
}
