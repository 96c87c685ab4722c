import { assertMayChangeLevel, assertMayGrant, roleAboveOwn } from '../../access/grants.ts'
import { highestRole, roleAtLeast } from '../../access/roles.ts'
import { type ContentRights, type Member, roleOnCollection, roleOnSpace } from '../../access/viewer.ts'
import type { PrismaReads } from '../../database/prisma-reads.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { collectionsWithRole, spacesWithRole } from './policy.ts'
import type { Inherited } from './tree.ts'

/** Throws FORBIDDEN if a role on a collection, and with it on all content inside, is more than the viewer holds. */
export async function assertMayGrantOnCollection(
  prisma: PrismaReads,
  viewer: Member,
  collection: ContentRights,
  role: Role | null,
): Promise<void> {
  if (!(await mayGrantOnCollection(prisma, viewer, collection, role)))
    throw roleAboveOwn(roleOnCollection(viewer, collection))
}

/** Returns whether the viewer holds a role on a collection and on all content inside. */
export async function mayGrantOnCollection(
  prisma: PrismaReads,
  viewer: Member,
  collection: ContentRights,
  role: Role | null,
): Promise<boolean> {
  if (role === null) return true
  if (!roleAtLeast(roleOnCollection(viewer, collection), role)) return false
  // A role that a level gives on the collection does not extend to content with a level of its own, but a role that is
  // granted on the collection does.
  if (roleAtLeast(roleOnCollection(viewer, { ...collection, effectiveLevel: null }), role)) return true
  return isHeldInside(prisma, viewer, collection, role)
}

/** Returns whether the viewer holds the role on all content inside a collection. */
async function isHeldInside(
  prisma: PrismaReads,
  viewer: Member,
  collection: ContentRights,
  role: Role,
): Promise<boolean> {
  const inside = { ancestors: { has: collection.id } }
  const held =
    (await prisma.collection.count({
      where: { AND: [inside, collectionsWithRole(viewer, role)] },
    })) + (await prisma.space.count({ where: { AND: [inside, spacesWithRole(viewer, role)] } }))
  const all =
    (await prisma.collection.count({ where: inside })) + (await prisma.space.count({ where: inside }))
  return held >= all
}

/** Throws FORBIDDEN if a move gives or takes a role on a space that is above the one that the viewer holds on it. */
export async function assertMayMoveSpace(
  prisma: PrismaReads,
  viewer: Member,
  space: ContentRights,
  to: Inherited,
): Promise<void> {
  const held = roleOnSpace(viewer, space)
  assertMayChangeLevel(held, space.effectiveLevel, to.effectiveLevel)
  assertMayGrant(held, await highestGrant(prisma, changedAncestors(space, to)))
}

/** Throws FORBIDDEN if a move of a collection gives or takes a role that the viewer does not hold on it and all inside. */
export async function assertMayMoveCollection(
  prisma: PrismaReads,
  viewer: Member,
  collection: ContentRights,
  to: Inherited,
): Promise<void> {
  const held = roleOnCollection(viewer, collection)
  assertMayChangeLevel(held, collection.effectiveLevel, to.effectiveLevel)
  const role = await highestGrant(prisma, changedAncestors(collection, to))
  await assertMayGrantOnCollection(prisma, viewer, collection, role)
}

/** Returns the ids of the collections that content leaves or enters. */
const changedAncestors = (from: ContentRights, to: Inherited): string[] => [
  ...from.ancestors.filter((id) => !to.ancestors.includes(id)),
  ...to.ancestors.filter((id) => !from.ancestors.includes(id)),
]

async function highestGrant(prisma: PrismaReads, collectionIds: readonly string[]): Promise<Role | null> {
  if (collectionIds.length === 0) return null
  const granted = await prisma.contentPermission.findMany({
    where: { collectionId: { in: [...collectionIds] } },
    distinct: ['role'],
    select: { role: true },
  })
  return highestRole(...granted.map(({ role }) => role))
}
