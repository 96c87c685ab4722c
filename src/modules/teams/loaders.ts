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
  /** Null for users who have left the team. */
  readonly roles: DataLoader<TeamMembershipKey, TeamRole | null, string>
}

const rolesStatement = `
SELECT k.n::int AS n, m.role
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(team, "user", n)
JOIN "TeamMember" m ON m."teamId" = k.team AND m."userId" = k."user"`

export const teamLoaders = perRequest<TeamLoaders>(({ database: { pool } }) => ({
  roles: new DataLoader((keys) => readRoles(pool, keys), {
    cacheKeyFn: ({ teamId, userId }) => `${teamId} ${userId}`,
  }),
}))

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
