import { AppError } from '../../base/errors.ts'
import { parseObjectId, typeOfObjectId } from '../../base/object-ids.ts'
import type { Context } from '../../request/context.ts'
import { parseSourceId } from './computed/source-ids.ts'
import { loadPagesOfSource } from './computed/source-reads.ts'
import { idOfFile, idOfPage, idOfReusableContent, storedContext } from './content-ids.ts'
import { contentLoaders } from './loaders.ts'
import {
  type LocatedFile,
  type LocatedPage,
  type LocatedReusableContent,
  type ReadAs,
  readAs,
} from './located-content.ts'
import { findPage } from './service.ts'

/** Returns the page with an id made by `idOfPage`; null if there is none that the viewer may read. */
export async function findPageNode(context: Context, id: string): Promise<LocatedPage | null> {
  const { stable, contexts } = parseObjectId(id)
  const computed = contexts.at(-1) !== storedContext
  const place = contexts[0] === storedContext ? undefined : contexts[0]
  const page = place?.startsWith('src')
    ? await findPageOfSource(context, place, stable)
    : await findPageIn(context, stable, place, computed)
  return page && (await idOfPage(context, page)) === id ? page : null
}

/** Returns the file with an id made by `idOfFile`; null if there is none that the viewer may read. */
export async function findFileNode(context: Context, id: string): Promise<LocatedFile | null> {
  const { stable, contexts } = parseObjectId(id)
  const found = await findRevision(context, stable, contexts[0])
  const file =
    found && (await contentLoaders(context).files.load({ revisionId: found.revisionId, id: stable }))
  const located = file && readAs(file, found.readAs)
  return located && (await idOfFile(context, located)) === id ? located : null
}

/** Returns the reusable content with an id made by `idOfReusableContent`; null if there is none the viewer may read. */
export async function findReusableContentNode(
  context: Context,
  id: string,
): Promise<LocatedReusableContent | null> {
  const { stable, contexts } = parseObjectId(id)
  const found = await findRevision(context, stable, contexts[0])
  const { reusableContents } = contentLoaders(context)
  const content = found && (await reusableContents.load({ revisionId: found.revisionId, id: stable }))
  const located = content && readAs(content, found.readAs)
  return located && (await idOfReusableContent(context, located)) === id ? located : null
}

async function findPageIn(
  context: Context,
  pageId: string,
  place: string | undefined,
  computed: boolean,
): Promise<LocatedPage | null> {
  const found = await findRevision(context, pageId, place)
  const page = found && (await findPage(context, found.revisionId, pageId, { computed }))
  return page && readAs(page, found.readAs)
}

async function findPageOfSource(
  context: Context,
  place: string,
  pageId: string,
): Promise<LocatedPage | null> {
  const computation = parseSourceId(place)
  if (!computation) return null
  try {
    const pages = await loadPagesOfSource(context, computation.spaceId, computation)
    return pages.find((page) => page.pageId === pageId) ?? null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

interface FoundRevision {
  readonly revisionId: string
  readonly readAs?: ReadAs
}

/**
 * Returns the revision that an id names by its context: a revision, a change request, a duplicated space, or a computed
 * page. Without a context it is the active revision of the space that has the object.
 */
async function findRevision(
  context: Context,
  stable: string,
  place: string | undefined,
): Promise<FoundRevision | null> {
  const { readableRevisions, spacesOfContent } = contentLoaders(context)
  const type = place === undefined ? undefined : typeOfObjectId(place)
  if (type === 'Revision' || type === 'ChangeRequest') {
    const revisionId = await readableRevisions.load(place as string)
    if (!revisionId) return null
    return type === 'Revision' ? { revisionId } : { revisionId, readAs: 'CHANGE_REQUEST' }
  }
  const spaceId =
    type === 'Space' ? place : await spacesOfContent.load(type === 'Page' ? (place as string) : stable)
  const revisionId = spaceId && (await readableRevisions.load(spaceId))
  return revisionId ? { revisionId, readAs: 'LIVE' } : null
}
