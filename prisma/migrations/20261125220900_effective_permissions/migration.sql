CREATE TYPE "PermissionOriginType" AS ENUM ('ORGANIZATION', 'COLLECTION', 'SPACE', 'SITE');
CREATE TYPE "PermissionOriginMeans" AS ENUM ('ROLE', 'LEVEL', 'USER', 'TEAM');

-- The highest role of each active member on a space, collection or site. If several sources give the same role, their
-- precedence is: organization role, level, grant to the user, grant to a team; and the nearest collection first. DISTINCT
-- names the user as well, so that a condition on the user reduces what is read.
CREATE VIEW "EffectivePermission" AS
SELECT
  r."memberId" || ':' || t.id AS id,
  t."organizationId",
  r."memberId",
  r."userId",
  t.type AS "targetType",
  t."spaceId",
  t."collectionId",
  t."siteId",
  r.role,
  CASE
    WHEN r.means = 'ROLE' THEN 'ORGANIZATION'
    WHEN r."collectionId" IS NOT NULL THEN 'COLLECTION'
    ELSE t.type
  END AS "originType",
  r.means AS "originMeans",
  CASE WHEN r.means = 'ROLE' THEN t."organizationId" END AS "originOrganizationId",
  CASE WHEN r.means <> 'ROLE' THEN coalesce(r."collectionId", t."collectionId") END AS "originCollectionId",
  CASE WHEN r.means <> 'ROLE' AND r."collectionId" IS NULL THEN t."spaceId" END AS "originSpaceId",
  CASE WHEN r.means <> 'ROLE' THEN t."siteId" END AS "originSiteId",
  r."teamId" AS "originTeamId"
FROM (
  SELECT id, "organizationId", 'SPACE'::"PermissionOriginType" AS type,
    id AS "spaceId", NULL::text AS "collectionId", NULL::text AS "siteId",
    ancestors AS collections, "effectiveLevel" AS level,
    CASE WHEN "defaultLevel" = 'INHERIT' THEN ancestors END AS "levelFrom"
  FROM "Space"
  UNION ALL
  SELECT id, "organizationId", 'COLLECTION', NULL, id, NULL,
    ancestors || id, "effectiveLevel",
    CASE WHEN "defaultLevel" = 'INHERIT' THEN ancestors END
  FROM "Collection"
  UNION ALL
  SELECT id, "organizationId", 'SITE', NULL, NULL, id, '{}', 'INHERIT', NULL
  FROM "Site"
) t
CROSS JOIN LATERAL (
  SELECT DISTINCT ON ("memberId", "userId") * FROM (
    -- Of sites, members without a role are listed too.
    SELECT m.id AS "memberId", m."userId",
      CASE WHEN m.role = 'ADMIN' OR t.level = 'INHERIT' THEN m.role ELSE t.level::text::"Role" END AS role,
      CASE WHEN m.role = 'ADMIN' OR t.level = 'INHERIT' THEN 'ROLE' ELSE 'LEVEL' END::"PermissionOriginMeans" AS means,
      CASE WHEN m.role <> 'ADMIN' AND t.level <> 'INHERIT' THEN (
        SELECT c.id FROM "Collection" c
        WHERE c.id = ANY(t."levelFrom") AND c."defaultLevel" IS DISTINCT FROM 'INHERIT'
        ORDER BY array_position(t."levelFrom", c.id) DESC LIMIT 1
      ) END AS "collectionId",
      NULL::text AS "teamId",
      0 AS depth
    FROM "Member" m
    WHERE m."organizationId" = t."organizationId" AND NOT m.disabled
      AND (t.type = 'SITE' OR m.role = 'ADMIN' OR (m.role IS NOT NULL AND t.level IS NOT NULL))
    UNION ALL
    SELECT m.id, m."userId", g.role,
      CASE WHEN g."teamId" IS NULL THEN 'USER' ELSE 'TEAM' END::"PermissionOriginMeans",
      g."collectionId", g."teamId",
      coalesce(array_position(t.collections, g."collectionId"), cardinality(t.collections) + 1)
    FROM "ContentPermission" g
    LEFT JOIN "TeamMember" i ON i."teamId" = g."teamId"
    JOIN "Member" m ON m."userId" = coalesce(g."userId", i."userId")
      AND m."organizationId" = t."organizationId" AND NOT m.disabled
    WHERE g."spaceId" = t."spaceId" OR g."siteId" = t."siteId" OR g."collectionId" = ANY(t.collections)
  ) sources
  ORDER BY "memberId", "userId", role DESC NULLS LAST, means, depth DESC, "teamId"
) r;
