import type { Relation } from '../../graph/declare/relation.ts'

/*
 * Spaces and sites by the grants of a person or a team. They are found from the grants, which are few, and not from the content
 * of the organization, of which there may be much: an array is read first, whatever PostgreSQL expects, and what has its ids
 * is found in the index of the organization, which has the columns of the policy. `OFFSET 0` keeps conditions of the policy out
 * of that choice: with them, PostgreSQL would take the primary key and read each row.
 */

type Column = 'spaceId' | 'collectionId' | 'siteId'

/** Returns SQL for the ids of what was granted to a user, directly or through a team. */
export const idsGrantedTo = (user: string, column: Column): string => `
      SELECT g."${column}" FROM "ContentPermission" g WHERE g."userId" = ${user} AND g."${column}" IS NOT NULL
      UNION SELECT g."${column}" FROM "ContentPermission" g
      WHERE g."teamId" = ANY(ARRAY(SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = ${user})) AND g."${column}" IS NOT NULL`

const tables = { spaceId: 'Space', siteId: 'Site' } as const

/** Returns SQL to select what has one of the ids, in an organization. */
const ofOrganization = (column: keyof typeof tables, organization: string, ids: string): string =>
  `(SELECT * FROM "${tables[column]}" c WHERE c."organizationId" = ${organization} AND c.id = ANY(ARRAY(${ids})) OFFSET 0)`

const grantedToMember = (column: keyof typeof tables) =>
  ({
    from: ofOrganization(column, 'p.k0', idsGrantedTo('p.k1', column)),
    condition: 'TRUE',
    keys: ['organizationId', 'userId'],
  }) as const satisfies Relation

/** The spaces of an organization that were granted to a member, directly or through a team. */
export const spacesGrantedToMember = grantedToMember('spaceId')

/** The sites of an organization that were granted to a member, directly or through a team. */
export const sitesGrantedToMember = grantedToMember('siteId')

export const spacesGrantedToTeam = {
  from: ofOrganization(
    'spaceId',
    'p.k1',
    `SELECT g."spaceId" FROM "ContentPermission" g WHERE g."teamId" = p.k0 AND g."spaceId" IS NOT NULL`,
  ),
  condition: 'TRUE',
  keys: ['id', 'organizationId'],
} as const satisfies Relation
