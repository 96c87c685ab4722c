import DataLoader from 'dataloader'
import type { RunStatement } from '../../database/rows.ts'
import { columnNamesOf, columnsOf, Parameters } from '../../database/where.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { DefaultLevel, Role } from '../../generated/prisma/enums.ts'
import type { Connection } from '../../graphql/connection.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { decodeCursor, encodeCursor } from '../../graphql/cursor.ts'
import type { Window } from '../../graphql/keyset.ts'
import type { Target } from './targets.ts'

/** The way in which a right was granted. */
export type Way = 'ROLE' | 'LEVEL' | 'USER' | 'TEAM'

/** The effective role of a member on a target, with its origin. */
export interface MemberRight {
  readonly memberId: string
  readonly user: User
  readonly role: Role | null
  readonly way: Way
  /** The team that grants the right. */
  readonly teamId: string | null
  /** The collection on which the right was granted, or null if it was granted on the target or the organization. */
  readonly collectionId: string | null
  readonly target: Target
}

/** The columns that determine the rights on a target: a row `p` of the statements below. */
interface Sources {
  readonly organizationId: string
  readonly spaceId: string | null
  readonly siteId: string | null
  /** The collections whose permissions apply to the target, outermost first. */
  readonly collections: readonly string[]
  /** The role of all members with an organization role. `INHERIT` is the organization role of each. */
  readonly level: DefaultLevel | null
  /** The collections from which the level may be inherited, outermost first. Empty if the target has its own level. */
  readonly levelFrom: readonly string[]
}

function sourcesOf({ kind, row }: Target): Sources {
  const { organizationId } = row
  if (kind === 'SITE')
    return { organizationId, spaceId: null, siteId: row.id, collections: [], level: 'INHERIT', levelFrom: [] }
  const { id, ancestors, defaultLevel, effectiveLevel } = row
  return {
    organizationId,
    spaceId: kind === 'SPACE' ? id : null,
    siteId: null,
    collections: kind === 'SPACE' ? ancestors : [...ancestors, id],
    level: effectiveLevel,
    levelFrom: defaultLevel === 'INHERIT' ? ancestors : [],
  }
}

const orderName = 'rights of members'

/** The arguments of a list of rights, which are the same for all targets of a loader. */
interface RightsList {
  /** Whether the targets are sites. Only for sites, members without any role are listed, as the contract specifies. */
  readonly ofSites: boolean
  readonly role: Role | null
  /** The lowest role that is listed. */
  readonly minimum: Role | null
  /** The only user who is listed. */
  readonly userId: string | null
  readonly window: Window
}

/** A filter of the listed members. Null or absent members do not filter. */
export interface RightsFilter {
  readonly role?: Role | null
  readonly minimum?: Role | null
}

interface RightsPage {
  readonly rights: readonly MemberRight[]
  readonly more: boolean
}

interface RightsLoaders {
  readonly pages: DataLoader<Target, RightsPage>
  readonly counts: DataLoader<Target, number>
}

const loadersByList = perRequest(() => new Map<string, RightsLoaders>())

function loadersFor(context: Context, list: RightsList): RightsLoaders {
  const byList = loadersByList(context)
  const key = JSON.stringify(list)
  let loaders = byList.get(key)
  if (!loaders) {
    const { query } = context.database
    loaders = {
      pages: new DataLoader((targets) => readPages(query, list, targets)),
      counts: new DataLoader((targets) => readCounts(query, list, targets)),
    }
    byList.set(key, loaders)
  }
  return loaders
}

/**
 * Returns the effective roles of all active members on the target, equal to those of roleOnSpace, roleOnCollection and
 * roleOnSite, in one statement for any number of members and targets. If several origins give the same role, their
 * precedence is: organization role, level, grant to the user, grant to a team; and the nearest collection first.
 */
export function rightsConnection(
  context: Context,
  target: Target,
  { role = null, minimum = null }: RightsFilter,
  window: Window,
): Connection<MemberRight> {
  const loaders = loadersFor(context, {
    ofSites: target.kind === 'SITE',
    role,
    minimum,
    userId: null,
    window,
  })
  return {
    window,
    page: async () => {
      if (window.limit === 0) return { edges: [], more: false }
      const { rights, more } = await loaders.pages.load(target)
      const edges = rights.map((node) => ({ node, cursor: encodeCursor(orderName, [node.memberId]) }))
      return { edges, more }
    },
    count: async () => {
      // A page that begins the list, and that nothing follows, has all of it.
      const page = window.cursor === null && window.limit > 0 ? await loaders.pages.load(target) : undefined
      return page && !page.more ? page.rights.length : loaders.counts.load(target)
    },
  }
}

/** Returns the effective role of one member on the target, or null without any. */
export async function rightOfUser(
  context: Context,
  target: Target,
  userId: string,
): Promise<MemberRight | null> {
  const window = { limit: 1, backward: false, cursor: null }
  const list = { ofSites: target.kind === 'SITE', role: null, minimum: null, userId, window }
  const { rights } = await loadersFor(context, list).pages.load(target)
  return rights[0] ?? null
}

async function readPages(
  run: RunStatement,
  list: RightsList,
  targets: readonly Target[],
): Promise<RightsPage[]> {
  const { limit, backward } = list.window
  const { text, values } = pageStatement(list, targets)
  const rows = await run<RightRow>(text, values)
  const byTarget = Map.groupBy(rows, ({ n }) => n - 1)
  return targets.map((target, index) => {
    const found = byTarget.get(index) ?? []
    const rights = found.slice(0, limit).map((row) => rightOf(row, target))
    return { rights: backward ? rights.reverse() : rights, more: found.length > limit }
  })
}

/** A right with the columns of its user. */
type RightRow = Omit<MemberRight, 'user' | 'target'> & User & { readonly n: number }

const userColumns = columnNamesOf('User') as (keyof User)[]

const rightOf = (row: RightRow, target: Target): MemberRight => {
  const { memberId, role, way, teamId, collectionId } = row
  const user = Object.fromEntries(userColumns.map((name) => [name, row[name]])) as unknown as User
  return { memberId, user, role, way, teamId, collectionId, target }
}

function pageStatement(list: RightsList, targets: readonly Target[]) {
  const { limit, backward, cursor } = list.window
  const parameters = new Parameters()
  const from = parameters.add(JSON.stringify(targets.map(sourcesOf)))
  const [descending, beyond] = backward ? ['DESC', '<'] : ['ASC', '>']
  const last =
    cursor === null ? null : decodeCursor(backward ? 'before' : 'after', orderName, ['text'], cursor)
  const behind = last === null ? '' : `AND m.id ${beyond} ${parameters.add(last[0])}`
  const text = `
SELECT p.n::int AS n, ${columnsOf('User', 'u')}, q.* FROM ${targetRows(from)} CROSS JOIN LATERAL (
  SELECT m.id AS "memberId", m."userId", r.role, coalesce(r.way, 'ROLE') AS way, r."teamId", r."collectionId"
  ${membersWithRights(list, parameters)} ${behind}
  ORDER BY m.id ${descending} LIMIT ${parameters.add(limit + 1)}
) q JOIN "User" u ON u.id = q."userId" ORDER BY p.n, q."memberId" ${descending}`
  return { text, values: parameters.values }
}

async function readCounts(
  run: RunStatement,
  list: RightsList,
  targets: readonly Target[],
): Promise<number[]> {
  const parameters = new Parameters()
  const from = parameters.add(JSON.stringify(targets.map(sourcesOf)))
  const rows = await run<{ count: number }>(
    `SELECT (SELECT count(*)::int ${membersWithRights(list, parameters)}) AS count
     FROM ${targetRows(from)} ORDER BY p.n`,
    parameters.values,
  )
  return rows.map(({ count }) => count)
}

const targetRows = (json: string) => `ROWS FROM (jsonb_to_recordset(${json}::jsonb) AS (
  "organizationId" text, "spaceId" text, "siteId" text, collections text[], level text, "levelFrom" text[]
)) WITH ORDINALITY AS p("organizationId", "spaceId", "siteId", collections, level, "levelFrom", n)`

/** Returns the FROM and WHERE clauses for rows of "Member" `m`, each with its right `r` on the target `p`. */
function membersWithRights({ ofSites, role, minimum, userId }: RightsList, parameters: Parameters): string {
  const conditions = [
    role === null ? '' : `AND r.role = ${parameters.add(role)}::"Role"`,
    minimum === null ? '' : `AND r.role >= ${parameters.add(minimum)}::"Role"`,
    userId === null ? '' : `AND m."userId" = ${parameters.add(userId)}`,
  ]
  return `
FROM "Member" m ${ofSites ? 'LEFT JOIN' : 'JOIN'} LATERAL (
  SELECT * FROM (${sourcesOfRights}) s
  ORDER BY s.role DESC, s.preference, s.depth DESC, s."teamId" LIMIT 1
) r ON TRUE
WHERE m."organizationId" = p."organizationId" AND NOT m.disabled ${conditions.join(' ')}`
}

/** SQL for the level of `p` if it is a role and not INHERIT. */
const givenLevel = `nullif(p.level, 'INHERIT')::"Role"`

/** SQL for all roles of the member `m` on the target `p`, with their origins. */
const sourcesOfRights = `
SELECT m.role, 1 AS preference, 0 AS depth, 'ROLE' AS way, NULL::text AS "teamId", NULL::text AS "collectionId"
WHERE m.role = 'ADMIN' OR (m.role IS NOT NULL AND p.level = 'INHERIT')
UNION ALL
SELECT ${givenLevel}, 2, 0, 'LEVEL', NULL, (
  SELECT c.id FROM "Collection" c
  WHERE c.id = ANY(p."levelFrom") AND c."defaultLevel" IS DISTINCT FROM 'INHERIT'
  ORDER BY array_position(p."levelFrom", c.id) DESC LIMIT 1)
WHERE m.role IS NOT NULL AND ${givenLevel} IS NOT NULL
UNION ALL
SELECT g.role, CASE WHEN g."teamId" IS NULL THEN 3 ELSE 4 END,
  coalesce(array_position(p.collections, g."collectionId"), cardinality(p.collections) + 1),
  CASE WHEN g."teamId" IS NULL THEN 'USER' ELSE 'TEAM' END, g."teamId", g."collectionId"
FROM "ContentPermission" g
WHERE (g."userId" = m."userId" OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
  AND (g."spaceId" = p."spaceId" OR g."siteId" = p."siteId" OR g."collectionId" = ANY(p.collections))`

/** SQL condition over the space `t` and the member id p.k0: whether roleOnSpace is not null for the member. */
export const spacesOfMember = `EXISTS (
  SELECT 1 FROM "Member" m
  WHERE m.id = p.k0 AND m."organizationId" = t."organizationId" AND NOT m.disabled AND (
    m.role = 'ADMIN' OR (m.role IS NOT NULL AND t."effectiveLevel" IS NOT NULL) OR EXISTS (
      SELECT 1 FROM "ContentPermission" g
      WHERE (g."userId" = m."userId"
          OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
        AND (g."spaceId" = t.id OR g."collectionId" = ANY(t.ancestors)))))`
