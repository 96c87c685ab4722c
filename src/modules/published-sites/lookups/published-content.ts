import { createHash } from 'node:crypto'
import { notFound } from '../../../errors.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { readCompletePageByPath } from '../../content/computed/complete-reads.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { redirectTarget } from '../../redirects/service.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { readSiteGrant, signSiteGrant } from '../../visitors/site-grants.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAt, type SiteAt } from '../addresses/site-address.ts'
import { admit, type Credentials, type Scope } from '../visits/admission.ts'
import { type Resolution, resolvePath } from '../visits/path-resolution.ts'
import { isVisibleTarget, visibleStructure } from '../visits/visible-structure.ts'

/** What an address of a published site leads to. */
export interface PublishedContent {
  readonly kind: 'content'
  readonly site: Site
  readonly resolution: Resolution
  /** The path of the page in the space, empty for the first. */
  readonly pathname: string
  /** What comes before it in the address. */
  readonly basePath: string
  /** What comes before the path of the site-space in the address. */
  readonly siteBasePath: string
  readonly shareKey: string | null
  /** Reads the content as the same visitor, for a limited time. */
  readonly apiToken: string
  /** Changes with whatever the visitor's claims change; null without claims. */
  readonly contextId: string | null
  readonly canonicalUrl: string
}

export interface PublishedRedirect {
  readonly kind: 'redirect'
  readonly target: 'CONTENT' | 'EXTERNAL'
  readonly redirect: string
}

export interface LookupInput {
  readonly url: string
  readonly visitorToken?: string
  readonly unsignedClaims?: Readonly<Record<string, unknown>>
  /** Send visitors who are not let in where the site says that they can sign in. */
  readonly redirectOnError: boolean
}

export const apiTokenLifetimeSeconds = 3600

/** Resolves an address of a published site as a visitor; whatever they are not let in to is NOT_FOUND. */
export async function lookUpPublished(
  scope: Scope,
  input: LookupInput,
): Promise<PublishedContent | PublishedRedirect> {
  const url = new URL(input.url)
  const found = await findSiteAt(scope, url)
  if (!found) throw notFound()
  const { at, shareKey } = await takeShareKey(scope.database, found)
  const credentials = await credentialsOf(scope, at.site, url, input, shareKey)
  const visitor = await admit(scope, at.site, credentials)
  if (!visitor) return refusal(scope, at.site, input)
  return contentAt(scope, at, visitor, credentials)
}

async function credentialsOf(
  { database }: Scope,
  site: Site,
  url: URL,
  { visitorToken, unsignedClaims }: LookupInput,
  shareKey: string | null,
): Promise<Credentials> {
  const previewToken = url.searchParams.get('preview')
  const grant = previewToken === null ? null : await readSiteGrant(database, previewToken)
  return {
    ...(shareKey !== null && { shareKey }),
    ...(visitorToken !== undefined && { visitorToken }),
    ...(unsignedClaims !== undefined && { unsignedClaims }),
    ...(grant?.siteId === site.id && grant.preview && { preview: grant.preview }),
  }
}

async function refusal(
  { database }: Scope,
  site: Site,
  { redirectOnError }: LookupInput,
): Promise<PublishedRedirect> {
  if (!redirectOnError || !site.published || site.visibility !== 'VISITOR_AUTH') throw notFound()
  const { fallbackUrl } = await publishingAuthOf(database, site.id)
  if (fallbackUrl === null) throw notFound()
  return { kind: 'redirect', target: 'EXTERNAL', redirect: fallbackUrl }
}

async function contentAt(
  scope: Scope,
  at: SiteAt,
  visitor: Visitor,
  credentials: Credentials,
): Promise<PublishedContent | PublishedRedirect> {
  const { site, segments, basePath: siteBasePath } = at
  const { database, config } = scope
  const structure = await visibleStructure(database, site, visitor)
  const resolution = resolvePath(structure, segments)
  if (!resolution) throw notFound()
  const { siteSpace, siteSpacePath, pathSegments } = resolution
  const pathname = pathSegments.join('/')
  const isThere =
    pathname === '' || (await readCompletePageByPath(database.pool, siteSpace.space.revisionId, pathname))
  const target = isThere
    ? null
    : await redirectTarget(scope, site, `/${segments.join('/')}`, isVisibleTarget(structure))
  if (target) return { kind: 'redirect', target: 'CONTENT', redirect: target }
  const named = segments.length - pathSegments.length
  const canonical = [publishedAddress(config, site) ?? ownAddress(config, site), siteSpacePath, pathname]
  return {
    kind: 'content',
    site,
    resolution,
    pathname,
    basePath: [siteBasePath, ...segments.slice(0, named).map(encodeURIComponent)].join('/'),
    siteBasePath,
    shareKey: credentials.shareKey ?? null,
    apiToken: await signSiteGrant(database, { siteId: site.id, ...credentials }, apiTokenLifetimeSeconds),
    contextId: contextOf(visitor),
    canonicalUrl: canonical.filter((part) => part !== '').join('/'),
  }
}

function contextOf({ claims }: Visitor): string | null {
  if (Object.keys(claims).length === 0) return null
  // Of claims only what conditions may read: every token has its own times and its own id.
  const { iat, exp, nbf, jti, ...lasting } = claims
  return createHash('sha256').update(JSON.stringify(lasting)).digest('base64url')
}
