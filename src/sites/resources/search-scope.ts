import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import type { VisibleSiteSpace } from '../../modules/published-sites/visits/visible-structure.ts'
import { searchPath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { inLanguage } from '../../modules/sites/structure/localized.ts'
import { languageOfVariant } from '../pages/page-variants.ts'

/** Where a search begins, and what it covers. */
export interface SearchScope {
  /** The site-space that the reader comes from, or else the first one. Undefined if none is searched. */
  readonly current: VisibleSiteSpace | undefined
  readonly isCurrentOnly: boolean
}

/** The parameters of the search of a site: the words, the site-space that they are searched from, and `all` or `current`. */
export const searchParameters = { query: 'query', from: 'from', scope: 'scope' } as const

/** Returns the site-spaces that are searched, each space once. That of the reader stands for its space. */
export function searchedSiteSpaces(
  { structure }: Visit,
  { current, isCurrentOnly }: SearchScope,
): ReadonlyMap<string, VisibleSiteSpace> {
  const bySpace = new Map<string, VisibleSiteSpace>()
  if (current) bySpace.set(current.spaceId, current)
  if (isCurrentOnly) return bySpace
  for (const siteSpace of structure.siteSpaces)
    if (!siteSpace.hidden && !bySpace.has(siteSpace.spaceId)) bySpace.set(siteSpace.spaceId, siteSpace)
  return bySpace
}

/** Reads the scope of a request. A site-space that the visitor cannot see or find is taken for the first one. */
export function readScope(visit: Visit): SearchScope {
  const from = visit.query.get(searchParameters.from)
  const listed = visit.structure.siteSpaces.filter(({ hidden }) => !hidden)
  const first = resolvePath(visit.structure, [])?.siteSpace
  return {
    current: listed.find(({ id }) => id === from) ?? listed.find(({ id }) => id === first?.id) ?? listed[0],
    isCurrentOnly: visit.query.get(searchParameters.scope) === 'current',
  }
}

export function searchAddress(visit: Visit, { current, isCurrentOnly }: SearchScope, query?: string): string {
  const parameters = new URLSearchParams(query === undefined ? {} : { [searchParameters.query]: query })
  if (current) parameters.set(searchParameters.from, current.id)
  if (isCurrentOnly) parameters.set(searchParameters.scope, 'current')
  return parameters.size > 0 ? `${searchPath(visit)}?${parameters}` : searchPath(visit)
}

/**
 * Returns the name of the site-space of the reader, for a switch between it and the whole site. Undefined if the site has no
 * other to search.
 */
export function nameOfScope(visit: Visit, { current }: SearchScope): string | undefined {
  const { structure, settings } = visit
  const listed = structure.siteSpaces.filter(({ hidden }) => !hidden)
  if (!current || listed.length < 2) return undefined
  const { locale } = settings.internationalization
  const language = languageOfVariant(visit, current) ?? locale
  const variant = inLanguage(current.space.title, current.localizedTitle, language)
  const section = structure.sections.find(({ id }) => id === current.sectionId)
  if (!section) return variant
  const title = inLanguage(section.title, section.localizedTitle, language)
  const hasVariants = listed.filter(({ sectionId }) => sectionId === section.id).length > 1
  return hasVariants && variant !== title ? `${title} › ${variant}` : title
}

/**
 * Orders site-spaces by how near they are to the reader: the current one, then those of other sections that the reader would
 * come to (the same version or language, or else the default), then the other variants of the section, then the rest.
 */
export function distanceFrom(
  visit: Visit,
  { current }: SearchScope,
): (siteSpace: VisibleSiteSpace) => number {
  if (!current) return () => 0
  const counterparts = new Map<string | null, VisibleSiteSpace | undefined>()
  const counterpartIn = (sectionId: string | null) => {
    if (!counterparts.has(sectionId)) counterparts.set(sectionId, counterpart(visit, current, sectionId))
    return counterparts.get(sectionId)
  }
  return (siteSpace) => {
    if (siteSpace.id === current.id) return 0
    if (siteSpace.sectionId === current.sectionId) return 2
    return counterpartIn(siteSpace.sectionId)?.id === siteSpace.id ? 1 : 3
  }
}

function counterpart(
  visit: Visit,
  current: VisibleSiteSpace,
  sectionId: string | null,
): VisibleSiteSpace | undefined {
  const variants = visit.structure.siteSpaces.filter((one) => one.sectionId === sectionId && !one.hidden)
  const language = languageOfVariant(visit, current)
  return (
    variants.find(({ path }) => path === current.path) ??
    variants.find((one) => language !== undefined && languageOfVariant(visit, one) === language) ??
    variants.find(({ isDefault }) => isDefault)
  )
}
