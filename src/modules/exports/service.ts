import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import { invalidInput, notFound, refusedInput } from '../../errors.ts'
import type { Context } from '../../graphql/context.ts'
import type { RevisionAddress } from '../content/policy.ts'
import { findPage, loadRevision } from '../content/service.ts'

/** The lifetime of an export link. */
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
  { page, only }: ExportSelection,
): Promise<string> {
  const revision = await loadRevision(context, address)
  if (only && !page) throw invalidInput('page', 'is required with only')
  if (page) await assertPageExists(context, revision.id, page, only)
  const selection = { ...(page ? { page } : {}), ...(only ? { only: 'true' } : {}) }
  return signUrl(context, `/exports/${revision.id}`, selection, expiryAfter(exportLifetimeSeconds))
}

async function assertPageExists(
  context: Context,
  revisionId: string,
  pageId: string,
  only: boolean | null | undefined,
): Promise<void> {
  const page = await findPage(context, revisionId, pageId)
  if (!page) throw notFound()
  if (only && page.type !== 'DOCUMENT') throw refusedInput('page', 'PAGE_NOT_DOCUMENT')
}
