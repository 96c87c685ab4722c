import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../../config.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'
import { takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAtUrl, type SiteAtUrl } from '../addresses/site-address.ts'
import type { SiteCache } from '../site-cache.ts'
import { type AdmissionReads, admit, readsAt, type Services } from './admission.ts'
import { newCookies, type RequestCredentials, readCredentials } from './request-credentials.ts'
import { type SiteParts, sitePartsAt } from './site-parts.ts'
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

/** Returns the URLs at which the request could find a site. */
function siteAddressesOf({ baseUrl }: Pick<Config, 'baseUrl'>, request: IncomingMessage): URL[] {
  const path = request.url ?? '/'
  const host = request.headers.host ?? ''
  const addresses = [
    mayNameSite(host, baseUrl) ? URL.parse(`https://${host}${path}`) : null,
    path.startsWith('/sites/') ? URL.parse(`${baseUrl}${path}`) : null,
  ]
  return addresses.filter((address) => address !== null)
}

/** Host names of sites have a dot. Health checks use IP addresses, which are skipped. */
function mayNameSite(host: string, baseUrl: string): boolean {
  if (host === '' || host === new URL(baseUrl).host) return false
  const name = URL.parse(`https://${host}`)?.hostname ?? ''
  return name.includes('.') && isIP(name) === 0
}

/** The services of the handler of sites. */
export interface SiteServices extends Services {
  readonly cache: SiteCache
}

/** Admits the visitor of a request. Returns null if there is no site at the URL, or the visitor is not admitted. */
export async function openVisit(
  services: SiteServices,
  request: IncomingMessage,
): Promise<OpenedVisit | SignIn | null> {
  for (const url of siteAddressesOf(services.config, request)) {
    const found = await findSiteAtUrl(services, url)
    if (found) return openSite(services, request, url, found)
  }
  return null
}

async function openSite(
  services: SiteServices,
  request: IncomingMessage,
  url: URL,
  found: SiteAtUrl,
): Promise<OpenedVisit | SignIn | null> {
  const { config } = services
  const { site } = found
  const { at, shareKey } = takeShareKey(found)
  const requestCredentials = await readCredentials(services, site, request, {
    query: url.searchParams,
    shareKey,
  })
  const reads = readsAt(at, async () => (await sitePartsAt(services, at)).adaptiveSchema)
  const visitor = await admit(config, site, requestCredentials.credentials, reads)
  if (!visitor) return signInOf(at, url)
  const parts = await sitePartsAt(services, at)
  const visit = visitOf(services, at, parts, visitor, {
    query: url.searchParams,
    shareKey,
    isPreview: requestCredentials.preview !== null,
  })
  return { visit, cookies: await cookiesOf(visit, requestCredentials, reads) }
}

function visitOf(
  { config, database, cache }: SiteServices,
  { site, versions, basePath, segments }: SiteAtUrl,
  { structure, appearance, conditions, digest }: SiteParts,
  visitor: Visitor,
  { query, shareKey, isPreview }: Pick<Visit, 'query' | 'isPreview'> & { shareKey: string | null },
): Visit {
  const key = shareKey === null ? '' : `/${shareKey}`
  const base = site.proxy === null ? basePath : `https://${site.proxy}${key}`
  const address = (publishedAddress(config, site) ?? ownAddress(config, site)) + key
  const holding = conditions.filter((condition) => conditionHolds(condition, visitor.claims))
  return {
    services: { config, database },
    cache,
    site,
    structure: visibleStructure(structure, visitor),
    computedVersion: versions.computed,
    appearance,
    settings: appearance.site,
    claims: visitor.claims,
    base,
    address,
    segments,
    query,
    hasShareKey: shareKey !== null,
    isPreview,
    isPersonal: conditions.length > 0,
    key: JSON.stringify([
      [site.id, versions.site, digest, versions.computed],
      [base, address, segments, shareKey !== null, isPreview],
      holding,
    ]),
  }
}

async function cookiesOf(
  { services, site, base, address }: Visit,
  requestCredentials: RequestCredentials,
  reads: AdmissionReads,
): Promise<string[]> {
  const path = new URL(base || '/', address).pathname
  const isSecure = address.startsWith('https:')
  return newCookies(services.config, site, requestCredentials, reads, { path, isSecure })
}

function signInOf({ site, access: { fallbackUrl } }: SiteAtUrl, url: URL): SignIn | null {
  if (!site.published || site.visibility !== 'VISITOR_AUTH') return null
  const signIn = fallbackUrl === null ? null : URL.parse(fallbackUrl)
  signIn?.searchParams.set('location', url.pathname)
  return signIn && { signIn: signIn.href }
}
