import { createHash } from 'node:crypto'
import { notFound, orNotFound } from '../../../base/errors.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import type { Context } from '../../../request/context.ts'
import { readCompletePageByPath } from '../../content/computed/complete-reads.ts'
import { redirectTarget } from '../../redirects/lookups.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { type LimitedGrant, readLimitedGrant } from '../../visitors/site-grants.ts'
import { expiryOfToday, type SiteToken, signSiteToken } from '../../visitors/site-tokens.ts'
import type { VisitorClaims } from '../../visitors/visitor.ts'
import { guessesShareKey, takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAtUrl, type SiteAtUrl } from '../addresses/site-address.ts'
import {
  type Admission,
  admit,
  type Credentials,
  readsAt,
  readsOfDatabase,
  type Services,
} from '../visits/admission.ts'
import { type Resolution, resolvePath } from '../visits/path-resolution.ts'
import { type SectionAtPath, type SiteSpaceAtPath, visibleParts } from '../visits/structure-at-path.ts'

type ResolvedPath = Resolution<SectionAtPath, SiteSpaceAtPath>

export interface PublishedContent {
  readonly kind: 'content'
  readonly site: Site
  readonly resolution: ResolvedPath
  /** Path of the page in the space, empty for the first page. */
  readonly pathname: string
  /** The part of the URL path before `pathname`. */
  readonly basePath: string
  /** The part of the URL path before the path of the site-space. */
  readonly siteBasePath: string
  readonly shareKey: string | null
  /** Token that reads the content as the same visitor, until the end of the day at most. */
  readonly apiToken: string
  /** Hash of the visitor's claims; null without claims. */
  readonly contextId: string | null
  readonly canonicalUrl: string
  readonly isPreview: boolean
}

export interface PublishedRedirect {
  readonly kind: 'redirect'
  readonly target: 'CONTENT' | 'EXTERNAL'
  readonly redirect: string
  readonly site: Site
}

export interface LookupInput {
  readonly url: string
  readonly visitorToken?: string
  readonly unsignedClaims?: Readonly<Record<string, unknown>>
  /** Redirect visitors who are not admitted to the sign-in URL of the site. */
  readonly redirectOnError: boolean
}

/**
 * Resolves a URL of a published site as a visitor. Throws NOT_FOUND for everything that the visitor is not admitted
 * to.
 */
export async function lookUpPublished(
  services: Services & Pick<Context, 'countGuess'>,
  input: LookupInput,
): Promise<PublishedContent | PublishedRedirect> {
  const url = new URL(input.url)
  const found = orNotFound(await findSiteAtUrl(services, url))
  const { at, shareKey } = takeShareKey(found)
  const preview = await previewAt(services, at.site, url)
  const credentials = credentialsOf(input, shareKey, preview)
  const { adaptiveSchema } = readsOfDatabase(services.database, at.site)
  const visitor = await admit(services.config, at.site, credentials, readsAt(at, adaptiveSchema))
  if (!visitor) {
    if (guessesShareKey(at)) services.countGuess?.()
    return refusal(at, input)
  }
  return contentAt(services, at, { visitor, shareKey, preview })
}

/** Returns the preview that the URL asks for; null without one. */
async function previewAt({ database }: Services, site: Site, url: URL): Promise<LimitedGrant | null> {
  const token = url.searchParams.get('preview')
  const found = token === null ? null : await readLimitedGrant(database, token)
  return found?.grant.siteId === site.id ? found : null
}

const credentialsOf = (
  { visitorToken, unsignedClaims }: LookupInput,
  shareKey: string | null,
  preview: LimitedGrant | null,
): Credentials => ({
  ...(shareKey !== null && { shareKey }),
  ...(visitorToken !== undefined && { visitorToken }),
  ...(unsignedClaims !== undefined && { unsignedClaims }),
  ...(preview && { preview: preview.grant.preview }),
})

function refusal(
  { site, access: { fallbackUrl } }: SiteAtUrl,
  { redirectOnError }: LookupInput,
): PublishedRedirect {
  if (!redirectOnError || !site.published || site.visibility !== 'VISITOR_AUTH') throw notFound()
  if (fallbackUrl === null) throw notFound()
  return { kind: 'redirect', target: 'EXTERNAL', redirect: fallbackUrl, site }
}

/** The visitor of a URL, and the share link or preview by which they were admitted. */
interface Lookup {
  readonly visitor: Admission
  readonly shareKey: string | null
  readonly preview: LimitedGrant | null
}

async function contentAt(
  services: Services,
  at: SiteAtUrl,
  lookup: Lookup,
): Promise<PublishedContent | PublishedRedirect> {
  const { site, segments, basePath: siteBasePath } = at
  const { database, config } = services
  const parts = await visibleParts(database, site, lookup.visitor)
  const resolution = resolvePath(await parts.at(segments), segments)
  if (!resolution) throw notFound()
  const { siteSpace, siteSpacePath, pathSegments } = resolution
  const pathname = pathSegments.join('/')
  const isThere =
    pathname === '' || (await readCompletePageByPath(database.query, siteSpace.revisionId, pathname))
  const end = isThere ? null : await redirectTarget(services, site, `/${segments.join('/')}`, parts.show)
  if (end)
    return { kind: 'redirect', target: end.path === null ? 'EXTERNAL' : 'CONTENT', redirect: end.url, site }
  const named = segments.length - pathSegments.length
  const canonical = [publishedAddress(config, site) ?? ownAddress(config, site), siteSpacePath, pathname]
  return {
    kind: 'content',
    site,
    resolution,
    pathname,
    basePath: [siteBasePath, ...segments.slice(0, named).map(encodeURIComponent)].join('/'),
    siteBasePath,
    shareKey: lookup.shareKey,
    apiToken: await tokenFor(services, site, resolution, lookup),
    contextId: contextOf(lastingClaims(lookup.visitor.claims)),
    canonicalUrl: canonical.filter((part) => part !== '').join('/'),
    isPreview: lookup.preview !== null,
  }
}

/** Returns the token with which the visitor reads the site: the same for equal visits of a day. */
function tokenFor(
  { database }: Services,
  { id, organizationId }: Site,
  { section, siteSpace }: ResolvedPath,
  { visitor: { claims, signedWith, until }, shareKey, preview }: Lookup,
): Promise<string> {
  const token: SiteToken = {
    organization: organizationId,
    site: id,
    ...(section && { siteSection: section.id }),
    siteSpace: siteSpace.id,
    space: siteSpace.spaceId,
    claims: lastingClaims(claims),
    ...(shareKey !== null && { shareKey }),
    ...(signedWith !== undefined && { signedWith }),
    ...(preview && { preview: true as const }),
  }
  const expires = Math.min(expiryOfToday(), until ?? Infinity, preview?.expires ?? Infinity)
  return signSiteToken(database, token, expires)
}

/** Returns the claims without times and ids, which differ in every token of the same visitor. */
function lastingClaims({ iat, exp, nbf, jti, ...lasting }: VisitorClaims): VisitorClaims {
  return lasting
}

const contextOf = (claims: VisitorClaims): string | null =>
  Object.keys(claims).length === 0
    ? null
    : createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
