import type { Job, Revision } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { loadChangeRequestFor } from '../change-requests/service.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { loadSpace } from '../spaces/service.ts'
import { createJob, type NewJob } from './service.ts'

/** The part of a revision that a job exports. */
export interface ContentJobInput {
  readonly revisionId: string
  readonly page: string | null
  readonly only: boolean
}

interface ContentSelection extends RevisionAddress {
  readonly revision: Revision
  readonly page?: string | null
  readonly only?: boolean | null
}

/** Adds a job that exports content which the viewer may read. It exports the revision of this moment. */
export async function createContentJob(
  context: Context,
  kind: NewJob['kind'],
  { spaceId, changeRequestId: name, revision, page = null, only }: ContentSelection,
): Promise<Job> {
  const { organizationId } = await loadSpace(context, spaceId)
  const changeRequest = name ? await loadChangeRequestFor(context, { spaceId, changeRequestId: name }) : null
  const input: ContentJobInput = { revisionId: revision.id, page: page || null, only: only ?? false }
  return createJob(context, {
    organizationId,
    spaceId,
    changeRequestId: changeRequest?.id ?? null,
    kind,
    input: { ...input },
  })
}

export const inputOfContentJob = ({ input }: Job): ContentJobInput => input as unknown as ContentJobInput
