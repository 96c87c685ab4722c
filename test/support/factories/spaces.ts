import type { Prisma, Space } from '../../../src/generated/prisma/client.ts'
import type { DefaultLevel } from '../../../src/generated/prisma/enums.ts'
import { inheritedFrom, lockParent } from '../../../src/modules/collections/tree.ts'
import { createSpaceIn } from '../../../src/modules/spaces/service.ts'
import type { TestApp } from '../app.ts'

export interface BuildSpace {
  readonly title?: string
  readonly parent?: { id: string } | null
  readonly defaultLevel?: DefaultLevel | null
  /** Any other column. */
  readonly data?: Prisma.SpaceUncheckedUpdateInput
}

/** Builds an empty space of the organization, at the root or in a collection, behind its siblings. */
export function buildSpace(
  app: TestApp,
  organization: { id: string },
  { title = 'Space', parent = null, defaultLevel = 'INHERIT', data }: BuildSpace = {},
): Promise<Space> {
  return app.database.transaction(async (transaction) => {
    const { id } = await createSpaceIn(transaction, {
      organizationId: organization.id,
      parentId: parent?.id ?? null,
      createdById: null,
      title,
    })
    const { effectiveLevel } = inheritedFrom(
      parent && (await lockParent(transaction, parent.id)),
      defaultLevel,
    )
    return transaction.space.update({ where: { id }, data: { defaultLevel, effectiveLevel, ...data } })
  })
}
