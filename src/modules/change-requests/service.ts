import { authorizeSpace } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { notFound } from '../../errors.ts'
import type { ChangeRequest, Prisma, Space } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import type { ContentChange } from '../content/content-change.ts'
import { type ContentUpdate, changeContent } from '../content/content-changes.ts'
import { compareRevisions, type RevisionComparison } from '../content/revision-changes.ts'
import type { ContentTarget } from '../content/revision-writer.ts'
import { loadSpace } from '../spaces/service.ts'
import { assertActive, assertNotMerged, type ChangeRequestAddress, changeRequestAt } from './policy.ts'

export type ChangeRequestInSpace = ChangeRequest & { readonly space: Space }

/** A change request, if the viewer may see it, or NOT_FOUND. */
export async function loadChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
): Promise<ChangeRequestInSpace> {
  const found = await context.database.prisma.changeRequest.findFirst({
    where: changeRequestAt(viewerOf(context), address),
    include: { space: true },
  })
  if (!found) throw notFound()
  return found
}

/** A change request that the viewer may do something with: NOT_FOUND where it is hidden, FORBIDDEN where it is seen. */
export async function loadChangeRequestFor(
  context: Context,
  permission: PermissionOn<'space'>,
  address: ChangeRequestAddress,
): Promise<ChangeRequestInSpace> {
  const changeRequest = await loadChangeRequest(context, address)
  authorizeSpace(viewerOf(context), permission, changeRequest.space)
  return changeRequest
}

/**
 * Opens a draft on the content of a space as it is now. Numbers have no gaps and no repeats: the row of the space is
 * locked, and its count of change requests is the last number.
 */
export async function createChangeRequest(
  context: Context,
  spaceId: string,
  { subject }: { readonly subject?: string | null },
): Promise<ChangeRequest> {
  const viewer = viewerOf(context)
  const readable = await loadSpace(context, spaceId)
  authorizeSpace(viewer, 'space:edit', readable)
  const { id } = readable
  return context.database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "Space" WHERE id = ${id} FOR NO KEY UPDATE`
    const space = await transaction.space.findFirst({
      where: { id, deletedAt: null },
      include: { revision: true },
    })
    if (!space) throw notFound()
    const branch = await createBranch(transaction, space.revision, viewer.userId)
    return transaction.changeRequest.create({
      data: {
        id: newId('ChangeRequest'),
        spaceId: id,
        number: space.changeRequestsTotal + 1,
        subject: subject ?? '',
        createdById: viewer.userId,
        ...branch,
        revisionInitialId: space.revisionId,
      },
    })
  })
}

/** A branch that holds nothing of its own yet, with the revision that says so. */
async function createBranch(
  transaction: Prisma.TransactionClient,
  base: {
    readonly id: string
    readonly spaceId: string
    readonly branchId: string
    readonly sequence: number
  },
  createdById: string,
): Promise<{ branchId: string; revisionId: string }> {
  const { spaceId } = base
  const branchId = newId('Branch')
  const revisionId = newId('Revision')
  const standsOn = { baseBranchId: base.branchId, baseSequence: base.sequence }
  await transaction.branch.create({
    data: { id: branchId, spaceId, kind: 'CHANGE_REQUEST', headSequence: 1, ...standsOn },
  })
  await transaction.revision.create({
    data: {
      id: revisionId,
      spaceId,
      branchId,
      sequence: 1,
      ...standsOn,
      type: 'EDITS',
      parents: [base.id],
      createdById,
    },
  })
  return { branchId, revisionId }
}

export interface UpdateChangeRequest {
  readonly subject?: string | null
  readonly status?: 'DRAFT' | 'OPEN' | 'ARCHIVED' | null
}

export async function updateChangeRequest(
  context: Context,
  address: ChangeRequestAddress,
  { subject, status }: UpdateChangeRequest,
): Promise<ChangeRequest> {
  const { id } = await loadChangeRequestFor(context, 'space:edit', address)
  return context.database.prisma.$transaction(async (transaction) => {
    assertNotMerged(await lockChangeRequest(transaction, id))
    return transaction.changeRequest.update({
      where: { id },
      data: { subject: subject ?? undefined, status: status ?? undefined, updatedAt: new Date() },
    })
  })
}

/** The change request as it is while nobody else can change it. */
export async function lockChangeRequest(
  transaction: Prisma.TransactionClient,
  id: string,
): Promise<ChangeRequest> {
  await transaction.$queryRaw`SELECT 1 FROM "ChangeRequest" WHERE id = ${id} FOR NO KEY UPDATE`
  const changeRequest = await transaction.changeRequest.findUnique({ where: { id } })
  if (!changeRequest) throw notFound()
  return changeRequest
}

/** The content of a change request, for those who write it. */
export const contentOf = ({ id, spaceId, branchId }: ChangeRequest): ContentTarget => ({
  spaceId,
  path: `/spaces/${spaceId}/change-requests/${id}/content`,
  branchId,
  whenLocked: async ({ transaction }) => assertActive(await lockChangeRequest(transaction, id)),
  whenWritten: async (transaction, revision) => {
    const data = { revisionId: revision.id, updatedAt: revision.createdAt }
    await transaction.changeRequest.update({ where: { id }, data })
  },
})

/** Applies a batch of changes to the content of a change request: all of them as one new revision, or none. */
export async function updateChangeRequestContent(
  context: Context,
  address: ChangeRequestAddress,
  changes: readonly ContentChange[],
): Promise<ContentUpdate> {
  const changeRequest = await loadChangeRequestFor(context, 'space:edit', address)
  assertActive(changeRequest)
  return changeContent(context, contentOf(changeRequest), changes)
}

/** What a change request changes, against the revision of the space that it stands on. */
export async function changesOfChangeRequest(
  context: Context,
  { baseId, headId }: { readonly baseId: string; readonly headId: string },
  limit: number | null | undefined,
): Promise<RevisionComparison> {
  const revisions = await context.database.prisma.revision.findMany({
    where: { id: { in: [baseId, headId] } },
  })
  const [base, head] = [baseId, headId].map((id) => revisions.find((revision) => revision.id === id))
  if (!base || !head) throw notFound()
  return compareRevisions(context, base, head, limit)
}
