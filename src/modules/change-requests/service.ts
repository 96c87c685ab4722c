import { authorizeSpace, type Ownership } from '../../access/authorize.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { type ColumnValues, insertRow, selectRow, updateRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { ChangeRequest, Revision, Space } from '../../generated/prisma/client.ts'
import { loaderById } from '../../graph/declare/model-reads.ts'
import { columnsOf } from '../../graph/sql/where.ts'
import { type Context, memberOf, ownerOf, viewerOf } from '../../request/context.ts'
import type { BatchBase } from '../content/batch-base.ts'
import type { ContentChangeInput } from '../content/content-change.ts'
import { type ContentUpdate, changeContent } from '../content/content-changes.ts'
import {
  compareRevisions,
  type RevisionComparison,
  rememberedComparison,
} from '../content/revision-changes.ts'
import type { ContentTarget } from '../content/revision-writer.ts'
import { loadAuthorizedSpace } from '../spaces/service.ts'
import { type DescriptionInput, descriptionColumns } from './description.ts'
import { type ExternalLinkInput, externalLinksColumn, externalLinksOf } from './external-links.ts'
import { assertActive, assertNotMerged, type ChangeRequestAddress, changeRequestAt } from './policy.ts'

export type ChangeRequestInSpace = ChangeRequest & { readonly space: Space }

/** Returns a change request. Throws NOT_FOUND if the viewer may not see it. */
export async function loadChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
): Promise<ChangeRequestInSpace> {
  const run = context.database.query
  const found = await selectRow(run, 'ChangeRequest', changeRequestAt(viewerOf(context), address))
  const space = found && (await selectRow(run, 'Space', { id: found.spaceId }))
  if (!space) throw notFound()
  return { ...found, space }
}

/**
 * Returns a change request if the viewer has the permission on its space. Throws NOT_FOUND if the viewer may not see it,
 * and FORBIDDEN if the permission is missing.
 */
export async function loadChangeRequestFor(
  context: Context,
  address: ChangeRequestAddress,
  ownership?: Ownership,
): Promise<ChangeRequestInSpace> {
  const changeRequest = await loadChangeRequest(context, address)
  authorizeSpace(context, changeRequest.space, ownership)
  return changeRequest
}

/** The texts of a change request. Omitted members stay unchanged. */
interface ChangeRequestTexts {
  readonly subject?: string | null
  /** Null removes it. */
  readonly description?: DescriptionInput | null
  readonly links?: readonly ExternalLinkInput[] | null
}

/**
 * Creates a draft based on the current content of a space. Numbers are unique and have no gaps: the row of the space is
 * locked, and its count of change requests is the last number.
 */
export async function createChangeRequest(
  context: Context,
  spaceId: string,
  { subject, description, links }: ChangeRequestTexts,
): Promise<ChangeRequest> {
  const { userId } = memberOf(context)
  const { id } = await loadAuthorizedSpace(context, spaceId)
  const described = await descriptionColumns(description, ownerOf(context))
  return context.database.transaction(async (transaction) => {
    const run = transaction.query
    const [space] = await run<Space>(
      `SELECT ${columnsOf('Space', 't')} FROM "Space" t WHERE t.id = $1 FOR NO KEY UPDATE`,
      [id],
    )
    if (!space || space.deletedAt !== null) throw notFound()
    const revision = await selectRow(run, 'Revision', { id: space.revisionId })
    if (!revision) throw new Error(`the space ${id} has no active revision`)
    return insertChangeRequest(transaction, space, revision, {
      subject: subject ?? '',
      ...described,
      links: externalLinksColumn(links, []),
      createdById: userId,
    })
  })
}

/**
 * Adds a change request without changes on top of a revision of the primary content, as part of a transaction that has locked the
 * row of the space. It is a draft unless its columns say otherwise.
 */
export async function insertChangeRequest(
  transaction: Transaction,
  space: Pick<Space, 'id' | 'organizationId' | 'changeRequestsTotal'>,
  base: Revision,
  columns: ColumnValues<'ChangeRequest'> & Pick<ChangeRequest, 'createdById'>,
): Promise<ChangeRequest> {
  const now = new Date()
  const { createdById } = columns
  const branch = await createBranch(transaction, base, { createdById, createdAt: now })
  return insertRow(transaction.query, 'ChangeRequest', {
    id: newId('ChangeRequest'),
    spaceId: space.id,
    organizationId: space.organizationId,
    number: space.changeRequestsTotal + 1,
    createdAt: now,
    updatedAt: now,
    ...columns,
    ...branch,
    revisionInitialId: base.id,
  })
}

/** Creates a branch without changes, with its first revision. */
async function createBranch(
  transaction: Transaction,
  base: Revision,
  created: Pick<Revision, 'createdById' | 'createdAt'>,
): Promise<{ branchId: string; revisionId: string }> {
  const { spaceId } = base
  const branchId = newId('Branch')
  const revisionId = newId('Revision')
  const baseColumns = { baseBranchId: base.branchId, baseSequence: base.sequence }
  const run = transaction.query
  await insertRow(run, 'Branch', {
    id: branchId,
    spaceId,
    kind: 'CHANGE_REQUEST',
    headSequence: 1,
    createdAt: created.createdAt,
    ...baseColumns,
  })
  await insertRow(run, 'Revision', {
    id: revisionId,
    spaceId,
    branchId,
    sequence: 1,
    ...baseColumns,
    type: 'EDITS',
    parents: [base.id],
    variables: base.variables === null ? null : JSON.stringify(base.variables),
    ...created,
  })
  return { branchId, revisionId }
}

export interface UpdateChangeRequest extends ChangeRequestTexts {
  readonly status?: 'DRAFT' | 'OPEN' | 'ARCHIVED' | null
}

export async function updateChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
  { subject, status, description, links }: UpdateChangeRequest,
): Promise<ChangeRequest> {
  const { id } = await loadChangeRequestFor(context, address)
  const described = await descriptionColumns(description, ownerOf(context))
  return context.database.transaction(async (transaction) => {
    const present = await lockChangeRequest(transaction, id)
    assertNotMerged(present)
    return changeChangeRequest(transaction, id, {
      subject: subject ?? undefined,
      status: status ?? undefined,
      ...described,
      links: externalLinksColumn(links, externalLinksOf(present)),
      updatedAt: new Date(),
    })
  })
}

/** Updates the row of a change request. Throws NOT_FOUND if it was deleted. */
export async function changeChangeRequest(
  transaction: Transaction,
  id: string,
  columns: ColumnValues<'ChangeRequest'>,
): Promise<ChangeRequest> {
  return orNotFound(await updateRow(transaction.query, 'ChangeRequest', { id }, columns))
}

/** Locks a change request until the end of the transaction and returns its current state. */
export async function lockChangeRequest(transaction: Transaction, id: string): Promise<ChangeRequest> {
  const [changeRequest] = await transaction.query<ChangeRequest>(
    `SELECT ${columnsOf('ChangeRequest', 't')} FROM "ChangeRequest" t WHERE t.id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  return orNotFound(changeRequest)
}

export const contentOf = ({ id, spaceId, branchId }: ChangeRequest): ContentTarget => ({
  spaceId,
  path: `/spaces/${spaceId}/change-requests/${id}/content`,
  branchId,
  whenLocked: async ({ transaction }) => assertActive(await lockChangeRequest(transaction, id)),
  whenWritten: async (transaction, revision) => {
    await changeChangeRequest(transaction, id, { revisionId: revision.id, updatedAt: revision.createdAt })
  },
})

/** Applies a batch of changes to the content of a change request: all of them as one new revision, or none. */
export async function updateChangeRequestContent(
  context: Context,
  address: ChangeRequestAddress,
  changes: readonly ContentChangeInput[],
  base: BatchBase = {},
): Promise<ContentUpdate & { readonly changeRequest: ChangeRequest }> {
  const found = await loadEditableChangeRequest(context, address)
  const update = await changeContent(context, contentOf(found), changes, base)
  const changeRequest = await selectRow(context.database.query, 'ChangeRequest', { id: found.id })
  if (!changeRequest) throw notFound()
  return { ...update, changeRequest }
}

/** Returns a change request whose content the viewer may change. Throws if the viewer may not, or if it is not active. */
export async function loadEditableChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
): Promise<ChangeRequestInSpace> {
  const changeRequest = await loadChangeRequestFor(context, address)
  assertActive(changeRequest)
  return changeRequest
}

/** Compares a change request with its base revision. */
export async function changesOfChangeRequest(
  context: Context,
  { revisionId: headId, revisionInitialId, revisionMergedAncestorId }: ChangeRequest,
): Promise<RevisionComparison> {
  const baseId = revisionMergedAncestorId ?? revisionInitialId
  const known = rememberedComparison(context, baseId, headId)
  if (known) return known
  const revisions = loaderById('Revision', context)
  const [base, head] = await Promise.all([baseId, headId].map((id) => revisions.load(id)))
  if (!base || !head) throw notFound()
  return compareRevisions(context, base, head)
}
