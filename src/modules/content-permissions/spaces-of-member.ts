import type { Relation } from '../../graphql/model-registry.ts'

/** SQL for the role of the member p.k2, `GUEST` for none; null for a disabled member. */
const role = `(SELECT coalesce(m.role::text, 'GUEST') FROM "Member" m WHERE m.id = p.k2 AND NOT m.disabled)`

/** Returns SQL for the ids of what was granted to the user p.k1, directly or through a team. */
const granted = (column: 'spaceId' | 'collectionId') => `
  SELECT g."${column}" FROM "ContentPermission" g WHERE g."userId" = p.k1 AND g."${column}" IS NOT NULL
  UNION ALL SELECT g."${column}" FROM "TeamMember" i JOIN "ContentPermission" g ON g."teamId" = i."teamId"
  WHERE i."userId" = p.k1 AND g."${column}" IS NOT NULL`

/** The spaces of an organization on which roleOnSpace is not null for a member. The role and the grants are read once. */
export const spacesOfMember = {
  condition: `t."organizationId" = p.k0 AND (
    ${role} = 'ADMIN' OR (${role} <> 'GUEST' AND t."effectiveLevel" IS NOT NULL) OR (${role} IS NOT NULL AND (
      t.id IN (${granted('spaceId')}) OR t.ancestors && ARRAY(${granted('collectionId')}))))`,
  keys: ['organizationId', 'userId', 'id'],
} as const satisfies Relation
