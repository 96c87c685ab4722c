import DataLoader from 'dataloader'
import type { Database } from '../../database/client.ts'
import type { TeamRole } from '../../generated/prisma/enums.ts'
import { perRequest } from '../../graphql/context.ts'
import { countOf } from '../../graphql/counts.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { readableTeams } from './policy.ts'

/** The ids of a team and of a user in it. */
export interface TeamMembershipKey {
  readonly teamId: string
  readonly userId: string
}

interface TeamLoaders {
  readonly members: DataLoader<string, number>
  /** Null for users who have left the team. */
  readonly roles: DataLoader<TeamMembershipKey, TeamRole | null, string>
}

const membersStatement = `
SELECT "teamId" AS id, count(*)::int AS count FROM "TeamMember" WHERE "teamId" = ANY($1) GROUP BY "teamId"`

const rolesStatement = `
SELECT k.n::int AS n, m.role
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k(team, "user", n)
JOIN "TeamMember" m ON m."teamId" = k.team AND m."userId" = k."user"`

export const teamLoaders = perRequest<TeamLoaders>(({ database: { pool } }) => ({
  members: countLoader(pool, membersStatement),
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

/** Counts the spaces that are shared with a team. */
export const sharedSpaceCount = countOf((viewer) => ({
  model: 'Space',
  keyTypes: ['text'],
  condition: `t.id IN (SELECT g."spaceId" FROM "ContentPermission" g WHERE g."teamId" = p.k0)`,
  where: readableSpaces(viewer),
}))

/** Counts the teams that a member is in, by the ids of the organization and of the user. */
export const teamCount = countOf((viewer) => ({
  model: 'Team',
  keyTypes: ['text', 'text'],
  condition: `t."organizationId" = p.k0 AND t.id IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = p.k1)`,
  where: readableTeams(viewer),
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
