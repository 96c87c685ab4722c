import type { ContentRef } from '../../formats/page/types.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import { References, textOfReferences } from '../../modules/published-sites/visible-content/references.ts'
import { readSiteSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import type { PageView } from '../render/navigation.ts'
import { referencesOfFrame } from '../render/page-frame.ts'
import { coverOf } from './cover.ts'
import { readVariants } from './page-variants.ts'

type Surroundings = Pick<PageView, 'siteSpace' | 'pages'> & { readonly page: LocatedPage | null }

/** Reads the targets of references in the texts, the cover, the navigation and the frame. */
export function readReferences(
  visit: Visit,
  around: Surroundings,
  texts: readonly string[],
): Promise<References> {
  const targets = around.pages.all.flatMap(({ target }) => (target ? [target as unknown as ContentRef] : []))
  const cover = around.page ? coverOf(around.page) : []
  const refs = [...referencesOfFrame(visit), ...cover, ...targets]
  return References.read(visit, around, [...texts, textOfReferences(refs)])
}

/** Returns the view of content that is not a page, as if it were in a site-space, or else in the first one. */
export async function framePageView(
  visit: Visit,
  siteSpace = resolvePath(visit.structure, [])?.siteSpace,
): Promise<PageView | null> {
  if (!siteSpace) return null
  const pages = await readSiteSpacePages(visit, siteSpace)
  const around = { siteSpace, pages, page: null }
  const [references, variants] = await Promise.all([
    readReferences(visit, around, []),
    readVariants(visit, around),
  ])
  return { visit, ...around, references, variants }
}
