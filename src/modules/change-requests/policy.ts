import type { Viewer } from '../../access/viewer.ts'
import { conflict } from '../../errors.ts'
import type { ChangeRequest, Prisma } from '../../generated/prisma/client.ts'
import { changeRequestNamed } from '../content/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** The id or number of a change request of a space. */
export interface ChangeRequestAddress {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Returns the filter for readable change requests, which are those of readable spaces. Visitors of a site see none. */
export const readableChangeRequests = (viewer: Viewer): Prisma.ChangeRequestWhereInput => ({
  space: readableSpaces(viewer),
  ...(viewer.visit && { id: { in: [] } }),
})

/** The number of the first revision of a change request by which a user changed it. The one before records its creation. */
export const firstContribution = 2

/** Matches the change requests whose content the user changed. */
export const contributedBy = (userId: string): Prisma.ChangeRequestWhereInput => ({
  branch: { revisions: { some: { createdById: userId, sequence: { gte: firstContribution } } } },
})

export const changeRequestAt = (
  viewer: Viewer,
  { spaceId, changeRequestId }: ChangeRequestAddress,
): Prisma.ChangeRequestWhereInput => ({
  AND: [{ spaceId, ...changeRequestNamed(changeRequestId) }, readableChangeRequests(viewer)],
})

/** Throws if the change request is merged. */
export function assertNotMerged({ status, number }: Pick<ChangeRequest, 'status' | 'number'>): void {
  if (status === 'MERGED') throw conflict('CHANGE_REQUEST_MERGED', { number })
}

/** Throws if the change request is merged or archived, so that its content cannot change. */
export function assertActive(changeRequest: Pick<ChangeRequest, 'status' | 'number'>): void {
  assertNotMerged(changeRequest)
  if (changeRequest.status === 'ARCHIVED')
    throw conflict('CHANGE_REQUEST_ARCHIVED', { number: changeRequest.number })
}
