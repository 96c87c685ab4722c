import { notFound } from '../../errors.ts'
import type { Context } from '../../graphql/context.ts'
import type { Window } from '../../graphql/keyset.ts'
import { contentLoaders } from '../content/loaders.ts'
import { type RevisionAddress, selectionOf } from '../content/policy.ts'
import { loadRevision } from '../content/service.ts'
import { type BacklinkList, type BacklinkPage, readBacklinkPage } from './backlink-reads.ts'
import { type BrokenContext, type LinkPage, type LinkStatus, readLinkPage } from './link-reads.ts'
import type { Reading } from './locations.ts'

export interface LinkFilter {
  readonly status?: LinkStatus | null
  readonly brokenContext?: BrokenContext | null
}

/** A list that is read once, when its first member is resolved. */
interface LazyList<Page> {
  readonly reading: Reading
  read(): Promise<Page>
}

/** Returns the links of a revision or of one of its pages. */
export async function openLinks(
  context: Context,
  address: RevisionAddress & { readonly pageId?: string },
  filter: LinkFilter,
  window: Window,
): Promise<LazyList<LinkPage>> {
  const { pageId } = address
  const reading = await openReading(context, address)
  if (pageId !== undefined) await assertPageExists(context, reading, pageId)
  const { pool } = context.database
  const { revision } = reading
  const list = { ...filter, spaceId: revision.spaceId, revision, pageId, baseURL: context.config.baseUrl }
  return { reading, read: once(() => readLinkPage(pool, list, window)) }
}

/** Returns the pages of a revision that refer to one of its pages or files. */
export async function openBacklinks(
  context: Context,
  address: RevisionAddress,
  target: Pick<BacklinkList, 'of' | 'id'>,
  window: Window,
): Promise<LazyList<BacklinkPage>> {
  const reading = await openReading(context, address)
  const { revision } = reading
  if (target.of === 'PAGE') await assertPageExists(context, reading, target.id)
  else if (!(await contentLoaders(context).files.load({ revisionId: revision.id, id: target.id })))
    throw notFound()
  const list = { ...target, spaceId: revision.spaceId, revision }
  return { reading, read: once(() => readBacklinkPage(context.database.pool, list, window)) }
}

const openReading = async (context: Context, address: RevisionAddress): Promise<Reading> => ({
  revision: await loadRevision(context, address),
  ofChangeRequest: Boolean(address.changeRequestId),
  selection: selectionOf(address),
})

async function assertPageExists(context: Context, { revision }: Reading, pageId: string): Promise<void> {
  const page = await contentLoaders(context).pages.load({ revisionId: revision.id, pageId })
  if (!page) throw notFound()
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= read()
    return result
  }
}
