import { createHash } from 'node:crypto'
import { expiryAfter } from '../../../access/signed-urls.ts'
import { notFound } from '../../../errors.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { readCompletePageByPath } from '../../content/computed/complete-reads.ts'
import { redirectTarget } from '../../redirects/service.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { readSiteGrant, signSiteGrant } from '../../visitors/site-grants.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAtUrl, type SiteAtUrl } from '../addresses/site-address.ts'
import { admit, type Credentials, readsAt, readsOfDatabase, type Services } from '../visits/admission.ts'
import { type Resolution, resolvePath } from '../visits/path-resolution.ts'
import { isVisibleTarget, readStructure, visibleStructure } from '../visits/visible-structure.ts'

/** The content at a URL of a published site. */
export interface PublishedContent {
  readonly kind: 'content'
  readonly site: Site
  readonly resolution: Resolution
  /** Path of the page in the space, empty for the first page. */
  readonly pathname: string
  /** The part of the URL path before `pathname`. */
  readonly basePath: string
  /** The part of the URL path before the path of the site-space. */
  readonly siteBasePath: string
  readonly shareKey: string | null
  /** Token that reads the content as the same visitor, for a limited time. */
  readonly apiToken: string
  /** Hash of the visitor's claims; null without claims. */
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
  /** Redirect visitors who are not admitted to the sign-in URL of the site. */
  readonly redirectOnError: boolean
}

export const apiTokenLifetimeSeconds = 3600

/**
 * Resolves a URL of a published site as a visitor. Throws NOT_FOUND for everything that the visitor is not admitted
 * to.
 */
export async function lookUpPublished(
  services: Services,
  input: LookupInput,
): Promise<PublishedContent | PublishedRedirect> {
  const url = new URL(input.url)
  const found = await findSiteAtUrl(services, url)
  if (!found) throw notFound()
  const { at, shareKey } = takeShareKey(found)
  const credentials = await credentialsOf(services, at.site, url, input, shareKey)
  const { adaptiveSchema } = readsOfDatabase(services.database, at.site)
  const visitor = await admit(services.config, at.site, credentials, readsAt(at, adaptiveSchema))
  if (!visitor) return refusal(at, input)
  return contentAt(services, at, visitor, credentials)
}

async function credentialsOf(
  { database }: Services,
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

function refusal(
  { site, access: { fallbackUrl } }: SiteAtUrl,
  { redirectOnError }: LookupInput,
): PublishedRedirect {
  if (!redirectOnError || !site.published || site.visibility !== 'VISITOR_AUTH') throw notFound()
  if (fallbackUrl === null) throw notFound()
  return { kind: 'redirect', target: 'EXTERNAL', redirect: fallbackUrl }
}

async function contentAt(
  services: Services,
  at: SiteAtUrl,
  visitor: Visitor,
  credentials: Credentials,
): Promise<PublishedContent | PublishedRedirect> {
  const { site, segments, basePath: siteBasePath } = at
  const { database, config } = services
  const structure = visibleStructure(await readStructure(database, site), visitor)
  const resolution = resolvePath(structure, segments)
  if (!resolution) throw notFound()
  const { siteSpace, siteSpacePath, pathSegments } = resolution
  const pathname = pathSegments.join('/')
  const isThere =
    pathname === '' || (await readCompletePageByPath(database.query, siteSpace.space.revisionId, pathname))
  const target = isThere
    ? null
    : await redirectTarget(services, site, `/${segments.join('/')}`, isVisibleTarget(structure))
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
    apiToken: await signSiteGrant(
      database,
      { siteId: site.id, ...credentials },
      expiryAfter(apiTokenLifetimeSeconds),
    ),
    contextId: contextOf(visitor),
    canonicalUrl: canonical.filter((part) => part !== '').join('/'),
  }
}

function contextOf({ claims }: Visitor): string | null {
  if (Object.keys(claims).length === 0) return null
  // Times and ids differ in every token, and would give the same visitor several contexts.
  const { iat, exp, nbf, jti, ...lasting } = claims
  return createHash('sha256').update(JSON.stringify(lasting)).digest('base64url')
}
