import DataLoader from 'dataloader'
import { type Context, perRequest } from '../../graphql/context.ts'

/** The ids of the organization and of the user, which identify a member. */
export interface MemberKey {
  readonly organizationId: string
  readonly userId: string
}

interface MemberLoaders {
  readonly spaces: DataLoader<MemberKey, number, string>
  readonly teams: DataLoader<MemberKey, number, string>
}

const spacesStatement = `
SELECT k.n::int AS n, (
  SELECT count(DISTINCT p."spaceId")::int FROM "ContentPermission" p JOIN "Space" s ON s.id = p."spaceId"
  WHERE s."organizationId" = k.organization AND s."deletedAt" IS NULL
    AND (p."userId" = k."user" OR p."teamId" IN (SELECT m."teamId" FROM "TeamMember" m WHERE m."userId" = k."user"))
) AS count
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(organization, "user", n)`

const teamsStatement = `
SELECT k.n::int AS n, (
  SELECT count(*)::int FROM "TeamMember" m JOIN "Team" t ON t.id = m."teamId"
  WHERE m."userId" = k."user" AND t."organizationId" = k.organization
) AS count
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(organization, "user", n)`

/** Loaders for the counts of members. Each uses one statement for all members of a request. */
export const memberLoaders = perRequest<MemberLoaders>((context) => ({
  spaces: countLoader(context, spacesStatement),
  teams: countLoader(context, teamsStatement),
}))

function countLoader(context: Context, statement: string): DataLoader<MemberKey, number, string> {
  const load = async (keys: readonly MemberKey[]) => {
    const { rows } = await context.database.pool.query<{ n: number; count: number }>(statement, [
      keys.map((key) => key.organizationId),
      keys.map((key) => key.userId),
    ])
    const counts = new Map(rows.map((row) => [row.n - 1, row.count]))
    return keys.map((_key, index) => counts.get(index) ?? 0)
  }
  return new DataLoader(load, { cacheKeyFn: ({ organizationId, userId }) => `${organizationId} ${userId}` })
}
