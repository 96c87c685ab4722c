import { notFound, orNotFound } from '../../base/errors.ts'
import type { Window } from '../../graph/declare/keyset.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from '../content/loaders.ts'
import { type RevisionAddress, selectionOf } from '../content/policy.ts'
import { loadRevision } from '../content/service.ts'
import type { BacklinkPage, BacklinkSelection } from './backlink-reads.ts'
import type { LinkFilter, LinkPage } from './link-reads.ts'
import { loadBacklinks, loadLinks } from './lists.ts'
import type { Reading } from './locations.ts'

/** A list that is read once one of its members is resolved. */
export interface LazyList<Page> {
  readonly reading: Reading
  read(): Promise<Page>
}

export interface Target {
  readonly of: BacklinkSelection['of']
  readonly id: string
}

/** Returns the links of a revision or of one of its pages. Throws NOT_FOUND if it has no such page. */
export async function openLinks(
  context: Context,
  address: RevisionAddress & { readonly pageId?: string },
  filter: LinkFilter,
  window: Window,
): Promise<LazyList<LinkPage>> {
  const { pageId = null } = address
  const reading = await openReading(context, address)
  if (pageId !== null) await assertPageExists(context, reading, pageId)
  return linksIn(context, reading, pageId, filter, window)
}

/** Returns the pages of a revision that refer to one of its pages or files. Throws NOT_FOUND if it has no such one. */
export async function openBacklinks(
  context: Context,
  address: RevisionAddress,
  target: Target,
  window: Window,
): Promise<LazyList<BacklinkPage>> {
  const reading = await openReading(context, address)
  const { revision } = reading
  if (target.of === 'PAGE') await assertPageExists(context, reading, target.id)
  else if (!(await contentLoaders(context).files.load({ revisionId: revision.id, id: target.id })))
    throw notFound()
  return backlinksIn(context, reading, target, window)
}

/** Returns the links of a reading, or of one of its pages. */
export const linksIn = (
  context: Context,
  reading: Reading,
  pageId: string | null,
  { status, brokenContext }: LinkFilter,
  window: Window,
): LazyList<LinkPage> => {
  const of = pageId === null ? 'REVISION' : 'PAGE'
  const selection = { of, status, brokenContext, baseURL: context.config.appUrl, window } as const
  const list = { revision: reading.revision, id: pageId }
  return { reading, read: () => loadLinks(context, selection, list) }
}

/** Returns the pages of a reading that refer to one of its pages or files. */
export const backlinksIn = (
  context: Context,
  reading: Reading,
  { of, id }: Target,
  window: Window,
): LazyList<BacklinkPage> => ({
  reading,
  read: () => loadBacklinks(context, { of, window }, { revision: reading.revision, id }),
})

const openReading = async (context: Context, address: RevisionAddress): Promise<Reading> => ({
  revision: await loadRevision(context, address),
  ofChangeRequest: Boolean(address.changeRequestId),
  selection: selectionOf(address),
})

async function assertPageExists(context: Context, { revision }: Reading, pageId: string): Promise<void> {
  orNotFound(await contentLoaders(context).pages.load({ revisionId: revision.id, pageId }))
}
