import DataLoader from 'dataloader'
import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Collection, Organization, Team } from '../../generated/prisma/client.ts'
import { type Context, perRequest, viewerOf } from '../../graphql/context.ts'
import { loaderById } from '../../graphql/model-reads.ts'
import { readableCollections } from '../collections/policy.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { readableTeams } from '../teams/policy.ts'

/** Loaders for the origins of rights. They return null for objects that do not exist or that the caller may not see. */
interface RightsLoaders {
  readonly organizations: DataLoader<string, Organization | null>
  readonly collections: DataLoader<string, Collection | null>
  readonly teams: DataLoader<string, Team | null>
  /** Users as viewers, to calculate their roles. */
  readonly viewers: DataLoader<string, Viewer | null>
}

export const rightsLoaders = perRequest(createLoaders)

function createLoaders(context: Context): RightsLoaders {
  const { pool } = context.database
  const viewer = viewerOf(context)
  return {
    organizations: loaderById('Organization', context, readableOrganizations(viewer)),
    collections: loaderById('Collection', context, readableCollections(viewer)),
    teams: loaderById('Team', context, readableTeams(viewer)),
    viewers: new DataLoader(async (ids) => {
      const found = new Map((await viewersOfUsers(pool, ids)).map((member) => [member.userId, member]))
      return ids.map((id) => found.get(id) ?? null)
    }),
  }
}
