import DataLoader from 'dataloader'
import { appAddress, basePathOf } from '../../base/app-addresses.ts'
import { referenceTo, relativeAddress } from '../../formats/body/page-paths.ts'
import type { ContentRef, ContentRefAnchor } from '../../formats/page/types.ts'
import { readableCollections } from '../../modules/collections/policy.ts'
import { downloadURL } from '../../modules/content/file-links.ts'
import { contentLoaders } from '../../modules/content/loaders.ts'
import { findLivePage, findPage } from '../../modules/content/service.ts'
import { webAddress } from '../../modules/published-sites/visible-content/references.ts'
import { readableSpaces } from '../../modules/spaces/policy.ts'
import { readableUsers } from '../../modules/users/policy.ts'
import { type Context, perRequest, viewerOf } from '../../request/context.ts'
import type { ReadTargets, ReferenceTarget } from '../pages/body-job.ts'

/** The content that a text is in, from which its references are resolved. */
export interface TextPlace {
  readonly spaceId: string
  readonly revisionId: string
  /** The number of the change request whose content it is. */
  readonly changeRequest: number | null
  /** The page with the text, at which its relative URLs begin. */
  readonly pageId: string | null
}

const nothing: ReferenceTarget = { address: undefined, label: undefined, picture: undefined }

/** Returns a function that reads where references of a text lead in the workspace, as far as the viewer may read it. */
export const workspaceTargets =
  (context: Context, place: TextPlace): ReadTargets =>
  (refs) =>
    Promise.all(refs.map(async (ref) => ({ ...nothing, ...(await targetOf(context, place, ref)) })))

async function targetOf(
  context: Context,
  place: TextPlace,
  ref: ContentRef,
): Promise<Partial<ReferenceTarget>> {
  switch (ref.kind) {
    case 'url': {
      const page = await pageAtUrl(context, place, ref.url)
      // A path without a page is one of a site, and leads nowhere here.
      if (page) return targetOf(context, place, page)
      return ref.url.startsWith('/') ? {} : { address: webAddress(ref.url, '') }
    }
    case 'file':
      return fileTarget(context, place, ref.file)
    case 'page':
      return pageTarget(context, place, ref.page, ref.space)
    case 'anchor':
      return anchorTarget(context, place, ref)
    case 'space': {
      const label = await titlesOf(context).spaces.load(ref.space)
      return label === undefined
        ? {}
        : { address: addressIn(context, { kind: 'space', space: ref.space }), label }
    }
    case 'collection': {
      const { collection } = ref
      const label = await titlesOf(context).collections.load(collection)
      return label === undefined
        ? {}
        : { address: addressIn(context, { kind: 'collection', collection }), label }
    }
    case 'user': {
      const name = await titlesOf(context).users.load(ref.user)
      return name === undefined ? {} : { label: `@${name}` }
    }
    default:
      return {}
  }
}

/** Returns the path of an object in the workspace of this server, below the path of its public address. */
const addressIn = ({ config }: Context, object: Parameters<typeof appAddress>[1]): string =>
  appAddress({ appUrl: basePathOf(config) }, object)

async function pageAtUrl(
  context: Context,
  { revisionId, pageId }: TextPlace,
  url: string,
): Promise<ContentRef | undefined> {
  const address = pageId === null ? undefined : relativeAddress(url)
  if (!address || pageId === null) return undefined
  const { relativeTargets } = contentLoaders(context)
  const found = await relativeTargets.load({ revisionId, pageId, paths: address.paths })
  return found === undefined ? undefined : referenceTo(found, address)
}

async function fileTarget(
  context: Context,
  { revisionId }: TextPlace,
  id: string,
): Promise<Partial<ReferenceTarget>> {
  const file = await contentLoaders(context).files.load({ revisionId, id })
  if (!file) return {}
  const { pathname, search } = new URL(await downloadURL(context, file))
  const { name, width, height } = file
  return {
    address: pathname + search,
    label: name,
    ...(width !== null && height !== null && { picture: { width, height } }),
  }
}

async function pageTarget(
  context: Context,
  { spaceId, revisionId, changeRequest }: TextPlace,
  pageId: string,
  otherSpace = spaceId,
): Promise<Partial<ReferenceTarget>> {
  const isOwn = otherSpace === spaceId
  const page = await (isOwn
    ? findPage(context, revisionId, pageId)
    : findLivePage(context, otherSpace, pageId))
  if (!page) return {}
  const address =
    isOwn && changeRequest !== null
      ? addressIn(context, {
          kind: 'change request',
          space: spaceId,
          changeRequest: String(changeRequest),
          page: pageId,
        })
      : addressIn(context, { kind: 'page', space: otherSpace, page: pageId })
  return { address, label: page.title }
}

async function anchorTarget(
  context: Context,
  place: TextPlace,
  { anchor, page, space }: ContentRefAnchor,
): Promise<Partial<ReferenceTarget>> {
  const fragment = `#${encodeURIComponent(anchor)}`
  if (page === undefined) return space === undefined ? { address: fragment, label: `#${anchor}` } : {}
  const { address, label } = await pageTarget(context, place, page, space)
  return address === undefined ? {} : { address: address + fragment, label }
}

interface Titles {
  readonly spaces: DataLoader<string, string | undefined>
  readonly collections: DataLoader<string, string | undefined>
  readonly users: DataLoader<string, string | undefined>
}

/** Reads the names of what the viewer may see. */
const titlesOf = perRequest((context): Titles => {
  const { prisma } = context.database
  const viewer = viewerOf(context)
  const named = (ids: readonly string[]) => ({ id: { in: [...ids] } })
  return {
    spaces: titleLoader((ids) =>
      prisma.space.findMany({
        where: { AND: [named(ids), readableSpaces(viewer)] },
        select: { id: true, title: true },
      }),
    ),
    collections: titleLoader((ids) =>
      prisma.collection.findMany({
        where: { AND: [named(ids), readableCollections(viewer)] },
        select: { id: true, title: true },
      }),
    ),
    users: titleLoader(async (ids) => {
      const users = await prisma.user.findMany({
        where: { AND: [named(ids), readableUsers(viewer)] },
        select: { id: true, displayName: true },
      })
      return users.map(({ id, displayName }) => ({ id, title: displayName }))
    }),
  }
})

const titleLoader = (
  read: (ids: readonly string[]) => Promise<readonly { readonly id: string; readonly title: string }[]>,
) =>
  new DataLoader<string, string | undefined>(async (ids) => {
    const titles = new Map((await read(ids)).map(({ id, title }) => [id, title]))
    return ids.map((id) => titles.get(id))
  })
