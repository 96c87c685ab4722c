import { isExistingOrganization } from '../../../access/existing-organization.ts'
import type { Database } from '../../../database/client.ts'
import type { TaggedKind } from '../../../renderer/cache-tags.ts'
import { structureVersion } from '../addresses/versions.ts'
import { maximumTagsOfCall } from '../limits.ts'

/** A receiver of changes of an organization: the renderer of sites, or the shared cache in front of them. */
export interface Told {
  readonly organizationId: string
  readonly receiver: 'renderer' | 'cache'
}

/** An object whose version is not the one that a receiver was told of. */
export interface ChangedVersion {
  readonly kind: TaggedKind
  readonly name: string
  /** Null if it does not exist any more. */
  readonly version: string | null
}

/** The columns of a space that visitors see. Its row also changes with comments and change requests, which they do not see. */
const spaceVersion = `concat_ws(' ', o."revisionId", o.title, o.emoji, o.icon, o.language, o."deletedAt")`

/** Versions of rows by their transaction, which are equal only if no row was written, added or deleted. */
const rowsOfSite = (table: 'ShareLink' | 'SiteRedirect') =>
  `(SELECT md5(string_agg(concat_ws(' ', r.id, r.xmin), ',' ORDER BY r.id COLLATE "C"))
    FROM "${table}" r WHERE r."siteId" = s.id)`

/** A site changes with its settings and structure, who may visit it, where it leads, and what its spaces publish. */
const siteVersion = `md5(concat_ws(' ', s.xmin, a.xmin, g.hostname, g."customHostname",
  ${structureVersion('s.id', spaceVersion)}, ${rowsOfSite('ShareLink')}, ${rowsOfSite('SiteRedirect')}))`

const changed = `
WITH current AS (
  SELECT 'site' AS kind, s.id AS name, ${siteVersion} AS version
  FROM "Site" s JOIN "Organization" g ON g.id = s."organizationId" LEFT JOIN "PublishingAuth" a ON a."siteId" = s.id
  WHERE s."organizationId" = $1 AND g."deletedAt" IS NULL
  UNION ALL
  SELECT 'space', o.id, md5(${spaceVersion}) FROM "Space" o
  WHERE o.id IN (
    SELECT x."spaceId" FROM "SiteSpace" x JOIN "Site" s ON s.id = x."siteId" WHERE s."organizationId" = $1)
    AND ${isExistingOrganization('$1')}
  UNION ALL
  SELECT 'openapi', p.slug, concat_ws(' ', p.id, p."lastVersionId", p.visibility) FROM "OpenAPISpec" p
  WHERE p."organizationId" = $1 AND EXISTS (SELECT 1 FROM "Site" s WHERE s."organizationId" = $1)
    AND ${isExistingOrganization('$1')}
)
SELECT kind, name, c.version
FROM current c
FULL JOIN (SELECT * FROM "RenderedVersion" WHERE "organizationId" = $1 AND receiver = $2) t USING (kind, name)
WHERE c.version IS DISTINCT FROM t.version
ORDER BY kind, name LIMIT ${maximumTagsOfCall}`

/** Returns sites, spaces and specifications of an organization that have changed since the receiver was told of them. */
export const changedVersions = (
  { query }: Pick<Database, 'query'>,
  { organizationId, receiver }: Told,
): Promise<readonly ChangedVersion[]> => query<ChangedVersion>(changed, [organizationId, receiver])

/** Stores that the receiver was told of these versions. */
export async function storeVersions(
  { write }: Pick<Database, 'write'>,
  { organizationId, receiver }: Told,
  versions: readonly ChangedVersion[],
): Promise<void> {
  await write(
    `WITH told AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) AS t(kind, name, version)),
     gone AS (
       DELETE FROM "RenderedVersion" r USING told t
       WHERE r."organizationId" = $1 AND r.receiver = $5 AND r.kind = t.kind AND r.name = t.name AND t.version IS NULL)
     INSERT INTO "RenderedVersion" ("organizationId", receiver, kind, name, version)
     SELECT $1, $5, kind, name, version FROM told WHERE version IS NOT NULL ORDER BY kind, name
     ON CONFLICT ("organizationId", receiver, kind, name) DO UPDATE SET version = EXCLUDED.version`,
    [
      organizationId,
      versions.map(({ kind }) => kind),
      versions.map(({ name }) => name),
      versions.map(({ version }) => version),
      receiver,
    ],
  )
}

/** Returns the organizations after `after` that have sites, or had some when a receiver was told of them. */
export async function organizationsWithSites(
  { query }: Pick<Database, 'query'>,
  after: string,
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>(
    `SELECT "organizationId" AS id FROM "Site" WHERE "organizationId" > $1
     UNION SELECT "organizationId" FROM "RenderedVersion" WHERE "organizationId" > $1
     ORDER BY id LIMIT 100`,
    [after],
  )
  return rows.map(({ id }) => id)
}
