import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { Parameters } from '../../database/where.ts'
import type { DefaultLevel, Role } from '../../generated/prisma/enums.ts'
import type { Connection } from '../../graphql/connection.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { decodeCursor, encodeCursor } from '../../graphql/cursor.ts'
import type { Window } from '../../graphql/keyset.ts'
import type { Target } from './targets.ts'

/** How somebody came by a right. */
export type Way = 'ROLE' | 'LEVEL' | 'USER' | 'TEAM'

/** What a member may do on a target, and where that comes from. */
export interface MemberRight {
  readonly memberId: string
  readonly userId: string
  readonly role: Role | null
  readonly way: Way
  /** The team that grants the right. */
  readonly teamId: string | null
  /** The collection on which the right stands; null where it is on the target itself. */
  readonly collectionId: string | null
  readonly target: Target
}

/** What decides about the rights to a target, beside its members: a row `p` of the statements below. */
interface Sources {
  readonly organizationId: string
  readonly spaceId: string | null
  readonly siteId: string | null
  /** The collections on which a permission counts, outermost first. */
  readonly collections: readonly string[]
  /** The role that everybody with a role in the organization has; `INHERIT` is that role itself. */
  readonly level: DefaultLevel | null
  /** The collections of which the nearest with a level has given it; none if the target has it itself. */
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

/** What is asked for of every target alike. */
interface RightsList {
  /** Whether the targets are sites. Those who may do nothing are listed for them only, by their contract. */
  readonly ofSites: boolean
  readonly role: Role | null
  readonly window: Window
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
    const { pool } = context.database
    loaders = {
      pages: new DataLoader((targets) => readPages(pool, list, targets)),
      counts: new DataLoader((targets) => readCounts(pool, list, targets)),
    }
    byList.set(key, loaders)
  }
  return loaders
}

/**
 * What every active member of the organization may do on the target: the same as roleOnSpace, roleOnCollection and
 * roleOnSite say, in one statement for any number of members and targets. Of several sources of the same role, the one
 * that is hardest to lose is told: the role in the organization, then the level, then what was given to the user, and
 * last to a team; the nearest first.
 */
export function rightsConnection(
  context: Context,
  target: Target,
  role: Role | null | undefined,
  window: Window,
): Connection<MemberRight> {
  const loaders = loadersFor(context, { ofSites: target.kind === 'SITE', role: role ?? null, window })
  return {
    window,
    page: async () => {
      if (window.limit === 0) return { edges: [], more: false }
      const { rights, more } = await loaders.pages.load(target)
      const edges = rights.map((node) => ({ node, cursor: encodeCursor(orderName, [node.memberId]) }))
      return { edges, more }
    },
    count: () => loaders.counts.load(target),
  }
}

async function readPages(pool: Pool, list: RightsList, targets: readonly Target[]): Promise<RightsPage[]> {
  const { limit, backward } = list.window
  const { text, values } = pageStatement(list, targets)
  const { rows } = await pool.query<Omit<MemberRight, 'target'> & { n: number }>(text, values)
  const byTarget = Map.groupBy(rows, ({ n }) => n - 1)
  return targets.map((target, index) => {
    const found = byTarget.get(index) ?? []
    const rights = found.slice(0, limit).map(({ n: _n, ...right }) => ({ ...right, target }))
    return { rights: backward ? rights.reverse() : rights, more: found.length > limit }
  })
}

function pageStatement(list: RightsList, targets: readonly Target[]) {
  const { limit, backward, cursor } = list.window
  const parameters = new Parameters()
  const from = parameters.add(JSON.stringify(targets.map(sourcesOf)))
  const [descending, beyond] = backward ? ['DESC', '<'] : ['ASC', '>']
  const place =
    cursor === null ? null : decodeCursor(backward ? 'before' : 'after', orderName, ['text'], cursor)
  const behind = place === null ? '' : `AND m.id ${beyond} ${parameters.add(place[0])}`
  const text = `
SELECT p.n::int AS n, q.* FROM ${targetRows(from)} CROSS JOIN LATERAL (
  SELECT m.id AS "memberId", m."userId", r.role, coalesce(r.way, 'ROLE') AS way, r."teamId", r."collectionId"
  ${membersWithRights(list, parameters)} ${behind}
  ORDER BY m.id ${descending} LIMIT ${parameters.add(limit + 1)}
) q ORDER BY p.n, q."memberId" ${descending}`
  return { text, values: parameters.values }
}

async function readCounts(pool: Pool, list: RightsList, targets: readonly Target[]): Promise<number[]> {
  const parameters = new Parameters()
  const from = parameters.add(JSON.stringify(targets.map(sourcesOf)))
  const { rows } = await pool.query<{ count: number }>(
    `SELECT (SELECT count(*)::int ${membersWithRights(list, parameters)}) AS count
     FROM ${targetRows(from)} ORDER BY p.n`,
    parameters.values,
  )
  return rows.map(({ count }) => count)
}

const targetRows = (json: string) => `ROWS FROM (jsonb_to_recordset(${json}::jsonb) AS (
  "organizationId" text, "spaceId" text, "siteId" text, collections text[], level text, "levelFrom" text[]
)) WITH ORDINALITY AS p("organizationId", "spaceId", "siteId", collections, level, "levelFrom", n)`

/** The rows of "Member" as `m`, each with the right `r` that it has on the target `p`. */
function membersWithRights({ ofSites, role }: RightsList, parameters: Parameters): string {
  const wanted = role === null ? '' : `AND r.role = ${parameters.add(role)}::"Role"`
  return `
FROM "Member" m ${ofSites ? 'LEFT JOIN' : 'JOIN'} LATERAL (
  SELECT * FROM (${sourcesOfRights}) s
  ORDER BY s.role DESC, s.preference, s.depth DESC, s."teamId" LIMIT 1
) r ON TRUE
WHERE m."organizationId" = p."organizationId" AND NOT m.disabled ${wanted}`
}

/** The level where it is a role, and not that of each member. */
const givenLevel = `nullif(p.level, 'INHERIT')::"Role"`

/** Every role that the member `m` has on the target `p`, with where it comes from. */
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

/** SQL over `t`, a space, and p.k0, the id of a member: whether the member has any role on it, as roleOnSpace says. */
export const spacesOfMember = `EXISTS (
  SELECT 1 FROM "Member" m
  WHERE m.id = p.k0 AND m."organizationId" = t."organizationId" AND NOT m.disabled AND (
    m.role = 'ADMIN' OR (m.role IS NOT NULL AND t."effectiveLevel" IS NOT NULL) OR EXISTS (
      SELECT 1 FROM "ContentPermission" g
      WHERE (g."userId" = m."userId"
          OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
        AND (g."spaceId" = t.id OR g."collectionId" = ANY(t.ancestors)))))`
