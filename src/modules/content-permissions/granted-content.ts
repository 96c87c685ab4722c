import type { Relation } from '../../graphql/model-registry.ts'

/*
 * Spaces and sites by the grants of a person or a team. They are found from the grants, which are few, and not from the content
 * of the organization, of which there may be much. `OFFSET 0` keeps PostgreSQL from turning that round: it plans for the
 * average organization, to which both ways would seem equal.
 */

type Content = { readonly table: 'Space' | 'Site'; readonly column: 'spaceId' | 'siteId' }

const spaces: Content = { table: 'Space', column: 'spaceId' }
const sites: Content = { table: 'Site', column: 'siteId' }

/** Returns SQL for the rows with ids among those that a query selects. */
const rowsAmong = ({ table }: Content, ids: string): string =>
  `(SELECT c.* FROM (${ids}) g CROSS JOIN LATERAL (SELECT * FROM "${table}" WHERE id = g.id OFFSET 0) c)`

const grantedToMember = (content: Content) =>
  ({
    from: rowsAmong(
      content,
      `SELECT g."${content.column}" AS id FROM "ContentPermission" g WHERE g."userId" = p.k1
      UNION SELECT g."${content.column}" FROM "TeamMember" i JOIN "ContentPermission" g ON g."teamId" = i."teamId"
      WHERE i."userId" = p.k1`,
    ),
    condition: 't."organizationId" = p.k0',
    keys: ['organizationId', 'userId'],
  }) as const satisfies Relation

/** The spaces of an organization that were granted to a member, directly or through a team. */
export const spacesGrantedToMember = grantedToMember(spaces)

/** The sites of an organization that were granted to a member, directly or through a team. */
export const sitesGrantedToMember = grantedToMember(sites)

/** The spaces that were granted to a team. */
export const spacesGrantedToTeam = {
  from: rowsAmong(spaces, `SELECT g."spaceId" AS id FROM "ContentPermission" g WHERE g."teamId" = p.k0`),
  condition: 'TRUE',
  keys: ['id'],
} as const satisfies Relation
