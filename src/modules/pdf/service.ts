import type { Job } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { type ContentSelection, loadSelection, signSelection } from '../content/content-selection.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { createContentJob } from '../jobs/content-job.ts'

export const pdfLifetimeSeconds = 3600

/**
 * Creates a public URL to download a revision as a PDF, valid for `pdfLifetimeSeconds`. The PDF is rendered on
 * download.
 */
export async function createPdfLink(
  context: Context,
  address: RevisionAddress,
  selection: ContentSelection,
): Promise<string> {
  const { revision } = await loadSelection(context, address, selection)
  return signSelection(context, `/pdf/${revision.id}`, selection, pdfLifetimeSeconds)
}

export async function startPdf(
  context: Context,
  address: RevisionAddress,
  selection: ContentSelection,
): Promise<Job> {
  const { revision } = await loadSelection(context, address, selection)
  return createContentJob(context, 'PDF', { ...address, ...selection, revision })
}
