/**
 * Returns SQL for a version of the rows that make up the structure and the appearance of a site, `siteId` being SQL for
 * its id. PostgreSQL stores with each row the transaction that wrote it, `xmin`, so that every committed change of a row
 * changes the version, and no version comes back: not even where a change is undone. `spaceVersion` is SQL for the version
 * of the row `o` of a space.
 */
export const structureVersion = (siteId: string, spaceVersion = 'o.xmin'): string => `(
  SELECT md5(string_agg(v.version, ',' ORDER BY v.version COLLATE "C")) FROM (
    SELECT concat_ws(' ', x.id, x.xmin) AS version FROM "SiteSection" x WHERE x."siteId" = ${siteId}
    UNION ALL
    SELECT concat_ws(' ', x.id, x.xmin) FROM "SiteSectionGroup" x WHERE x."siteId" = ${siteId}
    UNION ALL
    SELECT concat_ws(' ', x.id, x.xmin) FROM "SiteExternalLink" x WHERE x."siteId" = ${siteId}
    UNION ALL
    SELECT concat_ws(' ', x.id, x.xmin, ${spaceVersion}, c.xmin)
    FROM "SiteSpace" x JOIN "Space" o ON o.id = x."spaceId"
    LEFT JOIN "SiteSpaceCustomization" c ON c."siteSpaceId" = x.id WHERE x."siteId" = ${siteId}
    UNION ALL
    SELECT concat_ws(' ', 'customization', x.xmin) FROM "SiteCustomization" x WHERE x."siteId" = ${siteId}
    UNION ALL
    SELECT concat_ws(' ', 'schema', x.xmin) FROM "AdaptiveSchema" x WHERE x."siteId" = ${siteId}) v)`
