import type { IncomingMessage } from 'node:http'
import type { Site } from '../../../generated/prisma/client.ts'
import { guessesShareKey } from '../addresses/share-keys.ts'
import { admit, type Credentials } from './admission.ts'
import { findAskedSite, readsOfVisit, type SiteServices, visitOf } from './open-visit.ts'
import { noCookies, readCredentials } from './request-credentials.ts'
import { sitePartsAt } from './site-parts.ts'
import type { Visit } from './visit.ts'

/** A visit of an assistant, and the address that it asked for. */
export interface AssistantVisit {
  readonly url: URL
  /** Decoded path segments on the site. */
  readonly segments: readonly string[]
  /** Null if a token would admit it. */
  readonly visit: Visit | null
}

/** Reads what the token of a request says of the site that it asks for. */
export type CredentialsOfToken = (site: Site) => Promise<Pick<Credentials, 'visitorToken' | 'isMember'>>

/**
 * Admits the program of a visitor as `openVisit` admits their browser, but by its address and its token alone: cookies do not
 * count. Returns null if there is no site at the URL, or none that the program may know of.
 */
export async function openAssistantVisit(
  services: SiteServices,
  request: IncomingMessage,
  credentialsOfToken: CredentialsOfToken,
): Promise<AssistantVisit | null> {
  const asked = await findAskedSite(services, request)
  if (!asked) return null
  const { url, at, shareKey } = asked
  const { site } = at
  const { credentials, preview } = await readCredentials(services, site, noCookies, {
    query: url.searchParams,
    shareKey,
  })
  const all = { ...credentials, ...(await credentialsOfToken(site)) }
  const visitor = await admit(services.config, site, all, readsOfVisit(services, at))
  if (!visitor) {
    if (guessesShareKey(at)) services.limiter.countFailure(request)
    return site.published && site.visibility === 'VISITOR_AUTH'
      ? { url, segments: at.segments, visit: null }
      : null
  }
  const parts = await sitePartsAt(services, at)
  const place = { url, shareKey, isPreview: preview !== null }
  return { url, segments: at.segments, visit: visitOf(services, at, parts, visitor, place) }
}
