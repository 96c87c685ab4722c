import type { Relation } from '../../graph/declare/relation.ts'
import { idsGrantedTo } from './granted-content.ts'

/** SQL for the role of the member p.k2, `GUEST` for none; null for a disabled member. */
const role = `(SELECT coalesce(m.role::text, 'GUEST') FROM "Member" m WHERE m.id = p.k2 AND NOT m.disabled)`

/** The spaces of an organization on which roleOnSpace is not null for a member. The role and the grants are read once. */
export const spacesOfMember = {
  from: '(SELECT s.*, p.k1 AS "memberUserId" FROM "Space" s)',
  adds: { memberUserId: 'String' },
  condition: `t."organizationId" = p.k0 AND (
    ${role} = 'ADMIN' OR (${role} <> 'GUEST' AND t."effectiveLevel" IS NOT NULL) OR (${role} IS NOT NULL AND (
      t.id IN (${idsGrantedTo('p.k1', 'spaceId')}) OR t.ancestors && ARRAY(${idsGrantedTo('p.k1', 'collectionId')}))))`,
  keys: ['organizationId', 'userId', 'id'],
} as const satisfies Relation
