import type { Collection, Revision, Space, User } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from '../content/loaders.ts'
import {
  type LocatedFile,
  type LocatedPage,
  type LocatedReusableContent,
  type ReadAs,
  readAs,
} from '../content/located-content.ts'
import type { LinkRow, LinkSource } from './link-reads.ts'
import { linkLoaders } from './loaders.ts'

/** A revision that the viewer may read, and whether it was selected by its change request. */
export interface Reading {
  readonly revision: Revision
  readonly ofChangeRequest: boolean
  /** How the revision was selected. Absent if it was selected by its id. */
  readonly selection?: ReadAs | null | undefined
}

/** Content in the revision that is read, or in the active revision of another space. */
interface InSpace {
  readonly space: Space
  /** Absent for content of another space. */
  readonly reading?: Reading
}

export type Location =
  | { readonly kind: 'URL'; readonly url: string }
  | { readonly kind: 'USER'; readonly user: User }
  | { readonly kind: 'COLLECTION'; readonly collection: Collection }
  | { readonly kind: 'SPACE'; readonly space: Space }
  | (InSpace & { readonly kind: 'FILE'; readonly file: LocatedFile })
  | PageLocation
  | (InSpace & { readonly kind: 'REUSABLE_CONTENT'; readonly reusableContent: LocatedReusableContent })

export interface PageLocation extends InSpace {
  readonly kind: 'PAGE'
  readonly page: LocatedPage
  readonly anchor: string | null
}

export type LocationOf<Kind extends Location['kind']> = Extract<Location, { kind: Kind }>

/** Returns the location of a link; null if its page no longer exists. */
export async function locationOfSource(
  context: Context,
  reading: Reading,
  { pageId, section }: LinkSource,
): Promise<PageLocation | null> {
  const { id: revisionId, spaceId } = reading.revision
  const [space, page] = await Promise.all([
    linkLoaders(context).spaces.load(spaceId),
    contentLoaders(context).pages.load({ revisionId, pageId }),
  ])
  return (
    space && page && { kind: 'PAGE', space, reading, page: readAs(page, reading.selection), anchor: section }
  )
}

/** Returns the target of a link; null if it does not exist or the viewer may not see it. */
export async function locationOfTarget(
  context: Context,
  reading: Reading,
  link: LinkRow,
): Promise<Location | null> {
  const loaders = linkLoaders(context)
  switch (link.kind) {
    case 'URL':
      return { kind: 'URL', url: link.url }
    case 'USER': {
      const user = await loaders.users.load(link.target)
      return user && { kind: 'USER', user }
    }
    case 'COLLECTION': {
      const collection = await loaders.collections.load(link.target)
      return collection && { kind: 'COLLECTION', collection }
    }
    case 'SPACE': {
      const space = await loaders.spaces.load(link.target)
      return space && { kind: 'SPACE', space }
    }
    // OpenAPI specifications have no location.
    case 'OPENAPI':
      return null
    default:
      return contentLocation(context, reading, link)
  }
}

async function contentLocation(
  context: Context,
  reading: Reading,
  { kind, target, space: otherId, anchor }: LinkRow,
): Promise<Location | null> {
  const { revision } = reading
  const space = await linkLoaders(context).spaces.load(otherId === '' ? revision.spaceId : otherId)
  if (!space) return null
  const base = otherId === '' ? { space, reading } : { space }
  const revisionId = otherId === '' ? revision.id : space.revisionId
  const selection = otherId === '' ? reading.selection : 'LIVE'
  if (kind === 'FILE') {
    const file = await contentLoaders(context).files.load({ revisionId, id: target })
    return file && { kind: 'FILE', ...base, file: readAs(file, selection) }
  }
  if (kind === 'REUSABLE_CONTENT') {
    const reusableContent = await contentLoaders(context).reusableContents.load({ revisionId, id: target })
    return (
      reusableContent && {
        kind: 'REUSABLE_CONTENT',
        ...base,
        reusableContent: readAs(reusableContent, selection),
      }
    )
  }
  const page = await contentLoaders(context).pages.load({ revisionId, pageId: target })
  return (
    page && { kind: 'PAGE', ...base, page: readAs(page, selection), anchor: anchor === '' ? null : anchor }
  )
}
