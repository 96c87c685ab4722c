import type { Relation } from '../../graphql/model-registry.ts'

/*
 * Spaces and sites by the grants of a person or a team. They are found from the grants, which are few, and not from the content
 * of the organization, of which there may be much: an array is read first, whatever PostgreSQL expects, and what has its ids
 * is found in an index.
 */

type Column = 'spaceId' | 'collectionId' | 'siteId'

/** Returns SQL for the ids of what was granted to a user, directly or through a team. */
export const idsGrantedTo = (user: string, column: Column): string => `
      SELECT g."${column}" FROM "ContentPermission" g WHERE g."userId" = ${user} AND g."${column}" IS NOT NULL
      UNION SELECT g."${column}" FROM "TeamMember" i JOIN "ContentPermission" g ON g."teamId" = i."teamId"
      WHERE i."userId" = ${user} AND g."${column}" IS NOT NULL`

const grantedToMember = (column: Column) =>
  ({
    condition: `t."organizationId" = p.k0 AND t.id = ANY(ARRAY(${idsGrantedTo('p.k1', column)}))`,
    keys: ['organizationId', 'userId'],
  }) as const satisfies Relation

/** The spaces of an organization that were granted to a member, directly or through a team. */
export const spacesGrantedToMember = grantedToMember('spaceId')

/** The sites of an organization that were granted to a member, directly or through a team. */
export const sitesGrantedToMember = grantedToMember('siteId')

/** The spaces that were granted to a team. */
export const spacesGrantedToTeam = {
  condition: `t."organizationId" = p.k1 AND t.id = ANY(ARRAY(
      SELECT g."spaceId" FROM "ContentPermission" g WHERE g."teamId" = p.k0 AND g."spaceId" IS NOT NULL))`,
  keys: ['id', 'organizationId'],
} as const satisfies Relation
