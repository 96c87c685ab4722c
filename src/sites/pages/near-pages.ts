import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pathOfPage, readSiteSpacePages } from '../../modules/published-sites/visible-content/space-pages.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { isListedForMachines, listedPages } from '../resources/listed-pages.ts'

/** A page whose name is similar to that of one that does not exist. */
export interface NearPage {
  readonly title: string
  readonly href: string
  /** The title of its space; null in the space that the path names. */
  readonly place: string | null
}

/** Maximum pages and site-spaces that are compared with a path, so that nobody keeps the server busy with paths. */
const compared = { pages: 2000, siteSpaces: 5 } as const

const shownPages = 5

/** How similar a name must be, from 0 to 1. */
const leastSimilarity = 0.4

/** Returns the pages whose names are most similar to the end of the path, the most similar first. */
export async function findNearPages(visit: Visit): Promise<NearPage[]> {
  const wanted = pairsOf(nameOf(visit))
  if (wanted.size === 0) return []
  const found: (NearPage & { readonly similarity: number })[] = []
  let left: number = compared.pages
  const shown = new Set<string>()
  for (const { siteSpace, isNamed } of siteSpacesFrom(visit)) {
    const pages = await readSiteSpacePages(visit, siteSpace)
    const space = visit.base + siteSpacePath(visit, siteSpace)
    const some = listedPages({ pages }, isListedForMachines).slice(0, left)
    left -= some.length
    for (const page of some) {
      const similarity = similarityTo(wanted, page)
      // The same page of another variant says nothing more.
      if (similarity < leastSimilarity || shown.has(page.pageId)) continue
      shown.add(page.pageId)
      const place = isNamed ? null : siteSpace.space.title
      found.push({ title: page.title, href: space + pathOfPage(pages, page) || '/', place, similarity })
    }
  }
  return found.sort((one, other) => other.similarity - one.similarity).slice(0, shownPages)
}

/** Returns the site-spaces to look in, first the one that the path names. */
function siteSpacesFrom({ structure, segments }: Visit) {
  const named = resolvePath(structure, segments)?.siteSpace
  const others = structure.siteSpaces.filter(({ id, hidden }) => !hidden && id !== named?.id)
  return [...(named ? [named] : []), ...others]
    .slice(0, compared.siteSpaces)
    .map((siteSpace) => ({ siteSpace, isNamed: siteSpace === named }))
}

/** Returns the name that the path ends with, without an extension. */
export const nameOf = ({ segments }: Pick<Visit, 'segments'>): string =>
  (segments.at(-1) ?? '').replace(/\.\w{1,5}$/, '').slice(0, 200)

const similarityTo = (wanted: ReadonlySet<string>, { slug, title }: LocatedPage): number =>
  Math.max(similarity(wanted, pairsOf(slug ?? '')), similarity(wanted, pairsOf(title)))

/** Returns the share of pairs of letters that two names have in common. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const pair of other) if (one.has(pair)) common += 1
  return (2 * common) / (one.size + other.size || 1)
}

/** Returns the pairs of letters of a name, and the beginnings of its words. */
function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>()
  for (const word of name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = ` ${word}`
    for (let index = 0; index + 1 < letters.length; index++) pairs.add(letters.slice(index, index + 2))
  }
  return pairs
}
