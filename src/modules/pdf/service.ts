import { invalidInput, notFound } from '../../errors.ts'
import type { Context } from '../../graphql/context.ts'
import { signUrl } from '../../signed-links.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { findPage, loadRevision } from '../content/service.ts'

/** How long a PDF can be downloaded. */
export const pdfLifetimeSeconds = 3600

export interface PdfSelection {
  /** The page to begin with; all pages if absent. */
  readonly page?: string | null
  /** That page alone, without the pages below it. */
  readonly only?: boolean | null
}

/** An address at which anyone may download a revision as a PDF for an hour. It is made when it is downloaded. */
export async function createPdfLink(
  context: Context,
  address: RevisionAddress,
  { page, only }: PdfSelection,
): Promise<string> {
  const revision = await loadRevision(context, address)
  if (only && !page) throw invalidInput('page', 'is required with only')
  if (page && !(await findPage(context, revision.id, page))) throw notFound()
  const selection = { ...(page ? { page } : {}), ...(only ? { only: 'true' } : {}) }
  return signUrl(context, `/pdf/${revision.id}`, selection, pdfLifetimeSeconds)
}
