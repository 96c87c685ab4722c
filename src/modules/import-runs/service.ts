import type { AuditedOperation } from '../../audit/operation-record.ts'
import { recordOperation } from '../../audit/record-operation.ts'
import { invalidInput, notFound } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import { notesOfReport } from '../../formats/import/report/listed-notes.ts'
import type { Job, Prisma, Space } from '../../generated/prisma/client.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { loadEditableChangeRequest } from '../change-requests/service.ts'
import type { StoredBlob } from '../content/blob-paths.ts'
import { storeBlob, storeBlobFile } from '../content/blobs.ts'
import { bytesOfBase64, uploadNamed } from '../content/sent-files.ts'
import { hasRoot } from '../imports/readers.ts'
import {
  assertWritable,
  type ImportReport,
  type ImportRequest,
  type ImportResult,
  type ImportTargetIds,
  importContent,
  loadWritableSpace,
} from '../imports/service.ts'
import { contextOfJob } from '../jobs/job-context.ts'
import { recordResult } from '../jobs/job-rows.ts'
import type { JobWork } from '../jobs/runner.ts'
import { announceJob, type CreateOptions, createJob, type NewJob } from '../jobs/service.ts'
import {
  errorOfJob,
  findLeftJob,
  findUnendedJob,
  forgetLeftJob,
  jobKey,
  leaveJob,
  waitForJob,
} from '../jobs/shared-jobs.ts'
import { refusedInput as refusedByOrganization } from '../organizations/reasons.ts'
import { readableSites } from '../sites/policy.ts'
import { loadSpace } from '../spaces/service.ts'
import { badRequest, refusedInput, serviceUnavailable } from './reasons.ts'

/** The stored request of an import run. */
export interface RunInput extends ImportRequest {
  readonly spaceId: string
  readonly changeRequestId: string | null
}

/** The import that a client asks for. */
interface AskedImport extends Omit<ImportRequest, 'includesUnlisted' | 'root' | 'file'> {
  /** Defaults to false. */
  readonly includesUnlisted?: boolean | null
  /** Defaults to the folder that the layout names. */
  readonly root?: string | null
}

export interface NewImportRun extends Pick<AskedImport, 'includesUnlisted' | 'root'> {
  readonly source: { readonly type: ImportRequest['source']; readonly url: string }
  readonly target: { readonly space: string; readonly changeRequest?: string | null }
  /** Defaults to the only site with the space. */
  readonly site?: string | null
}

/** Adds the job of an import. Throws if the viewer may not edit the content. */
export async function startImportRun(
  context: Context,
  organizationId: string,
  { source, target, includesUnlisted, root, site }: NewImportRun,
): Promise<Job> {
  const space = await loadSpace(context, target.space)
  if (space.organizationId !== organizationId) throw notFound()
  const asked = { url: source.url, source: source.type, includesUnlisted, root }
  const input = await inputOfRun(context, space, target.changeRequest, asked)
  const siteId = await siteOfRun(context, space, site)
  return createImportJob(context, space, input, { siteId })
}

/** The import of a file that is sent with the request: exactly one of `upload` and `base64`. */
export interface NewFileImport extends Pick<AskedImport, 'includesUnlisted' | 'root'> {
  readonly type: ImportRequest['source']
  readonly upload?: string | null
  readonly base64?: string | null
  /** Defaults to the name of the upload. */
  readonly name?: string | null
}

/** Adds the job of an import of a file, which is stored until it is read. Throws if the viewer may not edit the content. */
export async function startFileImport(
  context: Context,
  spaceId: string,
  { type, includesUnlisted, root, ...file }: NewFileImport,
): Promise<Job> {
  const space = await loadWritableSpace(context, spaceId)
  const { name, blob } = await storeFile(context, file)
  const url = `file:///${encodeURIComponent(name)}`
  const input = await inputOfRun(context, space, null, { url, source: type, includesUnlisted, root })
  const siteId = await siteOfRun(context, space, null)
  return createImportJob(context, space, { ...input, file: blob }, { siteId })
}

async function storeFile(
  context: Context,
  { upload: reference, base64, name }: Pick<NewFileImport, 'upload' | 'base64' | 'name'>,
): Promise<{ name: string; blob: StoredBlob }> {
  if ((reference == null) === (base64 == null))
    throw invalidInput('upload', 'must be given, unless base64 is, and not beside it')
  if (base64 != null) {
    if (!name) throw brokenRule('name', 'REQUIRED')
    return { name, blob: await storeBlob(context, bytesOfBase64(base64, 'base64')) }
  }
  const upload = uploadNamed(context, reference ?? '', 'upload')
  return { name: name ?? upload.name, blob: await storeBlobFile(context, upload) }
}

/** Returns the id of the site that a run is for: the given one, or the only one that shows the space. */
async function siteOfRun(
  context: Context,
  { id: spaceId, organizationId }: Space,
  given: string | null | undefined,
): Promise<string | null> {
  const ofSpace = given == null ? { siteSpaces: { some: { spaceId } } } : { id: given }
  const where = { AND: [{ organizationId, ...ofSpace }, readableSites(viewerOf(context))] }
  const sites = await context.database.prisma.site.findMany({ where, select: { id: true }, take: 2 })
  if (given != null && sites.length === 0) throw refusedByOrganization('site', 'SITE_NOT_IN_ORGANIZATION')
  return sites.length === 1 ? (sites[0]?.id ?? null) : null
}

const createImportJob = (
  context: Context,
  { id: spaceId, organizationId }: Space,
  input: RunInput,
  { key, siteId, ...options }: CreateOptions & Pick<NewJob, 'key' | 'siteId'> = {},
): Promise<Job> => {
  const { changeRequestId } = input
  const target = { organizationId, spaceId, changeRequestId, siteId }
  return createJob(context, { ...target, kind: 'IMPORT', input: { ...input }, key }, options)
}

/** Returns what a run is to import. Throws if the viewer may not edit the content. */
async function inputOfRun(
  context: Context,
  space: Space,
  changeRequest: string | null | undefined,
  { url, source, includesUnlisted, root }: AskedImport,
): Promise<RunInput> {
  const changeRequestId = await editableChangeRequestId(context, space, changeRequest)
  if (root != null && !hasRoot(source)) throw refusedInput('root', 'SOURCE_WITHOUT_FOLDERS')
  const asked = { url, source, includesUnlisted: includesUnlisted ?? false, ...(root != null && { root }) }
  return { ...asked, spaceId: space.id, changeRequestId }
}

/** The time for which a request waits for its import. Most requests end when the longest conversion does. */
const requestWaitSeconds = 600

/**
 * Imports by a job, and waits for it. A request that has waited for as long as it may is refused with IMPORT_NOT_READY; the
 * same request of the same user then waits for the same job and returns its result, once.
 */
export async function importInRequest(
  context: Context,
  target: ImportTargetIds,
  asked: AskedImport,
): Promise<ResultOfRun> {
  const { database } = context
  const space = await loadSpace(context, target.spaceId)
  const input = await inputOfRun(context, space, target.changeRequestId, asked)
  const key = jobKey('import', memberOf(context).userId, input)
  const resumptionKey = context.resumption && jobKey('resumption', context.resumption.id)
  const job =
    (await findStartedImport(context, key, resumptionKey)) ??
    (await beginImport(context, space, input, resumptionKey))
  const seconds = Math.min(context.preferredWait?.() ?? Infinity, requestWaitSeconds)
  const ended = await waitForJob(database, job.id, { seconds })
  if (!ended) {
    if (!(await leaveJob(database, job.id, key))) throw notFound()
    throw serviceUnavailable('IMPORT_NOT_READY', { seconds, job: job.id })
  }
  if (resumptionKey === undefined) await forgetLeftJob(database, ended)
  return resultOf(context, ended)
}

/**
 * Returns the job that the request has started before, or that an equal request no longer waits for. The second becomes the
 * job of this request, so that it is found again.
 */
async function findStartedImport(
  { database, resumption }: Context,
  key: string,
  resumptionKey: string | undefined,
): Promise<Job | null> {
  if (resumptionKey === undefined) return findLeftJob(database, key)
  // A request that was refused after its job had failed may start another.
  const findOwn = resumption?.wasInterrupted ? findLeftJob : findUnendedJob
  const own = await findOwn(database, resumptionKey)
  if (own) return own
  const left = await findLeftJob(database, key)
  if (left) await leaveJob(database, left.id, resumptionKey)
  return left
}

async function beginImport(
  context: Context,
  space: Space,
  input: RunInput,
  key: string | undefined,
): Promise<Job> {
  // Announced at once, it might be taken from the queue by another process, and would not count as one that is waited for.
  const job = await createImportJob(context, space, input, { key, announces: false })
  if (!(await context.runJob?.(job))) await announceJob(context.database)
  return job
}

/** The result of an import, with the id of the change request that it is in. */
interface ResultOfRun extends ImportResult {
  readonly changeRequestId: string | null
}

/** Returns the result of an import run. Throws the error with which it ended. */
async function resultOf(context: Context, job: Job): Promise<ResultOfRun> {
  if (job.status === 'CANCELLED') throw badRequest('IMPORT_CANCELLED')
  if (job.status === 'FAILED') throw errorOfJob(job)
  const [space, revision] = await Promise.all([
    loadSpace(context, job.spaceId),
    context.database.prisma.revision.findUniqueOrThrow({ where: { id: job.revisionId ?? '' } }),
  ])
  const { changeRequestId } = job
  return { ...(reportOf(job) as ImportReport), space, revision, changeRequestId }
}

/** Returns the report of an import run; null unless it is completed. Those of earlier versions have no notes. */
export const reportOf = ({ report }: Pick<Job, 'report'>): ImportReport | null =>
  report === null ? null : { ...notesOfReport([]), ...(report as unknown as ImportReport) }

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

/** Describes an import for the audit log. */
function importOperation(spaceId: string, changeRequestId: string | null | undefined): AuditedOperation {
  const space = { type: 'Space', id: spaceId }
  const otherTarget = changeRequestId ? { type: 'ChangeRequest', id: changeRequestId } : space
  return { action: 'importContent', type: 'Space', target: space, otherTarget, ids: [spaceId] }
}

/**
 * Imports as the user who asked for it. What an import writes is one revision, so that it is written once or not at all, and
 * its result is recorded with it.
 */
export const importWork: JobWork = async (services, job, { signal, report }) => {
  const { spaceId, changeRequestId, ...request } = job.input as unknown as RunInput
  const context = await contextOfJob(services, job, 'space:edit')
  await recordOperation(context, importOperation(spaceId, changeRequestId), (recording) =>
    importContent(recording, { spaceId, changeRequestId }, request, {
      signal,
      report: (_step, done, total) => report({ done, total }),
      whenWritten: (transaction, { revision, ...shown }) =>
        recordResult(transaction, job, {
          revisionId: revision.id,
          report: shown as unknown as Prisma.InputJsonObject,
        }),
    }),
  )
  return {}
}
