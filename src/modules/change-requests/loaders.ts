import DataLoader from 'dataloader'
import type { User } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { loaderById } from '../../graphql/model-reads.ts'

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
  const rows = await query<{ branchId: string; userId: string; count: number; updatedAt: Date }>(
    `SELECT "branchId", "createdById" AS "userId", count(*)::int AS count, max("createdAt") AS "updatedAt"
     FROM "Revision"
     WHERE "branchId" = ANY($1) AND sequence >= ${firstContribution} AND "createdById" IS NOT NULL
     GROUP BY "branchId", "createdById" ORDER BY "updatedAt" DESC, "userId"`,
    [branchIds],
  )
  const users = loaderById('User', context)
  const contributors = await Promise.all(
    rows.map(async ({ userId, ...row }) => ({ ...row, user: await users.load(userId) })),
  )
  return branchIds.map((branchId) =>
    contributors.flatMap(({ user, count, updatedAt, branchId: of }) =>
      of === branchId && user ? [{ user, count, updatedAt }] : [],
    ),
  )
}
