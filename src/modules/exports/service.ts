import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import { invalidInput, orNotFound } from '../../base/errors.ts'
import { writeMeasuredFile } from '../../base/measured-file.ts'
import type { Job, Revision } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { findPage, loadRevision } from '../content/service.ts'
import { createContentJob, inputOfContentJob } from '../jobs/content-job.ts'
import { storeResult } from '../jobs/result-file.ts'
import type { JobWork } from '../jobs/runner.ts'
import { openContentExport } from './content-export.ts'
import { refusedInput } from './reasons.ts'

export const exportLifetimeSeconds = 3600

export interface ExportSelection {
  /** The root page of the export. All pages if absent. */
  readonly page?: string | null
  /** Whether to export only that page, as a Markdown file instead of an archive. */
  readonly only?: boolean | null
}

/** Creates a public URL to download a revision as Markdown, valid for `exportLifetimeSeconds`. */
export async function createExportLink(
  context: Context,
  address: RevisionAddress,
  selection: ExportSelection,
): Promise<string> {
  const revision = await loadExported(context, address, selection)
  const { page, only } = selection
  const parameters = { ...(page ? { page } : {}), ...(only ? { only: 'true' } : {}) }
  return signUrl(context, `/exports/${revision.id}`, parameters, expiryAfter(exportLifetimeSeconds))
}

/** Adds the job of an export as Markdown. */
export async function startExport(
  context: Context,
  address: RevisionAddress,
  selection: ExportSelection,
): Promise<Job> {
  const revision = await loadExported(context, address, selection)
  return createContentJob(context, 'EXPORT', { ...address, ...selection, revision })
}

/** Writes an export as the result of its job. */
export const exportWork: JobWork = async (services, job, { signal, report }) => {
  const { revisionId, ...selection } = inputOfContentJob(job)
  const onProgress = (done: number, total: number) => report({ done, total })
  const { fileName, contentType, stream } = await openContentExport(
    services,
    revisionId,
    selection,
    onProgress,
  )
  return storeResult(services, async (path) => ({
    name: fileName,
    contentType,
    file: await writeMeasuredFile(stream, path, signal),
  }))
}

async function loadExported(
  context: Context,
  address: RevisionAddress,
  { page, only }: ExportSelection,
): Promise<Revision> {
  const revision = await loadRevision(context, address)
  if (only && !page) throw invalidInput('page', 'is required with only')
  if (page) await assertPageExists(context, revision.id, page, only)
  return revision
}

async function assertPageExists(
  context: Context,
  revisionId: string,
  pageId: string,
  only: boolean | null | undefined,
): Promise<void> {
  const page = orNotFound(await findPage(context, revisionId, pageId))
  if (only && page.type !== 'DOCUMENT') throw refusedInput('page', 'PAGE_NOT_DOCUMENT')
}
