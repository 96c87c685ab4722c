import { isExistingOrganization } from '../../../access/existing-organization.ts'
import type { Config } from '../../../base/config.ts'
import type { Database } from '../../../database/client.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { computedVersion } from '../../content/computed/version.ts'
import { structureVersion } from './versions.ts'

/** The site at a URL. */
export interface SiteAtUrl {
  readonly site: Site
  /** Path of the site in the URL, without a trailing slash; may be empty. */
  readonly basePath: string
  /** Decoded path segments below the site. */
  readonly segments: readonly string[]
  readonly access: SiteAccess
  readonly versions: SiteVersions
}

/** The settings for the admission of visitors, besides the site itself. */
export interface SiteAccess {
  /** The keys in the path that are those of active share links of the site. */
  readonly shareKeys: readonly string[]
  /** The key that signs the tokens of visitors; null if none was created. */
  readonly signingKey: string | null
  /** The sign-in URL of the site. */
  readonly fallbackUrl: string | null
  readonly logoutUrl: string | null
}

/** Versions of what the responses of a site are made of. Each changes with every change of its rows. */
export interface SiteVersions {
  /** Of the row of the site. */
  readonly site: string
  /** Of the structure and the settings of the site, and of its spaces. */
  readonly structure: string
  /** Of the content that its spaces compute. */
  readonly computed: string
}

const shareKeyPattern = /^[\w-]{32}$/

/** Maximum path segments of a proxy origin. */
const maximumProxySegments = 10

/**
 * Finds the site at a URL: below the base URL of this server, at a host name of the site, below the host name of its
 * organization, or behind a proxy on another domain. Runs one statement. Does not check who may read the site.
 */
export async function findSiteAtUrl(
  services: { readonly config: Pick<Config, 'baseUrl'>; readonly database: Pick<Database, 'query'> },
  url: URL,
): Promise<SiteAtUrl | null> {
  const segments = segmentsOf(url.pathname)
  if (!segments) return null
  const base = new URL(services.config.baseUrl)
  if (url.host !== base.host) return findAtHost(services.database, url.hostname, segments)
  const own = segmentsOf(base.pathname) ?? []
  const [room, organization, name, ...rest] = segments.slice(own.length)
  if (room !== 'sites' || !organization || !name) return null
  const before = segments.length - rest.length
  return findSite(services.database, belowBaseUrl, [organization, name, before], segments)
}

/** Returns null for a path with invalid percent-encoding. */
function segmentsOf(path: string): string[] | null {
  try {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
    return segments.some((segment) => segment.includes('\0') || !segment.isWellFormed()) ? null : segments
  } catch {
    return null
  }
}

async function findAtHost(
  database: Pick<Database, 'query'>,
  hostname: string,
  segments: readonly string[],
): Promise<SiteAtUrl | null> {
  const prefixes = segments
    .slice(0, maximumProxySegments)
    .map((_, index) => [hostname, ...segments.slice(0, index + 1)].join('/'))
  return findSite(database, atHost, [hostname, segments[0] ?? null, prefixes], segments)
}

interface SiteRow extends Site {
  /** The number of leading path segments that are the path of the site. */
  readonly taken: number
  /** The lowest of several candidates is the best. */
  readonly rank: number
  readonly shareKeys: readonly string[]
  readonly signingKey: string | null
  readonly fallbackUrl: string | null
  readonly logoutUrl: string | null
  readonly siteVersion: string
  readonly structureVersion: string
  readonly computedVersion: string
}

async function findSite(
  database: Pick<Database, 'query'>,
  statement: string,
  address: readonly unknown[],
  segments: readonly string[],
): Promise<SiteAtUrl | null> {
  const keys = segments.filter((segment) => shareKeyPattern.test(segment))
  const [row] = await database.query<SiteRow>(statement, [...address, keys])
  if (!row) return null
  const { taken, rank: _, shareKeys, signingKey, fallbackUrl, logoutUrl, ...rest } = row
  const { siteVersion: site, structureVersion: structure, computedVersion: computed, ...columns } = rest
  const basePath = segments.slice(0, taken).map((segment) => `/${encodeURIComponent(segment)}`)
  return {
    site: columns,
    basePath: basePath.join(''),
    segments: segments.slice(taken),
    access: { shareKeys, signingKey, fallbackUrl, logoutUrl },
    versions: { site, structure, computed },
  }
}

/**
 * Returns SQL that reads the best of candidates as a SiteRow. `candidates` is SQL for sites with the columns `taken` and
 * `rank`. The keys in the path are the fourth parameter. Without its LIMIT, the
 * join would read the settings of all sites while these are few.
 */
const siteAmong = (candidates: string) => `
  SELECT s.*,
    ARRAY(SELECT l.key FROM "ShareLink" l WHERE l.key = ANY($4::text[]) AND l."siteId" = s.id AND l.active)
      AS "shareKeys",
    ${structureVersion('s.id')} AS "structureVersion", ${computedVersion('s."organizationId"')} AS "computedVersion",
    a."privateKey" AS "signingKey", a."fallbackUrl", a."logoutUrl"
  FROM (${candidates} ORDER BY rank, published DESC, id LIMIT 1) s
  LEFT JOIN LATERAL (SELECT * FROM "PublishingAuth" WHERE "siteId" = s.id LIMIT 1) a ON TRUE`

const site = 's.*, s.xmin::text AS "siteVersion"'

/** SQL for the sites `s` of the organization `o` that have the id or the name `$2`, each found by an index. */
const sitesNamed = `CROSS JOIN LATERAL (
    SELECT id FROM "Site" WHERE id = $2 AND "organizationId" = o.id
    UNION ALL SELECT id FROM "Site" WHERE "organizationId" = o.id AND basename = $2) named
  JOIN "Site" s ON s.id = named.id`

const belowBaseUrl = siteAmong(`
  SELECT ${site}, $3::int AS taken, 0 AS rank
  FROM (SELECT * FROM "Organization" WHERE id = $1 UNION ALL SELECT * FROM "Organization" WHERE hostname = $1 LIMIT 1) o
  ${sitesNamed}
  WHERE o."deletedAt" IS NULL`)

const atHost = siteAmong(`
  SELECT ${site}, 0 AS taken, 0 AS rank FROM "Site" s WHERE s.hostname = $1 AND s."hostnameProven"
    AND ${isExistingOrganization('s."organizationId"')}
  UNION ALL
  SELECT ${site}, 1, 1
  FROM "Organization" o ${sitesNamed}
  WHERE o."customHostname" = $1 AND o."deletedAt" IS NULL
  UNION ALL
  SELECT ${site}, p.segments::int, 2 + ${maximumProxySegments} - p.segments::int
  FROM unnest($3::text[]) WITH ORDINALITY AS p(prefix, segments) JOIN "Site" s ON s.proxy = p.prefix AND s."proxyProven"
    AND ${isExistingOrganization('s."organizationId"')}`)

const hostOfSites = `SELECT
  EXISTS (SELECT 1 FROM "Site" s WHERE s.hostname = $1 AND s."hostnameProven")
  OR EXISTS (SELECT 1 FROM "Organization" o WHERE o."customHostname" = $1) AS "isTaken"`

/** Returns whether a host name is that of a site, published or not, or of the sites of an organization. */
export async function isHostOfSites(database: Pick<Database, 'query'>, hostname: string): Promise<boolean> {
  const [row] = await database.query<{ isTaken: boolean }>(hostOfSites, [hostname])
  return row?.isTaken ?? false
}
