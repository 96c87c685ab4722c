import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import { unauthenticated } from '../errors.ts'
import type { Role, TeamRole } from '../generated/prisma/enums.ts'
import { highestRole } from './roles.ts'
import { hashToken, organizationOfScopes } from './tokens.ts'
import type { Viewer } from './viewer.ts'

/** SQL columns of a user's memberships, teams and grants. `u` is the row of "User". */
const rightsColumns = `u.id AS "userId",
  (SELECT coalesce(json_object_agg(m."organizationId", m.role), '{}')
     FROM "Member" m JOIN "Organization" g ON g.id = m."organizationId"
    WHERE m."userId" = u.id AND NOT m.disabled AND (m.sso OR NOT g.sso)) AS memberships,
  (SELECT coalesce(json_agg(json_build_array(t.id, t."organizationId", o.role)), '[]')
     FROM "TeamMember" o JOIN "Team" t ON t.id = o."teamId" WHERE o."userId" = u.id) AS teams,
  (SELECT coalesce(json_agg(json_build_array(p."spaceId", p."collectionId", p."siteId", p.role)), '[]')
     FROM "ContentPermission" p
    WHERE p."userId" = u.id
       OR p."teamId" IN (SELECT m."teamId" FROM "TeamMember" m WHERE m."userId" = u.id)) AS grants`

const viewersByToken = `
SELECT t.hash, t.id AS "tokenId", t.scopes, ${rightsColumns}
FROM "ApiToken" t JOIN "User" u ON u.id = t."userId"
WHERE t.hash = ANY($1::text[]) AND t."revokedAt" IS NULL AND (t."expiresAt" IS NULL OR t."expiresAt" > now())`

const viewersByUser = `
SELECT NULL AS "tokenId", ARRAY[]::text[] AS scopes, ${rightsColumns} FROM "User" u WHERE u.id = ANY($1)`

interface ViewerRow {
  tokenId: string | null
  scopes: string[]
  userId: string
  memberships: Record<string, Role | null>
  teams: [teamId: string, organizationId: string, role: TeamRole][]
  grants: [spaceId: string | null, collectionId: string | null, siteId: string | null, role: Role][]
}

const touchInterval = 60_000

/** Returns the token of an Authorization header, or null where the header is not `Bearer <token>`. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null

/** The number of requests whose viewers are looked up in one statement. */
const maximumBatch = 100

/** Looks up the viewers of requests by their tokens, in one SQL statement for those that arrive together. */
export class Authenticator {
  readonly #pool: Pool
  readonly #touchedAt = new Map<string, number>()
  /** Keeps nothing: each request gets the rights of the time after it arrived. */
  readonly #rows: DataLoader<string, ViewerRow | null>

  constructor(pool: Pool) {
    this.#pool = pool
    this.#rows = new DataLoader((hashes) => readViewers(pool, hashes), {
      cache: false,
      maxBatchSize: maximumBatch,
      // All requests that the process can read from its connections now are read before.
      batchScheduleFn: (read) => setImmediate(read),
    })
  }

  /** Returns null for a request without the header. Throws UNAUTHENTICATED for a token that is not active. */
  async authenticate(header: string | null | undefined): Promise<Viewer | null> {
    if (!header) return null
    const token = bearerToken(header)
    if (!token) throw unauthenticated('TOKEN_MALFORMED')
    const viewer = await this.#viewerOfToken(token)
    if (!viewer) throw unauthenticated('TOKEN_INVALID')
    return viewer
  }

  /**
   * Returns the viewer of a browser session. An expired session counts as none instead of failing, because the
   * browser keeps sending its cookie.
   */
  async authenticateSession(token: string | null): Promise<Viewer | null> {
    return token === null ? null : this.#viewerOfToken(token)
  }

  async #viewerOfToken(token: string): Promise<Viewer | null> {
    const row = await this.#rows.load(hashToken(token))
    if (!row) return null
    if (row.tokenId) await this.#touch(row.tokenId)
    return toViewer(row)
  }

  /** Records the use of a token, at most once a minute, so that reads do not each cause a write. */
  async #touch(tokenId: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#touchedAt.get(tokenId) ?? 0) < touchInterval) return
    if (this.#touchedAt.size > 10_000) this.#touchedAt.clear()
    this.#touchedAt.set(tokenId, now)
    await this.#pool.query('UPDATE "ApiToken" SET "lastUsedAt" = now() WHERE id = $1', [tokenId])
  }
}

async function readViewers(pool: Pool, hashes: readonly string[]): Promise<(ViewerRow | null)[]> {
  const { rows } = await pool.query<ViewerRow & { hash: string }>({
    name: 'viewer',
    text: viewersByToken,
    values: [[...new Set(hashes)]],
  })
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => byHash.get(hash) ?? null)
}

/** Loads users as viewers without a token. Ids of unknown users are skipped. */
export async function viewersOfUsers(pool: Pool, userIds: readonly string[]): Promise<Viewer[]> {
  const { rows } = await pool.query<ViewerRow>(viewersByUser, [userIds])
  return rows.map(toViewer)
}

/** Loads a user as a viewer without a token, for commands that the operator of the server runs. */
export async function viewerOfUser(pool: Pool, userId: string): Promise<Viewer> {
  const [viewer] = await viewersOfUsers(pool, [userId])
  if (!viewer) throw new Error(`there is no user ${userId}`)
  return viewer
}

function toViewer(row: ViewerRow): Viewer {
  const grants = { spaces: new Map<string, Role>(), collections: new Map(), sites: new Map() }
  const grant = (target: Map<string, Role>, id: string | null, role: Role) => {
    if (id) target.set(id, highestRole(target.get(id), role) ?? role)
  }
  for (const [spaceId, collectionId, siteId, role] of row.grants) {
    grant(grants.spaces, spaceId, role)
    grant(grants.collections, collectionId, role)
    grant(grants.sites, siteId, role)
  }
  const onlyIn = organizationOfScopes(row.scopes)
  const memberships = Object.entries(row.memberships).filter(([id]) => onlyIn === undefined || id === onlyIn)
  return {
    userId: row.userId,
    tokenId: row.tokenId,
    scopes: row.scopes,
    memberships: new Map(memberships),
    teams: new Map(row.teams.map(([id, organizationId, role]) => [id, { organizationId, role }])),
    grants,
  }
}
