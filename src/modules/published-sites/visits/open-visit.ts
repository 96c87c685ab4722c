import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../../base/config.ts'
import { noteOrganization } from '../../../base/current-request.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import type { AskedAddress } from '../../../http/forwarded-address.ts'
import type { RateLimiter } from '../../../rate-limits/rate-limiter.ts'
import { settingsIn } from '../../customizations/localized-settings.ts'
import { ownAddress, proxyAddress, publishedAddress } from '../../sites/addresses.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { guessesShareKey, takeShareKey } from '../addresses/share-keys.ts'
import {
  findVersionedSiteAtUrl,
  isHostOfSites,
  type SiteAtUrl,
  type VersionedSite,
} from '../addresses/site-address.ts'
import type { SiteCache } from '../site-cache.ts'
import { type AdmissionReads, admit, readsAt, type Services } from './admission.ts'
import { readLogoSizes } from './logo-sizes.ts'
import {
  decodedCookies,
  endedVisitorCookie,
  newCookies,
  type RequestCredentials,
  readCredentials,
} from './request-credentials.ts'
import { shownSettings } from './shown-settings.ts'
import { type Appearance, type SiteParts, sitePartsAt } from './site-parts.ts'
import { visibleStructure } from './visible-structure.ts'
import type { Visit } from './visit.ts'

export interface OpenedVisit {
  readonly visit: Visit
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]
}

/** The sign-in URL for a visitor who was not admitted. */
export interface SignIn {
  readonly signIn: string
}

/** Where a visitor who signs out goes, without the cookie with their token. */
export interface SignOut {
  readonly signOut: string
  readonly cookies: readonly string[]
}

/** Hosts that are IP addresses or have no dot, as most requests within a network name them. */
const hostWithoutSite = /^([a-z0-9-]+|[0-9.]+)(:\d*)?$/i

/** Returns the URL of a request at the host name that it asks for, or null for hosts that no site can have. */
function addressAtHost(
  { config: { baseUrl }, askedAddress }: Pick<SiteServices, 'config' | 'askedAddress'>,
  request: IncomingMessage,
): URL | null {
  const { host, target } = askedAddress(request)
  const isOfServer =
    hostWithoutSite.test(host) || baseUrl === `https://${host}` || baseUrl === `http://${host}`
  if (isOfServer && target.startsWith('/')) return null
  const url = URL.parse(target.startsWith('/') ? `https://${host}${target}` : target)
  if (!url || url.host === new URL(baseUrl).host) return null
  // The same host: the dot says that the name is complete.
  url.hostname = url.hostname.replace(/\.$/, '')
  // Host names of sites have a dot. Health checks use IP addresses, which are skipped.
  return url.hostname.includes('.') && isIP(url.hostname) === 0 ? url : null
}

/** Returns the URL of a request below the base URL of this server, or null unless it is that of a site. */
const addressBelowBase = (
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { url = '/' }: IncomingMessage,
): URL | null => (url.startsWith('/sites/') ? URL.parse(`${baseUrl}${url}`) : null)

/** Returns whether the host that the request asks for is one of a site or of the sites of an organization. */
export async function isAtHostOfSites(
  services: Pick<SiteServices, 'config' | 'database' | 'askedAddress'>,
  request: IncomingMessage,
): Promise<boolean> {
  const address = addressAtHost(services, request)
  return address !== null && isHostOfSites(services.database, address.hostname)
}

/** Returns false for a request whose URL can be that of no site. */
export const mayBeForSite = (
  services: Pick<SiteServices, 'config' | 'askedAddress'>,
  request: IncomingMessage,
): boolean => request.url?.startsWith('/sites/') === true || addressAtHost(services, request) !== null

export interface SiteServices extends Services {
  readonly cache: SiteCache
  readonly limiter: RateLimiter
  /** Returns the address that the client of a request asked for, behind proxies too. */
  readonly askedAddress: (request: IncomingMessage) => AskedAddress
}

/**
 * Admits the visitor of a request. Returns null if there is no site at the URL, or the visitor is not admitted. Throws
 * RATE_LIMITED for an address that has sent too many requests.
 */
export async function openVisit(
  services: SiteServices,
  request: IncomingMessage,
): Promise<OpenedVisit | SignIn | SignOut | null> {
  const asked = await findAskedSite(services, request)
  return asked && openSite(services, request, asked)
}

/** The site that a request asks for, and the address of the request. */
export interface AskedSite {
  readonly url: URL
  readonly at: VersionedSite
  /** The key of a share link that was in the path. */
  readonly shareKey: string | null
}

/** Finds the site at the URL of a request. Throws RATE_LIMITED for an address that has sent too many requests. */
export async function findAskedSite(
  services: SiteServices,
  request: IncomingMessage,
): Promise<AskedSite | null> {
  const atHost = addressAtHost(services, request)
  const below = addressBelowBase(services.config, request)
  if (atHost || below) services.limiter.admitVisitor(request)
  const found = atHost && (await findVersionedSiteAtUrl(services, atHost))
  if (found) return { url: atHost, ...takeShareKey(found) }
  if (!below || (await isAtHostOfSites(services, request))) return null
  const foundBelow = await findVersionedSiteAtUrl(services, below)
  return foundBelow && { url: below, ...takeShareKey(foundBelow) }
}

export const readsOfVisit = (services: SiteServices, at: VersionedSite): AdmissionReads =>
  readsAt(at, async () => (await sitePartsAt(services, at)).adaptiveSchema)

async function openSite(
  services: SiteServices,
  request: IncomingMessage,
  { url, at, shareKey }: AskedSite,
): Promise<OpenedVisit | SignIn | SignOut | null> {
  const { config } = services
  const { site } = at
  noteOrganization(site.organizationId)
  const signOut = signOutOf(services, at)
  if (signOut) return signOut
  const requestCredentials = await readCredentials(services, site, decodedCookies(request), {
    query: url.searchParams,
    shareKey,
  })
  const reads = readsOfVisit(services, at)
  const visitor = await admit(config, site, requestCredentials.credentials, reads)
  if (!visitor) {
    if (guessesShareKey(at)) services.limiter.countFailure(request)
    return signInOf(at, url)
  }
  const parts = await sitePartsAt(services, at)
  const visit = visitOf(services, at, parts, visitor, {
    url,
    shareKey,
    isPreview: requestCredentials.preview !== null,
  })
  return { visit, cookies: await cookiesOf(visit, requestCredentials, reads) }
}

export function visitOf(
  { config, database, cache }: Services & Pick<SiteServices, 'cache'>,
  { site, versions, position, basePath, segments }: VersionedSite,
  { structure, appearance, adaptiveSchema, conditions, digest }: SiteParts,
  visitor: Visitor,
  { url, shareKey, isPreview }: { url: URL; shareKey: string | null; isPreview: boolean },
): Visit {
  const key = shareKey === null ? '' : `/${shareKey}`
  const base = baseOf({ site, url, basePath, key, isPreview })
  const address = (publishedAddress(config, site) ?? ownAddress(config, site)) + key
  const holding = conditions.filter((condition) => conditionHolds(condition, visitor.claims))
  return {
    services: { config, database },
    cache,
    site,
    found: { url, versions, position },
    structure: visibleStructure(structure, visitor),
    computedVersion: versions.computed,
    appearance,
    settings: settingsIn(
      shownSettings(appearance.site, visitor),
      () => appearance.site.internationalization.locale,
    ),
    claims: visitor.claims,
    base,
    assets: assetsOf(base, url, segments),
    address,
    segments,
    query: url.searchParams,
    hasShareKey: shareKey !== null,
    isPreview,
    isPersonal: conditions.length > 0,
    expectsClaims:
      site.adaptiveContentEnabled || site.visibility === 'VISITOR_AUTH' || adaptiveSchema !== null,
    key: JSON.stringify([
      [site.id, versions.site, digest, versions.computed],
      [base, assetsOf(base, url, segments), address, segments, shareKey !== null, isPreview],
      holding,
    ]),
  }
}

/**
 * Returns the visit of somebody who may administer a site, which need not be published, to a path of it below the base URL. The
 * site has settings that need not be stored, so that nothing of the visit may be kept.
 */
export async function settingsPreview(
  services: Services & Pick<SiteServices, 'cache'>,
  { id, organizationId }: Pick<Site, 'id' | 'organizationId'>,
  path: string,
  settings: Pick<Appearance, 'site' | 'siteSpaces'>,
): Promise<Visit | null> {
  const root = `${services.config.baseUrl}/sites/${organizationId}/${id}`
  const url = new URL(root)
  url.pathname += path.startsWith('/') ? path : `/${path}`
  const at = await findVersionedSiteAtUrl(services, url)
  if (!at) return null
  const parts = await sitePartsAt(services, at)
  const all = [settings.site, ...settings.siteSpaces.values()]
  const appearance = { ...settings, logoSizes: await readLogoSizes(services.database, all) }
  return visitOf(
    services,
    at,
    { ...parts, appearance },
    { claims: {} },
    { url, shareKey: null, isPreview: true },
  )
}

interface Placed {
  readonly site: Site
  readonly url: URL
  readonly basePath: string
  /** The key of a share link as a part of the path; empty without one. */
  readonly key: string
  readonly isPreview: boolean
}

/**
 * Returns what links within the site begin with. A proxy may also forward to the address of the site below the base URL of
 * this server, so that links there lead to the proxy; those of a preview do not, which shows a site whose proxy is not set up.
 */
function baseOf({ site, url, basePath, key, isPreview }: Placed): string {
  const proxy = proxyAddress(site)
  const isAtProxy = proxy === `https://${url.host}${basePath.slice(0, basePath.length - key.length)}`
  return proxy === null || isAtProxy || isPreview ? basePath : proxy + key
}

/**
 * Returns what the addresses of files begin with that a page loads. While links lead to a proxy, those of files are relative
 * to the page, so that it looks right at each of the addresses of the site.
 */
function assetsOf(base: string, { pathname }: URL, segments: readonly string[]): string {
  const above = segments.length - (pathname.endsWith('/') ? 0 : 1)
  if (!base.startsWith('https:') || above < 0 || pathname.includes('//')) return base
  return above === 0 ? '.' : Array(above).fill('..').join('/')
}

async function cookiesOf(
  { services, site, base, address }: Visit,
  requestCredentials: RequestCredentials,
  reads: AdmissionReads,
): Promise<string[]> {
  return newCookies(services.config, site, requestCredentials, reads, cookieAttributes(base, address))
}

const cookieAttributes = (base: string, address: string) => ({
  path: new URL(base || '/', address).pathname,
  isSecure: address.startsWith('https:'),
})

/** The path below a site at which visitors sign out. */
const signOutPath = '~logout'

/** Returns how a visitor signs out, if that is what the path asks for and the site says where they go. */
function signOutOf(
  { config }: SiteServices,
  { site, segments, basePath, access: { logoutUrl } }: SiteAtUrl,
): SignOut | null {
  const isAsked = segments.length === 1 && segments[0] === signOutPath
  if (!isAsked || logoutUrl === null || !site.published || site.visibility !== 'VISITOR_AUTH') return null
  const base = proxyAddress(site) ?? basePath
  const address = publishedAddress(config, site) ?? ownAddress(config, site)
  return { signOut: logoutUrl, cookies: [endedVisitorCookie(cookieAttributes(base, address))] }
}

function signInOf({ site, access: { fallbackUrl } }: SiteAtUrl, url: URL): SignIn | null {
  if (!site.published || site.visibility !== 'VISITOR_AUTH') return null
  const signIn = fallbackUrl === null ? null : URL.parse(fallbackUrl)
  signIn?.searchParams.set('location', url.pathname)
  return signIn && { signIn: signIn.href }
}
