import DataLoader from 'dataloader'
import { columnsOf } from '../../database/where.ts'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'

/** A user who changed the content of a change request, with the number of revisions and the date of the last one. */
export interface Contributor {
  readonly user: User
  readonly count: number
  readonly updatedAt: Date
}

interface ChangeRequestLoaders {
  /** Keyed by branch id; sorted by the last contribution, newest first. */
  readonly contributors: DataLoader<string, Contributor[]>
}

export const changeRequestLoaders = perRequest<ChangeRequestLoaders>((context) => ({
  contributors: new DataLoader((branchIds) => readContributors(context, branchIds)),
}))

/** The first revision of a change request only records its creation. */
const firstContribution = 2

async function readContributors(context: Context, branchIds: readonly string[]): Promise<Contributor[][]> {
  const { query } = context.database
  const rows = await query<User & { branchId: string; contributions: number; contributedAt: Date }>(
    `SELECT ${columnsOf('User', 'u')}, c."branchId", c.count AS contributions, c.last AS "contributedAt"
     FROM (
       SELECT "branchId", "createdById", count(*)::int AS count, max("createdAt") AS last
       FROM "Revision" WHERE "branchId" = ANY($1) AND sequence >= ${firstContribution}
       GROUP BY "branchId", "createdById") c
     JOIN "User" u ON u.id = c."createdById" ORDER BY c.last DESC, u.id`,
    [branchIds],
  )
  const byBranch = Map.groupBy(rows, ({ branchId }) => branchId)
  return branchIds.map((id) =>
    (byBranch.get(id) ?? []).map(({ branchId: _, contributions, contributedAt, ...user }) => ({
      user,
      count: contributions,
      updatedAt: contributedAt,
    })),
  )
}
