import DataLoader from 'dataloader'
import type { Database } from '../../database/client.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { perRequest } from '../../graphql/context.ts'

/** The ids of a team and of a user in it. */
export interface TeamMembershipKey {
  readonly teamId: string
  readonly userId: string
}

interface TeamLoaders {
  readonly members: DataLoader<string, number>
  readonly spaces: DataLoader<string, number>
  /** Null for users who have left the team. */
  readonly roles: DataLoader<TeamMembershipKey, TeamRole | null, string>
}

const membersStatement = `
SELECT "teamId" AS id, count(*)::int AS count FROM "TeamMember" WHERE "teamId" = ANY($1) GROUP BY "teamId"`

const spacesStatement = `
SELECT p."teamId" AS id, count(*)::int AS count
FROM "ContentPermission" p JOIN "Space" s ON s.id = p."spaceId"
WHERE p."teamId" = ANY($1) AND s."deletedAt" IS NULL GROUP BY p."teamId"`

const rolesStatement = `
SELECT k.n::int AS n, m.role
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(team, "user", n)
JOIN "TeamMember" m ON m."teamId" = k.team AND m."userId" = k."user"`

export const teamLoaders = perRequest<TeamLoaders>(({ database: { pool } }) => ({
  members: countLoader(pool, membersStatement),
  spaces: countLoader(pool, spacesStatement),
  roles: new DataLoader((keys) => readRoles(pool, keys), {
    cacheKeyFn: ({ teamId, userId }) => `${teamId} ${userId}`,
  }),
}))

const countLoader = (pool: Database['pool'], statement: string) =>
  new DataLoader(async (ids: readonly string[]) => {
    const { rows } = await pool.query<{ id: string; count: number }>(statement, [ids])
    const counts = new Map(rows.map((row) => [row.id, row.count]))
    return ids.map((id) => counts.get(id) ?? 0)
  })

async function readRoles(
  pool: Database['pool'],
  keys: readonly TeamMembershipKey[],
): Promise<(TeamRole | null)[]> {
  const { rows } = await pool.query<{ n: number; role: TeamRole }>(rolesStatement, [
    keys.map(({ teamId }) => teamId),
    keys.map(({ userId }) => userId),
  ])
  const roles = new Map(rows.map((row) => [row.n - 1, row.role]))
  return keys.map((_key, index) => roles.get(index) ?? null)
}
