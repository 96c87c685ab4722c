import { allPermissions, permissionTable } from '../../../src/access/permissions.ts'
import { roleAtLeast, roleOrder } from '../../../src/access/roles.ts'
import { connection, literal, nullable, object, text } from '../sql-json.ts'
import { granted, optional, user, userWithPhoto } from './parts.ts'

// One statement derives the rights of all members: the highest grant of each is found once for the space, and then
// compared with what the organization role gives. No value is computed by code.

/** Returns the JSON of the permissions that a role gives on a space, written in advance. */
const grantsOf = (role: string): string =>
  `CASE ${role} ${roleOrder
    .map((each) => {
      const given = allPermissions.filter(
        (permission) =>
          permission.startsWith('space:') && roleAtLeast(each, permissionTable[permission] as typeof each),
      )
      const names = given.map((permission) => permission.toUpperCase().replaceAll(/[:-]/g, '_'))
      return `WHEN '${each}' THEN ${literal(names)}`
    })
    .join(' ')} END`

const originType = `CASE WHEN r.way = 'ROLE' THEN '"ORGANIZATION"' WHEN r."collectionId" IS NULL THEN '"SPACE"' ELSE '"COLLECTION"' END`

/** A space `sp` with the rights `rights` of the members that have any. */
const withRights = `WITH sp AS MATERIALIZED (SELECT * FROM "Space" WHERE id = $1),
  level AS MATERIALIZED (
    SELECT nullif(sp."effectiveLevel", 'INHERIT')::text::"Role" AS role, sp."effectiveLevel" = 'INHERIT' AS inherits, (
      SELECT c.id FROM "Collection" c
      WHERE sp."defaultLevel" = 'INHERIT' AND c.id = ANY(sp.ancestors) AND c."defaultLevel" IS DISTINCT FROM 'INHERIT'
      ORDER BY array_position(sp.ancestors, c.id) DESC LIMIT 1) AS "collectionId"
    FROM sp),
  grants AS (
    SELECT DISTINCT ON ("userId") * FROM (
      SELECT coalesce(g."userId", i."userId") AS "userId", g.role, g."teamId", g."collectionId"
      FROM sp JOIN "ContentPermission" g ON g."spaceId" = sp.id OR g."collectionId" = ANY(sp.ancestors)
      LEFT JOIN "TeamMember" i ON i."teamId" = g."teamId") g
    ORDER BY "userId", role DESC, "teamId" IS NOT NULL,
      array_position((SELECT ancestors FROM sp), "collectionId") DESC, "teamId"),
  rights AS MATERIALIZED (
    SELECT m.id, m."userId", r.* FROM sp CROSS JOIN level JOIN "Member" m ON m."organizationId" = sp."organizationId"
    LEFT JOIN grants g ON g."userId" = m."userId"
    CROSS JOIN LATERAL (
      SELECT CASE WHEN m.role = 'ADMIN' OR level.inherits THEN m.role WHEN m.role IS NOT NULL THEN level.role END AS role,
        m.role = 'ADMIN' OR level.inherits AS "isOfRole") own
    CROSS JOIN LATERAL (
      SELECT own.role, CASE WHEN "isOfRole" THEN 'ROLE' ELSE 'LEVEL' END AS way, NULL::text AS "teamId",
        CASE WHEN NOT "isOfRole" THEN level."collectionId" END AS "collectionId"
      WHERE own.role >= g.role OR (own.role IS NOT NULL AND g.role IS NULL)
      UNION ALL
      SELECT g.role, CASE WHEN g."teamId" IS NULL THEN 'USER' ELSE 'TEAM' END, g."teamId", g."collectionId"
      WHERE g.role > own.role OR (g.role IS NOT NULL AND own.role IS NULL)) r
    WHERE NOT m.disabled)`

export const permissions = `${withRights} SELECT '{"data":{"space":' || coalesce((SELECT ${object({
  id: text('sp.id'),
  title: text('sp.title'),
  defaultLevel: nullable('sp."defaultLevel"'),
  permissions: granted('view', 'comment', 'edit', 'review', 'merge', 'access', 'admin', 'viewInviteLinks'),
  parent: `coalesce((SELECT ${object({
    id: text('c.id'),
    title: text('c.title'),
    defaultLevel: nullable('c."defaultLevel"'),
  })} FROM "Collection" c WHERE c.id = sp."parentId"), 'null')`,
  organization: `(SELECT ${object({
    id: text('o.id'),
    title: text('o.title'),
    defaultRole: nullable('o."defaultRole"'),
  })} FROM "Organization" o WHERE o.id = sp."organizationId")`,
  viewerPermission: `coalesce((SELECT ${object({
    role: text('r.role'),
    grants: grantsOf('r.role'),
    origin: object({ by: text('r.way'), type: originType }),
  })} FROM rights r WHERE r."userId" = 'usrbench'), 'null')`,
  memberPermissions: connection({
    node: object({
      role: text('r.role'),
      grants: grantsOf('r.role'),
      user: userWithPhoto('u'),
      origin: object({
        by: text('r.way'),
        type: originType,
        team: optional('t.id', object({ id: text('t.id'), title: text('t.title') })),
        collection: optional('c.id', object({ id: text('c.id'), title: text('c.title') })),
      }),
    }),
    id: 'r.id',
    from: `rights r JOIN "User" u ON u.id = r."userId" LEFT JOIN "Team" t ON t.id = r."teamId"
      LEFT JOIN "Collection" c ON c.id = r."collectionId"`,
    order: 'r.id DESC',
    limit: 50,
  }),
  userPermissions: connection({
    node: object({ role: text('g.role'), user: user('u') }),
    id: 'g.id',
    from: '"ContentPermission" g JOIN "User" u ON u.id = g."userId" WHERE g."spaceId" = sp.id',
    order: 'g.id',
    limit: 50,
  }),
  teamPermissions: connection({
    node: object({
      role: text('g.role'),
      team: object({
        id: text('t.id'),
        title: text('t.title'),
        memberCount: `(SELECT count(*)::text FROM "TeamMember" i WHERE i."teamId" = t.id)`,
      }),
    }),
    id: 'g.id',
    from: '"ContentPermission" g JOIN "Team" t ON t.id = g."teamId" WHERE g."spaceId" = sp.id',
    order: 'g.id',
    limit: 50,
  }),
})} FROM sp), 'null') || '}}'`
