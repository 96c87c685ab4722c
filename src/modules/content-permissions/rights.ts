import { Parameters } from '../../database/where.ts'
import type { DefaultLevel, Role } from '../../generated/prisma/enums.ts'
import type { Connection } from '../../graphql/connection.ts'
import type { Context } from '../../graphql/context.ts'
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
  /** The team that brought the right. */
  readonly teamId: string | null
  /** The collection on which the right stands; null where it is on the target itself. */
  readonly collectionId: string | null
  readonly target: Target
}

/** What decides about the rights to a target, beside its members. */
interface Sources {
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
  if (kind === 'SITE')
    return { spaceId: null, siteId: row.id, collections: [], level: 'INHERIT', levelFrom: [] }
  const { id, ancestors, defaultLevel, effectiveLevel } = row
  return {
    spaceId: kind === 'SPACE' ? id : null,
    siteId: null,
    collections: kind === 'SPACE' ? ancestors : [...ancestors, id],
    level: effectiveLevel,
    levelFrom: defaultLevel === 'INHERIT' ? ancestors : [],
  }
}

const orderName = 'rights of members'

/**
 * What every active member of the organization may do on the target: the same as roleOnSpace, roleOnCollection and
 * roleOnSite say, in one statement for any number of members. Those who may do nothing are listed for sites only,
 * whose contract has a null for them. Of several sources of the same role, the one that is hardest to lose is told:
 * the role in the organization, then the level, then what was given to the user, and last to a team; the nearest first.
 */
export function rightsConnection(
  context: Context,
  target: Target,
  role: Role | null | undefined,
  window: Window,
): Connection<MemberRight> {
  const { pool } = context.database
  const read = async () => {
    if (window.limit === 0) return { edges: [], more: false }
    const { text, values } = pageStatement(target, role, window)
    const { rows } = await pool.query<Omit<MemberRight, 'target'>>(text, values)
    const kept = rows.slice(0, window.limit)
    if (window.backward) kept.reverse()
    const edges = kept.map((row) => ({
      node: { ...row, target },
      cursor: encodeCursor(orderName, [row.memberId]),
    }))
    return { edges, more: rows.length > window.limit }
  }
  let page: ReturnType<typeof read> | undefined
  return {
    window,
    page: () => {
      page ??= read()
      return page
    },
    count: async () => {
      const parameters = new Parameters()
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count ${membersWithRights(target, role, parameters)}`,
        parameters.values,
      )
      return rows[0]?.count ?? 0
    },
  }
}

function pageStatement(target: Target, role: Role | null | undefined, { limit, backward, cursor }: Window) {
  const parameters = new Parameters()
  const from = membersWithRights(target, role, parameters)
  const [descending, beyond] = backward ? ['DESC', '<'] : ['ASC', '>']
  const place =
    cursor === null ? null : decodeCursor(backward ? 'before' : 'after', orderName, ['text'], cursor)
  const behind = place === null ? '' : `AND m.id ${beyond} ${parameters.add(place[0])}`
  const text = `
SELECT m.id AS "memberId", m."userId", r.role, coalesce(r.way, 'ROLE') AS way, r."teamId", r."collectionId"
${from} ${behind}
ORDER BY m.id ${descending} LIMIT ${parameters.add(limit + 1)}`
  return { text, values: parameters.values }
}

/** The rows of "Member" as `m`, each with the right `r` that it has. */
function membersWithRights(target: Target, role: Role | null | undefined, parameters: Parameters): string {
  const join = target.kind === 'SITE' ? 'LEFT JOIN' : 'JOIN'
  const wanted = role == null ? '' : `AND r.role = ${parameters.add(role)}::"Role"`
  return `
FROM "Member" m ${join} LATERAL (
  SELECT * FROM (${sourcesOfRights(target, parameters)}) s
  ORDER BY s.role DESC, s.preference, s.depth DESC, s."teamId" LIMIT 1
) r ON TRUE
WHERE m."organizationId" = ${parameters.add(target.row.organizationId)} AND NOT m.disabled ${wanted}`
}

/** Every role that the member `m` has on the target, with where it comes from. */
function sourcesOfRights(target: Target, parameters: Parameters): string {
  const { spaceId, siteId, collections, level, levelFrom } = sourcesOf(target)
  const [space, site] = [parameters.add(spaceId), parameters.add(siteId)]
  const around = `${parameters.add(collections)}::text[]`
  const from = `${parameters.add(levelFrom)}::text[]`
  const inherits = `${parameters.add(level === 'INHERIT')}::boolean`
  const given = `${parameters.add(level === 'INHERIT' ? null : level)}::"Role"`
  return `
SELECT m.role, 1 AS preference, 0 AS depth, 'ROLE' AS way, NULL::text AS "teamId", NULL::text AS "collectionId"
WHERE m.role = 'ADMIN' OR (m.role IS NOT NULL AND ${inherits})
UNION ALL
SELECT ${given}, 2, 0, 'LEVEL', NULL, (
  SELECT c.id FROM "Collection" c
  WHERE c.id = ANY(${from}) AND c."defaultLevel" IS DISTINCT FROM 'INHERIT'
  ORDER BY array_position(${from}, c.id) DESC LIMIT 1)
WHERE m.role IS NOT NULL AND ${given} IS NOT NULL
UNION ALL
SELECT p.role, CASE WHEN p."teamId" IS NULL THEN 3 ELSE 4 END,
  coalesce(array_position(${around}, p."collectionId"), cardinality(${around}) + 1),
  CASE WHEN p."teamId" IS NULL THEN 'USER' ELSE 'TEAM' END, p."teamId", p."collectionId"
FROM "ContentPermission" p
WHERE (p."userId" = m."userId" OR p."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
  AND (p."spaceId" = ${space} OR p."siteId" = ${site} OR p."collectionId" = ANY(${around}))`
}

/** SQL over `t`, a space, and p.k0, the id of a member: whether the member has any role on it, as roleOnSpace says. */
export const spacesOfMember = `EXISTS (
  SELECT 1 FROM "Member" m
  WHERE m.id = p.k0 AND m."organizationId" = t."organizationId" AND NOT m.disabled AND (
    m.role = 'ADMIN' OR (m.role IS NOT NULL AND t."effectiveLevel" IS NOT NULL) OR EXISTS (
      SELECT 1 FROM "ContentPermission" g
      WHERE (g."userId" = m."userId"
          OR g."teamId" IN (SELECT i."teamId" FROM "TeamMember" i WHERE i."userId" = m."userId"))
        AND (g."spaceId" = t.id OR g."collectionId" = ANY(t.ancestors)))))`
