import type { Viewer } from '../../access/viewer.ts'
import { conflict } from '../../errors.ts'
import type { ChangeRequest, Prisma } from '../../generated/prisma/client.ts'
import { changeRequestNamed } from '../content/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** A change request of a space, named by its id or by its number. */
export interface ChangeRequestAddress {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Change requests are seen by whoever sees their space. */
export const readableChangeRequests = (viewer: Viewer): Prisma.ChangeRequestWhereInput => ({
  space: readableSpaces(viewer),
})

export const changeRequestAt = (
  viewer: Viewer,
  { spaceId, changeRequestId }: ChangeRequestAddress,
): Prisma.ChangeRequestWhereInput => ({
  AND: [{ spaceId, ...changeRequestNamed(changeRequestId) }, readableChangeRequests(viewer)],
})

/** Refuses to change what is merged. */
export function assertNotMerged({ status, number }: Pick<ChangeRequest, 'status' | 'number'>): void {
  if (status === 'MERGED') throw conflict(`Change request ${number} is merged; it cannot change any more.`)
}

/** Refuses to change the content of what is merged or put aside. */
export function assertActive(changeRequest: Pick<ChangeRequest, 'status' | 'number'>): void {
  assertNotMerged(changeRequest)
  if (changeRequest.status === 'ARCHIVED')
    throw conflict(`Change request ${changeRequest.number} is archived; set its status to open first.`)
}
