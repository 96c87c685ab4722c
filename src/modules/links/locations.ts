import type {
  Collection,
  FileVersion,
  ReusableContentVersion,
  Revision,
  Space,
  User,
} from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { contentLoaders } from '../content/loaders.ts'
import type { LocatedPage } from '../content/located-pages.ts'
import type { LinkPlace, LinkRow } from './link-reads.ts'
import { linkLoaders } from './loaders.ts'

/** What is read: a revision of a space that the viewer may read, and whether it was named as a change request's. */
export interface Reading {
  readonly revision: Revision
  readonly ofChangeRequest: boolean
}

/** Content in the revision that is read; of another space, in its active one. */
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
  | (InSpace & { readonly kind: 'FILE'; readonly file: FileVersion })
  | PageLocation
  | (InSpace & { readonly kind: 'REUSABLE_CONTENT'; readonly reusableContent: ReusableContentVersion })

export interface PageLocation extends InSpace {
  readonly kind: 'PAGE'
  readonly page: LocatedPage
  readonly anchor: string | null
}

export type LocationOf<Kind extends Location['kind']> = Extract<Location, { kind: Kind }>

/** Where a link stands. Null for a place that is gone, which no revision has that was read a moment ago. */
export async function locationOfPlace(
  context: Context,
  reading: Reading,
  { pageId, section }: LinkPlace,
): Promise<PageLocation | null> {
  const { id: revisionId, spaceId } = reading.revision
  const [space, page] = await Promise.all([
    linkLoaders(context).spaces.load(spaceId),
    contentLoaders(context).pages.load({ revisionId, pageId }),
  ])
  return space && page && { kind: 'PAGE', space, reading, page, anchor: section }
}

/** What a link leads to; null for what the viewer may not see, and likewise for what is not there. */
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
    // There are no specifications yet.
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
  if (kind === 'FILE') {
    const file = await contentLoaders(context).files.load({ revisionId, id: target })
    return file && { kind: 'FILE', ...base, file }
  }
  if (kind === 'REUSABLE_CONTENT') {
    const reusableContent = await contentLoaders(context).reusableContents.load({ revisionId, id: target })
    return reusableContent && { kind: 'REUSABLE_CONTENT', ...base, reusableContent }
  }
  const page = await contentLoaders(context).pages.load({ revisionId, pageId: target })
  return page && { kind: 'PAGE', ...base, page, anchor: anchor === '' ? null : anchor }
}
