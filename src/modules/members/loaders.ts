import { countOf } from '../../graphql/counts.ts'
import { readableSpaces } from '../spaces/policy.ts'

/** Counts the spaces that are shared with a member, by the ids of the organization and of the user. */
export const sharedSpaceCount = countOf((viewer) => ({
  model: 'Space',
  keyTypes: ['text', 'text'],
  condition: `t."organizationId" = p.k0 AND t.id IN (
    SELECT g."spaceId" FROM "ContentPermission" g
    WHERE g."userId" = p.k1 OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = p.k1))`,
  where: readableSpaces(viewer),
}))
