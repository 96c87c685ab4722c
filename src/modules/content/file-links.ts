import type { SecretStore } from '../../access/installation-secrets.ts'
import { signUrl, steadyExpiryAfter } from '../../access/signed-urls.ts'
import type { SiteVisit } from '../../access/viewer.ts'
import type { Config } from '../../base/config.ts'

/**
 * The period in seconds during which the same link is returned, so that responses can be cached. A link is valid for
 * one to two periods.
 */
export const linkLifetimeSeconds = 3600

interface LinkServices {
  readonly config: Pick<Config, 'baseUrl'>
  readonly database: SecretStore
}

interface LinkedFile {
  /** Id of the version, whose name, type and bytes never change. */
  readonly id: string
  readonly name: string
}

const pathOf = ({ id, name }: LinkedFile): string => `/files/${id}/${encodeURIComponent(name)}`

/** Returns a signed, expiring URL that downloads a file version without authentication. */
export const downloadURL = (
  services: LinkServices,
  file: LinkedFile,
  now = Date.now(),
): string | Promise<string> =>
  signUrl(services, pathOf(file), {}, steadyExpiryAfter(linkLifetimeSeconds, now))

/**
 * The period in seconds during which visitors of a site that is not for everybody get the same link. Caches keep what has
 * it as long as the token of the visitor is valid, which is a day.
 */
const visitorLifetimeSeconds = 2 * 86_400

/** How many days a version can be read after it was replaced or deleted, by those whose caches have its link. */
export const daysAfterRemoval = 7

/**
 * Returns a signed URL that downloads a file version for visitors of a site. On a site for everybody it is always the
 * same, so that it outlives every cache, and the site is checked when it is read.
 */
export const publishedURL = (
  services: LinkServices,
  file: LinkedFile,
  { siteId, isPublic }: Pick<SiteVisit, 'siteId' | 'isPublic'>,
  now = Date.now(),
): string | Promise<string> =>
  isPublic
    ? signUrl(services, pathOf(file), { site: siteId }, null)
    : signUrl(services, pathOf(file), {}, steadyExpiryAfter(visitorLifetimeSeconds, now))
