import { writeMeasuredFile } from '../../base/measured-file.ts'
import type { Job, Revision } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { type ContentSelection, loadSelection, signSelection } from '../content/content-selection.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { createContentJob, inputOfContentJob } from '../jobs/content-job.ts'
import { storeResult } from '../jobs/result-file.ts'
import type { JobWork } from '../jobs/runner.ts'
import { openContentExport } from './content-export.ts'
import { refusedInput } from './reasons.ts'

export const exportLifetimeSeconds = 3600

/** Creates a public URL to download a revision as Markdown, valid for `exportLifetimeSeconds`. */
export async function createExportLink(
  context: Context,
  address: RevisionAddress,
  selection: ContentSelection,
): Promise<string> {
  const revision = await loadExported(context, address, selection)
  return signSelection(context, `/exports/${revision.id}`, selection, exportLifetimeSeconds)
}

export async function startExport(
  context: Context,
  address: RevisionAddress,
  selection: ContentSelection,
): Promise<Job> {
  const revision = await loadExported(context, address, selection)
  return createContentJob(context, 'EXPORT', { ...address, ...selection, revision })
}

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

/** A page alone is exported as a Markdown file instead of an archive. */
async function loadExported(
  context: Context,
  address: RevisionAddress,
  selection: ContentSelection,
): Promise<Revision> {
  const { revision, page } = await loadSelection(context, address, selection)
  if (selection.only && page?.type !== 'DOCUMENT') throw refusedInput('page', 'PAGE_NOT_DOCUMENT')
  return revision
}
