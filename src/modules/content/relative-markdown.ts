import { bodyLinkLimits } from '../../formats/body/limits.ts'
import { relativeUrl } from '../../formats/export/relative-urls.ts'
import { rewriteReferences } from '../../formats/export/rewritten-references.ts'
import { type Context, ownerOf } from '../../request/context.ts'
import { contentLoaders } from './loaders.ts'

/** The page with a body, in its revision. */
interface LinkingPage {
  readonly revisionId: string
  readonly path: string
}

const permanentPage = /\/pages\/([A-Za-z0-9._~%-]+)/g

/**
 * Returns Markdown whose links to pages of the revision are relative to the page, as those between files at the paths of the
 * pages: `../guides/setup.md#install`. Links to what is not there and to files stay permanent. A write makes relative
 * links permanent again.
 */
export async function withRelativeLinks(
  context: Context,
  markdown: string,
  { revisionId, path }: LinkingPage,
): Promise<string> {
  const found = new Set([...markdown.matchAll(permanentPage)].map(([, id = '']) => id))
  if (found.size === 0) return markdown
  const ids = [...found].slice(0, bodyLinkLimits.links)
  const { paths } = contentLoaders(context)
  const known = await Promise.all(
    ids.map(async (pageId) => [pageId, await paths.load({ revisionId, pageId })] as const),
  )
  const pathById = new Map(known)
  return rewriteReferences('', markdown, {
    resolve: (kind, id) => {
      const target = kind === 'pages' && pathById.get(id)
      return target ? relativeUrl(`${path}.md`, `${target}.md`) : undefined
    },
    owner: ownerOf(context),
  })
}
