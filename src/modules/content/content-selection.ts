import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import { invalidInput, orNotFound } from '../../base/errors.ts'
import type { Context } from '../../request/context.ts'
import type { RevisionAddress } from './policy.ts'
import { findPage, loadRevision } from './service.ts'

/** The part of a revision that is exported. */
export interface ContentSelection {
  /** The root page. All pages if absent. */
  readonly page?: string | null
  /** Whether it is only that page, without the pages below it. */
  readonly only?: boolean | null
}

/** Loads the revision of a selection, and its root page if it has one. Throws NOT_FOUND if they are not there. */
export async function loadSelection(
  context: Context,
  address: RevisionAddress,
  { page: pageId, only }: ContentSelection,
) {
  const revision = await loadRevision(context, address)
  if (only && !pageId) throw invalidInput('page', 'is required with only')
  const page = pageId ? orNotFound(await findPage(context, revision.id, pageId)) : null
  return { revision, page }
}

/** Creates a public URL to download a selection, valid for so many seconds. */
export const signSelection = (
  context: Context,
  path: string,
  { page, only }: ContentSelection,
  seconds: number,
) => signUrl(context, path, { ...(page && { page }), ...(only && { only: 'true' }) }, expiryAfter(seconds))
