import type { Site } from '../../../generated/prisma/client.ts'
import type { Settings } from '../../customizations/settings.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import type { VersionedSite } from '../addresses/site-address.ts'
import type { SiteCache } from '../site-cache.ts'
import type { Services } from './admission.ts'
import { pathOfSiteSpace } from './path-resolution.ts'
import type { Appearance } from './site-parts.ts'
import type { VisibleSiteSpace, VisibleStructure } from './visible-structure.ts'

/** An admitted visitor, and the site as they see it. */
export interface Visit {
  readonly services: Services
  readonly cache: SiteCache
  readonly site: Site
  /** The URL at which the site was found, and what it was like. */
  readonly found: Pick<VersionedSite, 'versions' | 'position'> & { readonly url: URL }
  readonly structure: VisibleStructure
  readonly appearance: Appearance
  /** Changes when the computed content of spaces changes. */
  readonly computedVersion: string
  /** Customization of the requested content. */
  readonly settings: Settings
  readonly claims: VisitorClaims
  /** Prefix of links within the site, without a trailing slash; may be empty. */
  readonly base: string
  /** Prefix of the addresses of files that pages load, without a trailing slash: `base`, or relative to the page. */
  readonly assets: string
  /** The absolute form of `base`. */
  readonly address: string
  /** Decoded path segments on the site. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  /** The visitor was admitted by the key of a share link, which is part of the URL. */
  readonly hasShareKey: boolean
  readonly isPreview: boolean
  /** Other visitors may see a different structure. */
  readonly isPersonal: boolean
  /** Visitors are expected to have claims: those of the same address may get different responses. */
  readonly expectsClaims: boolean
  /**
   * Determines, together with the claims, all responses to the visit that depend on nothing but the site. The claims
   * count only for content with conditions.
   */
  readonly key: string
}

/** Returns whether search engines may index the site. */
export const isOpenToRobots = ({ site, isPreview }: Visit): boolean =>
  site.published && site.visibility === 'PUBLIC' && !isPreview

/** Returns the path of a site-space, with a leading slash unless it is empty. */
export function siteSpacePath({ structure }: Visit, siteSpace: VisibleSiteSpace): string {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId) ?? null
  const path = pathOfSiteSpace(section, siteSpace)
  return path === '' ? '' : `/${path}`
}

/** The parameters of an address that a cookie takes the place of. */
const credentialParameters = ['jwt_token', 'preview'] as const

/** Returns whether the address of the request has a credential in it. */
export const hasCredentialInAddress = ({ query }: Visit): boolean =>
  credentialParameters.some((name) => query.has(name))

/** Returns the query of the request without credentials, for the address that it is redirected to. */
export function keptQuery({ query }: Visit): URLSearchParams {
  const kept = new URLSearchParams(query)
  for (const name of credentialParameters) kept.delete(name)
  return kept
}

/** Returns the address of the request on the site, without credentials. */
export function addressWithoutCredentials(visit: Visit): string {
  const path = visit.segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  const query = keptQuery(visit)
  return (visit.base + path || '/') + (query.size > 0 ? `?${query}` : '')
}

export const searchPath = ({ base }: Visit): string => `${base}/~search`

/** Returns the path of the feed of the site. Undefined if programs that read feeds may not open it. */
export const feedPath = (visit: Visit): string | undefined =>
  isOpenToRobots(visit) ? `${visit.base}/rss.xml` : undefined

/** Returns the path of a page relative to its site-space, with a leading slash. */
export const encodePagePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => `/${encodeURIComponent(segment)}`)
    .join('')
