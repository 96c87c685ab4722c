import DataLoader from 'dataloader'
import type { ChangeRequest, Collection, Organization, Space, User } from '../../generated/prisma/client.ts'
import { loaderById } from '../../graph/declare/model-reads.ts'
import { type Context, perRequest, viewerOf } from '../../request/context.ts'
import { readableCollections } from '../collections/policy.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { readableUsers } from '../users/policy.ts'

/** Loads the targets of links; null for those that do not exist or that the viewer may not see. */
interface LinkLoaders {
  readonly organizations: DataLoader<string, Organization | null>
  readonly spaces: DataLoader<string, Space | null>
  readonly collections: DataLoader<string, Collection | null>
  readonly users: DataLoader<string, User | null>
  /** Keyed by branch id. */
  readonly changeRequests: DataLoader<string, ChangeRequest | null>
}

export const linkLoaders = perRequest(createLoaders)

function createLoaders(context: Context): LinkLoaders {
  const viewer = viewerOf(context)
  return {
    organizations: loaderById('Organization', context, readableOrganizations(viewer)),
    spaces: loaderById('Space', context, readableSpaces(viewer)),
    collections: loaderById('Collection', context, readableCollections(viewer)),
    users: loaderById('User', context, readableUsers(viewer)),
    changeRequests: new DataLoader(async (branchIds) => {
      const found = await context.database.prisma.changeRequest.findMany({
        where: { branchId: { in: [...branchIds] } },
      })
      return branchIds.map((branchId) => found.find((one) => one.branchId === branchId) ?? null)
    }),
  }
}
