import { objectId, objectIdInSql } from '../../base/object-ids.ts'
import type { ColumnInSql } from '../../graph/fields/computed/computed.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from './loaders.ts'
import type { ContentPlace, LocatedFile, LocatedPage, LocatedReusableContent } from './located-content.ts'

/** Returns the description of the id of an object of content, whose field `stable` is the same everywhere. */
export const contentIdDescription = (stable: string): string =>
  `Opaque identifier. \`${stable}\` is the same in every revision; the id identifies the object as it was read: in the live content, where both are equal, in a change request or in a revision. Arguments take either.`

/** The context in the id of a page that was read with `computed: false`. */
export const storedContext = 'stored'

/**
 * Returns the id of a page where it was read. It has the context of its revision, unless the page is live: then it is
 * the plain id, or has the id of the computed page that generates the page.
 */
export function idOfPage(context: Context, page: LocatedPage): string | Promise<string> {
  const { pageId, computedSeed } = page
  const generator = page.generatedPages ? (computedSeed ?? undefined) : undefined
  const idFrom = (origin: string | undefined) =>
    objectId(pageId, origin ?? generator, page.storedOnly === true && storedContext)
  const origin = originOf(context, page)
  return origin instanceof Promise ? origin.then(idFrom) : idFrom(origin)
}

/** Returns SQL for the id of a page, from SQL for its columns. */
export const idOfPageInSql = (column: ColumnInSql): string =>
  objectIdInSql(
    column('pageId'),
    originInSql(column),
    `CASE WHEN ${column('storedOnly')} THEN '${storedContext}' END`,
  )

/** Returns the id of a file where it was read, with the context of its revision unless the file is live. */
export const idOfFile = (context: Context, file: LocatedFile): string | Promise<string> =>
  idAt(context, file.fileId, file)

/** Returns the id of a reusable content where it was read, with the context of its revision unless it is live. */
export const idOfReusableContent = (
  context: Context,
  content: LocatedReusableContent,
): string | Promise<string> => idAt(context, content.reusableId, content)

function idAt(context: Context, id: string, place: ContentPlace): string | Promise<string> {
  const origin = originOf(context, place)
  return origin instanceof Promise ? origin.then((known) => objectId(id, known)) : objectId(id, origin)
}

/** Returns SQL for the same id, from SQL for the columns of the content, of which one has the id that is the same everywhere. */
export const idInSql = (id: string) => (column: ColumnInSql) => objectIdInSql(column(id), originInSql(column))

const originInSql = (column: ColumnInSql): string =>
  `CASE ${column('readAs')} WHEN 'LIVE' THEN CASE WHEN ${column('sharesContentIds')} THEN ${column('spaceId')} END
      WHEN 'CHANGE_REQUEST' THEN ${column('changeRequestId')} ELSE ${column('revisionId')} END`

/**
 * Returns the id of the revision, change request or source that content was read from; undefined for live content. Live
 * content of a duplicated space is named by the space, because its pages and files have the ids of the original.
 */
function originOf(
  context: Context,
  { spaceId, revisionId, readAs, sharesContentIds, changeRequestId }: ContentPlace,
): string | undefined | Promise<string | undefined> {
  if (readAs == null) return revisionId
  const loaders = contentLoaders(context)
  const nameOfDuplicate = (isDuplicate: boolean) => (isDuplicate ? spaceId : undefined)
  if (readAs === 'LIVE')
    return sharesContentIds == null
      ? loaders.duplicated.load(spaceId).then(nameOfDuplicate)
      : nameOfDuplicate(sharesContentIds)
  if (readAs === 'CHANGE_REQUEST') return changeRequestId ?? loaders.changeRequestIds.load(revisionId)
  return readAs.source
}
