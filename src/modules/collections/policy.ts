import { roleAtLeast } from '../../access/roles.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** The organizations whose content reaches the viewer by inheritance: all where they are more than a guest. */
const inheriting = (viewer: Viewer) =>
  [...viewer.memberships].filter(([, role]) => role !== null).map(([organizationId]) => organizationId)

const administered = (viewer: Viewer) =>
  [...viewer.memberships].filter(([, role]) => roleAtLeast(role, 'ADMIN')).map(([id]) => id)

/**
 * Content in which the viewer has any role: as admin of its organization, by its level after inheritance, or by
 * what was granted on it or around it. The same rule as roleOnSpace and roleOnCollection, as a condition.
 */
const readableContent = (viewer: Viewer, granted: ReadonlyMap<string, unknown>) => ({
  organizationId: { in: [...viewer.memberships.keys()] },
  OR: [
    { organizationId: { in: administered(viewer) } },
    { effectiveLevel: { not: null }, organizationId: { in: inheriting(viewer) } },
    { id: { in: [...granted.keys()] } },
    { ancestors: { hasSome: [...viewer.grants.collections.keys()] } },
  ],
})

export const readableCollections = (viewer: Viewer): Prisma.CollectionWhereInput =>
  readableContent(viewer, viewer.grants.collections)

/** Spaces the viewer may read, deleted ones included; callers say which they mean. */
export const contentOfSpaces = (viewer: Viewer): Prisma.SpaceWhereInput =>
  readableContent(viewer, viewer.grants.spaces)
