import { notFound } from '../../errors.ts'
import type { Job, Space } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { recordOperation } from '../../graphql/record-operation.ts'
import { loadEditableChangeRequest } from '../change-requests/service.ts'
import { assertWritable, type ImportRequest, importContent } from '../imports/service.ts'
import { contextOfJob } from '../jobs/job-context.ts'
import type { JobWork } from '../jobs/runner.ts'
import { createJob } from '../jobs/service.ts'
import { loadSpace } from '../spaces/service.ts'

/** The target of an import run. */
export interface RunTarget {
  readonly space: string
  readonly changeRequest?: string | null
}

/** The stored request of an import run. */
export interface RunInput extends ImportRequest {
  readonly spaceId: string
  readonly changeRequestId: string | null
}

export interface NewImportRun {
  readonly source: { readonly type: ImportRequest['source']; readonly url: string }
  readonly target: RunTarget
  readonly includesUnlisted?: boolean | null
}

/** Adds the job of an import. Throws if the viewer may not edit the content. */
export async function startImportRun(
  context: Context,
  organizationId: string,
  { source, target, includesUnlisted }: NewImportRun,
): Promise<Job> {
  const space = await loadSpace(context, target.space)
  if (space.organizationId !== organizationId) throw notFound()
  const spaceId = space.id
  const changeRequestId = await editableChangeRequestId(context, space, target.changeRequest)
  const input: RunInput = {
    url: source.url,
    source: source.type,
    includesUnlisted: includesUnlisted ?? false,
    spaceId,
    changeRequestId,
  }
  return createJob(context, { organizationId, spaceId, changeRequestId, kind: 'IMPORT', input: { ...input } })
}

/** Returns the id of a change request; null for the live content. Throws if the viewer may not edit it. */
async function editableChangeRequestId(
  context: Context,
  space: Space,
  changeRequestId: string | null | undefined,
): Promise<string | null> {
  if (changeRequestId)
    return (await loadEditableChangeRequest(context, { spaceId: space.id, changeRequestId })).id
  assertWritable(context, space)
  return null
}

/** Imports as the user who asked for it. What an import writes is one revision, so that it is written once or not at all. */
export const importWork: JobWork = async (services, job, { signal, report }) => {
  const { spaceId, changeRequestId, ...request } = job.input as unknown as RunInput
  const context = await contextOfJob(services, job, 'space:edit')
  const target = { type: 'Space', id: spaceId }
  const operation = { action: 'importContent', type: 'Space', target, otherTarget: target, ids: [spaceId] }
  const { revision, importedResources, totalResources, skipped } = await recordOperation(
    context,
    operation,
    (recording) =>
      importContent(recording, { spaceId, changeRequestId }, request, {
        signal,
        report: (_step, done, total) => report({ done, total }),
      }),
  )
  const counts = {
    importedResources,
    totalResources,
    skipped: skipped.map(({ kind, path, reason }) => ({ kind, path, reason })),
  }
  return { revisionId: revision.id, report: counts }
}
