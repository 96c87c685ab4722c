import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import { invalidInput, notFound } from '../../base/errors.ts'
import type { Job, Revision } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { findPage, loadRevision } from '../content/service.ts'
import { createContentJob } from '../jobs/content-job.ts'

export const pdfLifetimeSeconds = 3600

export interface PdfSelection {
  /** The root page of the PDF. All pages if absent. */
  readonly page?: string | null
  /** Whether to print only that page, without the pages below it. */
  readonly only?: boolean | null
}

/**
 * Creates a public URL to download a revision as a PDF, valid for `pdfLifetimeSeconds`. The PDF is rendered on
 * download.
 */
export async function createPdfLink(
  context: Context,
  address: RevisionAddress,
  selection: PdfSelection,
): Promise<string> {
  const revision = await loadPrinted(context, address, selection)
  const { page, only } = selection
  const parameters = { ...(page ? { page } : {}), ...(only ? { only: 'true' } : {}) }
  return signUrl(context, `/pdf/${revision.id}`, parameters, expiryAfter(pdfLifetimeSeconds))
}

/** Adds the job of a PDF. */
export async function startPdf(
  context: Context,
  address: RevisionAddress,
  selection: PdfSelection,
): Promise<Job> {
  const revision = await loadPrinted(context, address, selection)
  return createContentJob(context, 'PDF', { ...address, ...selection, revision })
}

async function loadPrinted(
  context: Context,
  address: RevisionAddress,
  { page, only }: PdfSelection,
): Promise<Revision> {
  const revision = await loadRevision(context, address)
  if (only && !page) throw invalidInput('page', 'is required with only')
  if (page && !(await findPage(context, revision.id, page))) throw notFound()
  return revision
}
