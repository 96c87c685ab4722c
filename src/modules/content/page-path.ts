import type { PageVersion } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { contentLoaders } from './loaders.ts'
import { locatedPage } from './located-content.ts'

/** Returns the path of a document or group in its revision. */
export function pathOf(page: PageVersion, context: Context): string | Promise<string> {
  const known = knownPathOf(page)
  if (known !== undefined) return known
  const { revisionId } = locatedPage(page)
  const parentPath = contentLoaders(context).paths.load({ revisionId, pageId: page.parentId as string })
  return parentPath.then((above) => `${above}/${slugOf(page)}`)
}

/** Returns the path of a page that is at the root or was read with the pages above it. */
export const knownPathOf = (page: PageVersion): string | undefined =>
  locatedPage(page).path ?? (page.parentId === null ? slugOf(page) : undefined)

/** Returns the slug of a document or group, which always has one. */
export const slugOf = ({ slug }: Pick<PageVersion, 'slug'>) => slug as string
