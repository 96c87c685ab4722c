import DataLoader from 'dataloader'
import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Collection, Organization, Team, User } from '../../generated/prisma/client.ts'
import { type Context, perRequest, viewerOf } from '../../graphql/context.ts'
import { readableCollections } from '../collections/policy.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { readableTeams } from '../teams/policy.ts'

/** Loaders for the origins of rights. They return null for objects that do not exist or that the caller may not see. */
interface RightsLoaders {
  readonly users: DataLoader<string, User | null>
  readonly organizations: DataLoader<string, Organization | null>
  readonly collections: DataLoader<string, Collection | null>
  readonly teams: DataLoader<string, Team | null>
  /** Users as viewers, to calculate their roles. */
  readonly viewers: DataLoader<string, Viewer | null>
}

export const rightsLoaders = perRequest(createLoaders)

function createLoaders(context: Context): RightsLoaders {
  const { prisma, pool } = context.database
  const viewer = viewerOf(context)
  const among = (ids: readonly string[]) => ({ id: { in: [...ids] } })
  return {
    users: loaderById((ids) => prisma.user.findMany({ where: among(ids) })),
    organizations: loaderById((ids) =>
      prisma.organization.findMany({ where: { AND: [among(ids), readableOrganizations(viewer)] } }),
    ),
    collections: loaderById((ids) =>
      prisma.collection.findMany({ where: { AND: [among(ids), readableCollections(viewer)] } }),
    ),
    teams: loaderById((ids) => prisma.team.findMany({ where: { AND: [among(ids), readableTeams(viewer)] } })),
    viewers: new DataLoader(async (ids) => {
      const found = new Map((await viewersOfUsers(pool, ids)).map((member) => [member.userId, member]))
      return ids.map((id) => found.get(id) ?? null)
    }),
  }
}

const loaderById = <Row extends { id: string }>(read: (ids: readonly string[]) => Promise<Row[]>) =>
  new DataLoader<string, Row | null>(async (ids) => {
    const rows = new Map((await read(ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id) ?? null)
  })
