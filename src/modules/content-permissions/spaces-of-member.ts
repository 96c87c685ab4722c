/** SQL condition over the space `t` and the member id p.k0: whether roleOnSpace is not null for the member. */
export const spacesOfMember = `EXISTS (
  SELECT 1 FROM "Member" m
  WHERE m.id = p.k0 AND m."organizationId" = t."organizationId" AND NOT m.disabled AND (
    m.role = 'ADMIN' OR (m.role IS NOT NULL AND t."effectiveLevel" IS NOT NULL) OR EXISTS (
      SELECT 1 FROM "ContentPermission" g
      WHERE (g."userId" = m."userId"
          OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
        AND (g."spaceId" = t.id OR g."collectionId" = ANY(t.ancestors)))))`
