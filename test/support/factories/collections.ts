import { newId } from '../../../src/base/identifiers.ts'
import type { Collection } from '../../../src/generated/prisma/client.ts'
import type { DefaultLevel } from '../../../src/generated/prisma/enums.ts'
import { lastPosition } from '../../../src/modules/collections/children.ts'
import { inheritedFrom } from '../../../src/modules/collections/tree.ts'
import type { TestApp } from '../app.ts'

/** Builds a collection of the organization, at the root or in a parent, behind its siblings. */
export function buildCollection(
  app: TestApp,
  organization: { id: string },
  options: { title?: string; parent?: { id: string } | null; defaultLevel?: DefaultLevel | null } = {},
): Promise<Collection> {
  const { title = 'Collection', defaultLevel = 'INHERIT' } = options
  return app.database.transaction(async (transaction) => {
    const parent = options.parent
      ? await transaction.collection.findUniqueOrThrow({ where: { id: options.parent.id } })
      : null
    const place = { organizationId: organization.id, parentId: parent?.id ?? null }
    return transaction.collection.create({
      data: {
        id: newId('Collection'),
        ...place,
        ...inheritedFrom(parent, defaultLevel),
        title,
        defaultLevel,
        position: await lastPosition(transaction, place),
      },
    })
  })
}
