import type { Prisma, Site } from '../../../generated/prisma/client.ts'
import type { Settings } from '../../customizations/settings.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import type { Scope } from './admission.ts'
import { pathOfSiteSpace } from './path-resolution.ts'
import type { VisibleSiteSpace, VisibleStructure } from './visible-structure.ts'

/** A visitor who was let in, and the site as they see it. */
export interface Visit {
  readonly scope: Scope
  readonly site: Site
  readonly structure: VisibleStructure
  /** The settings of the site, and those of its site-spaces by their ids. */
  readonly appearance: { readonly site: Settings; readonly siteSpaces: ReadonlyMap<string, Settings> }
  /** Changes with what is computed in the spaces. */
  readonly computedState: string
  /** The look of what is being read. */
  readonly settings: Settings
  readonly claims: VisitorClaims
  /** What links inside the site begin with, without a slash at the end; may be empty. */
  readonly base: string
  /** The same for links that are read elsewhere. */
  readonly address: string
  /** The path on the site, decoded. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** Came in by the key of a share link, which is part of the address. */
  readonly hasShareKey: boolean
  readonly isPreview: boolean
  /** Other visitors may see something else of the structure. */
  readonly isPersonal: boolean
}

/** Only these sites are made known to search engines. */
export const isOpenToRobots = ({ site, isPreview }: Visit): boolean =>
  site.published && site.visibility === 'PUBLIC' && !isPreview

/** The path of a site-space below the address of the site, with a slash in front unless it is empty. */
export function siteSpacePath({ structure }: Visit, siteSpace: VisibleSiteSpace): string {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId) ?? null
  const path = pathOfSiteSpace(section, siteSpace)
  return path === '' ? '' : `/${path}`
}

/** The path of a page below the address of its site-space. */
export const encodePagePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')

/** Whether conditions decide what visitors of the site see. */
export async function hasConditions(
  { database }: Scope,
  { id: siteId }: Site,
  settings: Settings,
): Promise<boolean> {
  if (settings.header.links.some(({ condition }) => condition)) return true
  const conditional = { siteId, condition: { not: null } } satisfies Prisma.SiteSectionWhereInput
  const section = await database.prisma.siteSection.findFirst({ where: conditional, select: { id: true } })
  if (section) return true
  const siteSpace = await database.prisma.siteSpace.findFirst({ where: conditional, select: { id: true } })
  return siteSpace !== null
}
