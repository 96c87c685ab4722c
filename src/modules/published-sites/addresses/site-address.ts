import { isExistingOrganization } from '../../../access/existing-organization.ts'
import type { Config } from '../../../base/config.ts'
import type { Database } from '../../../database/client.ts'
import { type LogPosition, parsePosition } from '../../../database/replicas/log-position.ts'
import type { Site } from '../../../generated/prisma/client.ts'
import { computedVersion } from '../../content/computed/version.ts'
import { structureVersion } from './versions.ts'

export interface SiteAtUrl {
  readonly site: Site
  /** Path of the site in the URL, without a trailing slash; may be empty. */
  readonly basePath: string
  /** Decoded path segments below the site. */
  readonly segments: readonly string[]
  readonly access: SiteAccess
}

/** The site at a URL, with what tells whether responses of it are still up to date. */
export interface VersionedSite extends SiteAtUrl {
  readonly versions: SiteVersions
  /** The position in the log that has what was written in the organization; 0 where no replicas are read. */
  readonly position: LogPosition
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

interface Services {
  readonly config: Pick<Config, 'baseUrl'>
  readonly database: Pick<Database, 'query' | 'replicas'>
}

/**
 * Finds the site at a URL: below the base URL of this server, at a host name of the site, below the host name of its
 * organization, or behind a proxy on another domain. Runs one statement. Does not check who may read the site.
 */
export async function findSiteAtUrl(services: Services, url: URL): Promise<SiteAtUrl | null> {
  const place = placeAt(services.config, url)
  const row = place && (await readSite<SiteRow>(services.database, place, place.statements.unversioned))
  return row && siteAt(row, place.segments)
}

/** Finds the site at a URL like `findSiteAtUrl`, with the versions of what its responses are made of, which it reads. */
export async function findVersionedSiteAtUrl(services: Services, url: URL): Promise<VersionedSite | null> {
  const { config, database } = services
  const place = placeAt(config, url)
  const statement = database.replicas ? 'positioned' : 'versioned'
  const row = place && (await readSite<VersionedSiteRow>(database, place, place.statements[statement]))
  if (!row) return null
  const { structureVersion: structure, computedVersion: computed, writtenPosition, ...rest } = row
  return {
    ...siteAt(rest, place.segments),
    versions: { site: row.siteVersion, structure, computed },
    position: parsePosition(writtenPosition ?? '') ?? 0n,
  }
}

/** Where a URL may be that of a site. */
interface Place {
  readonly statements: Statements
  /** The first three parameters of the statements. */
  readonly parameters: readonly unknown[]
  readonly segments: readonly string[]
}

/** Returns null for a URL that can be that of no site. */
function placeAt({ baseUrl }: Pick<Config, 'baseUrl'>, url: URL): Place | null {
  const segments = segmentsOf(url.pathname)
  if (!segments) return null
  const base = new URL(baseUrl)
  if (url.host !== base.host) return placeAtHost(url.hostname, segments)
  const own = segmentsOf(base.pathname) ?? []
  const [room, organization, name, ...rest] = segments.slice(own.length)
  if (room !== 'sites' || !organization || !name) return null
  const before = segments.length - rest.length
  return { statements: belowBaseUrl, parameters: [organization, name, before], segments }
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

function placeAtHost(hostname: string, segments: readonly string[]): Place {
  const prefixes = segments
    .slice(0, maximumProxySegments)
    .map((_, index) => [hostname, ...segments.slice(0, index + 1)].join('/'))
  return { statements: atHost, parameters: [hostname, segments[0] ?? null, prefixes], segments }
}

interface SiteRow extends Site, SiteAccess {
  /** The number of leading path segments that are the path of the site. */
  readonly taken: number
  /** The lowest of several candidates is the best. */
  readonly rank: number
  readonly siteVersion: string
}

interface VersionedSiteRow extends SiteRow {
  readonly structureVersion: string
  readonly computedVersion: string
  readonly writtenPosition?: string | null
}

async function readSite<Row extends SiteRow>(
  database: Pick<Database, 'query'>,
  { parameters, segments }: Place,
  statement: string,
): Promise<Row | null> {
  const keys = segments.filter((segment) => shareKeyPattern.test(segment))
  const [row] = await database.query<Row>(statement, [...parameters, keys])
  return row ?? null
}

function siteAt(row: SiteRow, segments: readonly string[]): SiteAtUrl {
  const { taken, rank: _rank, siteVersion: _version, ...rest } = row
  const { shareKeys, signingKey, fallbackUrl, logoutUrl, ...site } = rest
  const basePath = segments.slice(0, taken).map((segment) => `/${encodeURIComponent(segment)}`)
  return {
    site,
    basePath: basePath.join(''),
    segments: segments.slice(taken),
    access: { shareKeys, signingKey, fallbackUrl, logoutUrl },
  }
}

/**
 * The statements that read the site at a place: with the versions of its rows, with those and the position of what was written
 * in its organization, which a replica cannot read, and without either.
 */
interface Statements {
  readonly versioned: string
  readonly positioned: string
  readonly unversioned: string
}

const versions = `${structureVersion('s.id')} AS "structureVersion",
    ${computedVersion('s."organizationId"')} AS "computedVersion",`

const position = `(SELECT w.position::text FROM "WritePosition" w WHERE w.subject = s."organizationId") AS "writtenPosition",`

/**
 * Returns SQL that reads the best of candidates as a SiteRow. `candidates` is SQL for sites with the columns `taken` and
 * `rank`, `further` for columns besides. The keys in the path are the fourth parameter. Without its LIMIT, the
 * join would read the settings of all sites while these are few.
 */
const siteAmong = (candidates: string, further = '') => `
  SELECT s.*, ${further}
    ARRAY(SELECT l.key FROM "ShareLink" l WHERE l.key = ANY($4::text[]) AND l."siteId" = s.id AND l.active)
      AS "shareKeys",
    a."privateKey" AS "signingKey", a."fallbackUrl", a."logoutUrl"
  FROM (${candidates} ORDER BY rank, published DESC, id LIMIT 1) s
  LEFT JOIN LATERAL (SELECT * FROM "PublishingAuth" WHERE "siteId" = s.id LIMIT 1) a ON TRUE`

const statementsFor = (candidates: string): Statements => ({
  unversioned: siteAmong(candidates),
  versioned: siteAmong(candidates, versions),
  positioned: siteAmong(candidates, `${versions} ${position}`),
})

const site = 's.*, s.xmin::text AS "siteVersion"'

/** SQL for the sites `s` of the organization `o` that have the id or the name `$2`, each found by an index. */
const sitesNamed = `CROSS JOIN LATERAL (
    SELECT id FROM "Site" WHERE id = $2 AND "organizationId" = o.id
    UNION ALL SELECT id FROM "Site" WHERE "organizationId" = o.id AND basename = $2) named
  JOIN "Site" s ON s.id = named.id`

const belowBaseUrl = statementsFor(`
  SELECT ${site}, $3::int AS taken, 0 AS rank
  FROM (SELECT * FROM "Organization" WHERE id = $1 UNION ALL SELECT * FROM "Organization" WHERE hostname = $1 LIMIT 1) o
  ${sitesNamed}
  WHERE o."deletedAt" IS NULL`)

const atHost = statementsFor(`
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
