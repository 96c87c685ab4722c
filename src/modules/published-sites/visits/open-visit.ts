import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '../../../config.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { computedState } from '../../content/computed/state.ts'
import { effectiveSettings } from '../../customizations/service.ts'
import { publishingAuthOf } from '../../publishing/service.ts'
import { ownAddress, publishedAddress } from '../../sites/addresses.ts'
import { takeShareKey } from '../addresses/share-keys.ts'
import { findSiteAt, type SiteAt } from '../addresses/site-address.ts'
import { admit, type Scope } from './admission.ts'
import { cookiesToKeep, type RequestCredentials, readCredentials } from './request-credentials.ts'
import { visibleStructure } from './visible-structure.ts'
import { hasConditions, type Visit } from './visit.ts'

export interface Opened {
  readonly visit: Visit
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[]
}

/** Where somebody who was not let in may sign in. */
export interface SignIn {
  readonly signIn: string
}

/** The addresses at which there can be a site for a request. */
function siteAddressesOf({ baseUrl }: Pick<Config, 'baseUrl'>, request: IncomingMessage): URL[] {
  const path = request.url ?? '/'
  const host = request.headers.host ?? ''
  const addresses = [
    mayNameSite(host, baseUrl) ? URL.parse(`https://${host}${path}`) : null,
    path.startsWith('/sites/') ? URL.parse(`${baseUrl}${path}`) : null,
  ]
  return addresses.filter((address) => address !== null)
}

/** Names of sites have a dot; the server is asked for its health by its number. */
function mayNameSite(host: string, baseUrl: string): boolean {
  if (host === '' || host === new URL(baseUrl).host) return false
  const name = URL.parse(`https://${host}`)?.hostname ?? ''
  return name.includes('.') && isIP(name) === 0
}

/** Lets the sender of a request in to the site that it asks for. Null where there is none, or none for them. */
export async function openVisit(scope: Scope, request: IncomingMessage): Promise<Opened | SignIn | null> {
  for (const url of siteAddressesOf(scope.config, request)) {
    const found = await findSiteAt(scope, url)
    if (found) return openSite(scope, request, url, found)
  }
  return null
}

async function openSite(
  scope: Scope,
  request: IncomingMessage,
  url: URL,
  found: SiteAt,
): Promise<Opened | SignIn | null> {
  const { site } = found
  const { at, shareKey } = await takeShareKey(scope.database, found)
  const query = url.searchParams
  const requestCredentials = await readCredentials(scope, site, request, { query, shareKey })
  const visitor = await admit(scope, site, requestCredentials.credentials)
  if (!visitor) return signInOf(scope, site, url)
  const appearance = await effectiveSettings(scope.database, site)
  const key = shareKey === null ? '' : `/${shareKey}`
  const visit: Visit = {
    scope,
    site,
    structure: await visibleStructure(scope.database, site, visitor),
    computedState: await computedState(scope.database.pool, site.organizationId),
    appearance,
    settings: appearance.site,
    claims: visitor.claims,
    base: site.proxy === null ? at.basePath : `https://${site.proxy}${key}`,
    address: (publishedAddress(scope.config, site) ?? ownAddress(scope.config, site)) + key,
    segments: at.segments,
    query,
    hasShareKey: shareKey !== null,
    isPreview: requestCredentials.preview !== null,
    isPersonal: await hasConditions(scope, site, appearance.site),
  }
  return { visit, cookies: await keptCookies(visit, requestCredentials) }
}

async function keptCookies(
  { scope, site, base, address }: Visit,
  requestCredentials: RequestCredentials,
): Promise<string[]> {
  const path = new URL(base || '/', address).pathname
  return cookiesToKeep(scope, site, requestCredentials, { path, isSecure: address.startsWith('https:') })
}

async function signInOf({ database }: Scope, site: Site, url: URL): Promise<SignIn | null> {
  if (!site.published || site.visibility !== 'VISITOR_AUTH') return null
  const { fallbackUrl } = await publishingAuthOf(database, site.id)
  const signIn = fallbackUrl === null ? null : URL.parse(fallbackUrl)
  signIn?.searchParams.set('location', url.pathname)
  return signIn && { signIn: signIn.href }
}
