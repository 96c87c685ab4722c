import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../../config.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { computedState } from '../../content/computed/state.ts'
import { effectiveSettings } from '../../customizations/service.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAtUrl, type SiteAtUrl } from '../addresses/site-address.ts'
import { admit, type Services } from './admission.ts'
import { newCookies, type RequestCredentials, readCredentials } from './request-credentials.ts'
import { visibleStructure } from './visible-structure.ts'
import { hasConditions, type Visit } from './visit.ts'

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

/** Admits the visitor of a request. Returns null if there is no site at the URL, or the visitor is not admitted. */
export async function openVisit(
  services: Services,
  request: IncomingMessage,
): Promise<OpenedVisit | SignIn | null> {
  for (const url of siteAddressesOf(services.config, request)) {
    const found = await findSiteAtUrl(services, url)
    if (found) return openSite(services, request, url, found)
  }
  return null
}

async function openSite(
  services: Services,
  request: IncomingMessage,
  url: URL,
  found: SiteAtUrl,
): Promise<OpenedVisit | SignIn | null> {
  const { site } = found
  const { at, shareKey } = await takeShareKey(services.database, found)
  const query = url.searchParams
  const requestCredentials = await readCredentials(services, site, request, { query, shareKey })
  const visitor = await admit(services, site, requestCredentials.credentials)
  if (!visitor) return signInOf(services, site, url)
  const appearance = await effectiveSettings(services.database, site)
  const key = shareKey === null ? '' : `/${shareKey}`
  const visit: Visit = {
    services,
    site,
    structure: await visibleStructure(services.database, site, visitor),
    computedState: await computedState(services.database.pool, site.organizationId),
    appearance,
    settings: appearance.site,
    claims: visitor.claims,
    base: site.proxy === null ? at.basePath : `https://${site.proxy}${key}`,
    address: (publishedAddress(services.config, site) ?? ownAddress(services.config, site)) + key,
    segments: at.segments,
    query,
    hasShareKey: shareKey !== null,
    isPreview: requestCredentials.preview !== null,
    isPersonal: await hasConditions(services, site, appearance.site),
  }
  return { visit, cookies: await cookiesOf(visit, requestCredentials) }
}

async function cookiesOf(
  { services, site, base, address }: Visit,
  requestCredentials: RequestCredentials,
): Promise<string[]> {
  const path = new URL(base || '/', address).pathname
  return newCookies(services, site, requestCredentials, { path, isSecure: address.startsWith('https:') })
}

async function signInOf({ database }: Services, site: Site, url: URL): Promise<SignIn | null> {
  if (!site.published || site.visibility !== 'VISITOR_AUTH') return null
  const { fallbackUrl } = await publishingAuthOf(database, site.id)
  const signIn = fallbackUrl === null ? null : URL.parse(fallbackUrl)
  signIn?.searchParams.set('location', url.pathname)
  return signIn && { signIn: signIn.href }
}
