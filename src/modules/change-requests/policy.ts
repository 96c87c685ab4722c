import { noRows, type Viewer } from '../../access/viewer.ts'
import type { ChangeRequest, Prisma } from '../../generated/prisma/client.ts'
import { changeRequestNamed } from '../content/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { conflict, refusedInput } from './reasons.ts'

/** The id or number of a change request of a space. */
export interface ChangeRequestAddress {
  /** The space that it must belong to. Numbers need it, because they repeat across spaces. */
  readonly spaceId?: string | null
  readonly changeRequestId: string
}

/** The description of the argument with the space of a change request. */
export const spaceOfChangeRequest =
  'Id of the space that the change request must belong to. Not checked if omitted; required with its number.'

/** Returns the filter for readable change requests, which are those of readable spaces. Visitors of a site see none. */
export const readableChangeRequests = (viewer: Viewer): Prisma.ChangeRequestWhereInput =>
  viewer.kind === 'visitor' ? noRows : { space: readableSpaces(viewer) }

/** The number of the first revision of a change request by which a user changed it. The one before records its creation. */
export const firstContribution = 2

/** Matches the change requests whose content the user changed. */
export const contributedBy = (userId: string): Prisma.ChangeRequestWhereInput => ({
  branch: { revisions: { some: { createdById: userId, sequence: { gte: firstContribution } } } },
})

/** Returns the filter for the change request at an address. Throws BAD_USER_INPUT for a number without a space. */
export function changeRequestIn({
  spaceId,
  changeRequestId,
}: ChangeRequestAddress): Prisma.ChangeRequestWhereInput {
  const named = changeRequestNamed(changeRequestId)
  if (spaceId != null) return { spaceId, ...named }
  if ('number' in named) throw refusedInput('spaceId', 'CHANGE_REQUEST_NUMBER_WITHOUT_SPACE')
  return named
}

export const changeRequestAt = (
  viewer: Viewer,
  address: ChangeRequestAddress,
): Prisma.ChangeRequestWhereInput => ({ AND: [changeRequestIn(address), readableChangeRequests(viewer)] })

/** Throws CONFLICT if the change request is merged. */
export function assertNotMerged({ status, number }: Pick<ChangeRequest, 'status' | 'number'>): void {
  if (status === 'MERGED') throw conflict('CHANGE_REQUEST_MERGED', { number })
}

/** Throws CONFLICT if the change request is merged or archived, so that its content cannot change. */
export function assertActive(changeRequest: Pick<ChangeRequest, 'status' | 'number'>): void {
  assertNotMerged(changeRequest)
  if (changeRequest.status === 'ARCHIVED')
    throw conflict('CHANGE_REQUEST_ARCHIVED', { number: changeRequest.number })
}
