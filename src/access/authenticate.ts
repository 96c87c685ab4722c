import DataLoader from 'dataloader'
import type { Config } from '../base/config.ts'
import { boundedCache } from '../caches/bounded-cache.ts'
import type { Database } from '../database/client.ts'
import { faultOf } from '../database/faults.ts'
import {
  committedPosition,
  type LogPosition,
  latest,
  parsePosition,
} from '../database/replicas/log-position.ts'
import type { RunStatement } from '../database/rows.ts'
import type { ApiTokenKind, Role, TeamRole } from '../generated/prisma/enums.ts'
import type { ViewerProof } from '../graph/context.ts'
import { countLookup } from '../metrics/recorder.ts'
import { unauthenticated } from './reasons.ts'
import { highestRole } from './roles.ts'
import { hashToken, readsOnlyEvents, scopesIncludeOrganization } from './tokens.ts'
import { copyOfMember, type Member } from './viewer.ts'

/** Returns SQL for an array of JSON of the rows of a query, in the order of a column. */
const arrayOf = (members: string, order: string, from: string) =>
  `(SELECT coalesce(json_agg(json_build_array(${members}) ORDER BY ${order}), '[]') FROM ${from})`

/**
 * Returns SQL for a viewer as the text of a JSON array, in the order of ViewerRow. The parameters are SQL; the last is for
 * whether the viewer came from an identity provider. Such a viewer is limited to the organization of the provider.
 */
const viewerText = (
  tokenId: string,
  scopes: string,
  userId: string,
  isSignedIn: string,
) => `json_build_array(${tokenId}, ${scopes}, ${userId},
  (SELECT json_build_array(
      coalesce(json_object_agg(m."organizationId", m.role ORDER BY m."organizationId") FILTER (WHERE g."deletedAt" IS NULL), '{}'),
      coalesce(json_agg(m."organizationId" ORDER BY m."organizationId") FILTER (WHERE g."deletedAt" IS NOT NULL AND m.role = 'ADMIN'), '[]'))
     FROM "Member" m JOIN "Organization" g ON g.id = m."organizationId"
    WHERE m."userId" = ${userId} AND NOT m.disabled AND (NOT g.sso OR ${isSignedIn})),
  ${arrayOf(
    't.id, t."organizationId", o.role',
    't.id',
    `"TeamMember" o JOIN "Team" t ON t.id = o."teamId" WHERE o."userId" = ${userId}`,
  )},
  ${arrayOf(
    'p."spaceId", p."collectionId", p."siteId", p.role',
    'p.id',
    // One query for each index: a condition on either column would read the whole table.
    `(SELECT p.* FROM "ContentPermission" p WHERE p."userId" = ${userId}
      UNION ALL
      SELECT p.* FROM "TeamMember" o JOIN "ContentPermission" p ON p."teamId" = o."teamId" WHERE o."userId" = ${userId}) p`,
  )})::text`

/** Returns SQL for the sum of the versions of subjects, as text: it grows with every change to their rights. */
const versionOf = (subjects: string) =>
  `(SELECT coalesce(sum(r.version), 0)::text FROM "RightsVersion" r WHERE r.subject = ANY(${subjects}))`

/** A viewer depends on the rights of the user, of the organizations and of the teams. */
const viewersByToken = (column: 'hash' | 'id', further = '') => `
SELECT ${further}k.id, k.hash, k.kind, least(k."expiresAt", k."idleEndsAt") AS "endsAt", s.subjects, ${versionOf('s.subjects')} AS version,
  ${viewerText('k.id', 'k.scopes', 'k."userId"', 'k."identityProviderId" IS NOT NULL')} AS viewer
FROM "ApiToken" k
CROSS JOIN LATERAL (SELECT ARRAY[k."userId"] ||
  ARRAY(SELECT m."organizationId" FROM "Member" m WHERE m."userId" = k."userId") ||
  ARRAY(SELECT o."teamId" FROM "TeamMember" o WHERE o."userId" = k."userId") AS subjects) s
WHERE k.${column} = ANY($1::text[]) AND k."revokedAt" IS NULL AND coalesce(least(k."expiresAt", k."idleEndsAt") > now(), TRUE)`

const viewersByHash = viewersByToken('hash')
const viewersByTokenId = viewersByToken('id')

/** The state of the database that the rights are of, where replicas are read. */
const positionedViewersByHash = viewersByToken('hash', `(${committedPosition})::text AS position, `)

const versionsOfSubjects = `
SELECT r.subject, sum(r.version)::text AS version FROM "RightsVersion" r WHERE r.subject = ANY($1::text[]) GROUP BY r.subject`

/** The versions, and the positions of what was written for the subjects, in one statement. */
const positionedVersions = `
SELECT s AS subject, coalesce((SELECT sum(r.version) FROM "RightsVersion" r WHERE r.subject = s), 0)::text AS version,
  (SELECT w.position::text FROM "WritePosition" w WHERE w.subject = s) AS position
FROM unnest($1::text[]) s`

/** Without a token there is nothing to sign in with: the operator, or another user whose rights are asked for. */
const viewersByUser = `
SELECT ${viewerText('NULL', 'ARRAY[]::text[]', 'u.id', 'TRUE')} AS viewer FROM "User" u WHERE u.id = ANY($1)`

type ViewerRow = [
  tokenId: string | null,
  scopes: string[],
  userId: string,
  organizations: [memberships: Record<string, Role | null>, deleted: string[]],
  teams: [teamId: string, organizationId: string, role: TeamRole][],
  grants: [spaceId: string | null, collectionId: string | null, siteId: string | null, role: Role][],
]

const touchInterval = 60_000

/** A session lasts longer by being used. */
const touchToken = `
UPDATE "ApiToken" SET "lastUsedAt" = now(),
  "idleEndsAt" = CASE WHEN kind = 'SESSION' THEN now() + make_interval(hours => $2) END
WHERE id = $1`

/** Returns the token of an Authorization header, or null where the header is not `Bearer <token>`. */
export const bearerToken = (header: string | undefined): string | null =>
  /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null

/** A viewer as a token had it before. Nothing may change it, because requests share it. */
export interface CachedViewer {
  readonly viewer: Member
  /** The check that the token still has the viewer. */
  readonly proof: ViewerProof
  /** Looks up whether the token still has it. */
  readonly isCurrent: () => Promise<boolean>
  /** Looks up which position a read as the viewer must not be before; null if the token has the viewer no longer. */
  readonly position: () => Promise<LogPosition | null>
}

/** A viewer that was looked up for a request. */
export interface AuthenticatedViewer {
  readonly viewer: Member
  /** The position that a read as the viewer must not be before: that of the rights, and of what was written for the viewer. */
  readonly position: LogPosition
}

/** A viewer as the database has it. */
interface ReadViewer {
  readonly viewer: string
  /** The ids of the user, the organizations and the teams whose rights the viewer has. */
  readonly subjects: readonly string[]
  readonly version: string
  readonly kind: ApiTokenKind
  /** The time at which the token expires, or the session ends unless it is used. Null if there is none. */
  readonly endsAt: Date | null
  /** The state that the rights are of. Absent where no replicas are read. */
  readonly position?: string
}

interface CurrentViewer {
  readonly kept: KeptViewer
  readonly position: LogPosition
}

/** The rights of subjects, and what was written for them. */
interface CurrentVersion {
  readonly version: string
  readonly position: LogPosition
}

interface KeptViewer extends KnownViewer {
  readonly size: number
}

/** The number of requests whose viewers are looked up in one statement. */
const maximumBatch = 100

/** All requests that the process can read from its connections now are read before. */
const batches = {
  cache: false,
  maxBatchSize: maximumBatch,
  batchScheduleFn: (read: () => void) => void setImmediate(read),
}

/**
 * Looks up the viewers of requests by their tokens, in one SQL statement for those that arrive together. It remembers
 * viewers, but each request gets the rights of the time after it arrived.
 */
export class Authenticator {
  readonly #write: RunStatement
  readonly #idleHours: number
  readonly #readsOnly: boolean
  readonly #touchedAt = new Map<string, number>()
  readonly #viewers: DataLoader<string, ReadViewer | null>
  readonly #versions: DataLoader<readonly string[], CurrentVersion>
  readonly #kept = boundedCache<string, KeptViewer>('viewers', ({ size }) => size)

  constructor(
    { queryPromptly, write, replicas }: Pick<Database, 'queryPromptly' | 'write' | 'replicas'>,
    { sessionIdleHours, readsOnly }: Pick<Config, 'sessionIdleHours' | 'readsOnly'>,
  ) {
    this.#write = write
    this.#idleHours = sessionIdleHours
    this.#readsOnly = readsOnly
    const [viewers, versions] = replicas
      ? [positionedViewersByHash, positionedVersions]
      : [viewersByHash, versionsOfSubjects]
    this.#viewers = new DataLoader((hashes) => readViewers(queryPromptly, viewers, hashes), batches)
    this.#versions = new DataLoader((all) => readVersions(queryPromptly, versions, all), batches)
  }

  /**
   * Returns the viewer that a token had before, without waiting; undefined if there is none. Who uses it for reading must
   * discard what was read if it is not current.
   */
  cachedViewer(header: string | null | undefined): CachedViewer | undefined {
    const token = bearerToken(header ?? undefined)
    const kept = token === null ? undefined : this.#remembered(hashToken(token))
    if (token !== null) countLookup('viewers', kept !== undefined)
    // The use of a token is recorded where a request is authenticated.
    if (!kept?.viewer.tokenId || !this.#isTouched(kept.viewer.tokenId)) return undefined
    const { viewer, subjects, version } = kept
    return {
      viewer,
      proof: { sql: versionOf, parameter: subjects, expected: version },
      isCurrent: async () => (await this.#positionIfCurrent(kept)) !== null,
      position: () => this.#positionIfCurrent(kept),
    }
  }

  /** Returns null for a request without the header. Throws UNAUTHENTICATED for a token that is not active. */
  async authenticate(header: string | null | undefined): Promise<AuthenticatedViewer | null> {
    if (!header) return null
    const token = bearerToken(header)
    if (!token) throw unauthenticated('TOKEN_MALFORMED')
    const found = await this.#currentViewer(hashToken(token))
    if (!found) throw unauthenticated('TOKEN_INVALID')
    return this.#used(found)
  }

  /**
   * Returns the viewer of a browser session. One that has ended counts as none instead of failing, because the browser keeps
   * sending its cookie, and so does any other token in the cookie.
   */
  async authenticateSession(token: string | null): Promise<AuthenticatedViewer | null> {
    const found = token === null ? null : await this.#currentViewer(hashToken(token))
    return found?.kept.kind === 'SESSION' ? this.#used(found) : null
  }

  async #used({ kept: { viewer }, position }: CurrentViewer): Promise<AuthenticatedViewer> {
    if (viewer.tokenId) await this.#touch(viewer.tokenId)
    return { viewer: copyOfMember(viewer), position }
  }

  async #currentViewer(hash: string): Promise<CurrentViewer | null> {
    const kept = this.#remembered(hash)
    const position = kept ? await this.#positionIfCurrent(kept) : null
    if (kept && position !== null) return { kept, position }
    const found = await this.#viewers.load(hash)
    if (!found) return null
    const { viewer: text, ...read } = found
    const current = { ...read, viewer: toViewer(text), size: text.length }
    this.#kept.set(hash, current)
    return { kept: current, position: positionOf(found) }
  }

  /** Returns the viewer that a token had before, unless it has ended as far as is known: the database knows whether it was used since. */
  #remembered(hash: string): KeptViewer | undefined {
    const kept = this.#kept.get(hash)
    return kept?.endsAt && kept.endsAt.getTime() <= Date.now() ? undefined : kept
  }

  /** Returns the position that a read as the viewer must not be before, or null if the rights have changed. */
  async #positionIfCurrent(kept: KeptViewer): Promise<LogPosition | null> {
    const { version, position } = await this.#versions.load(kept.subjects)
    return version === kept.version ? latest(position, positionOf(kept)) : null
  }

  #isTouched(tokenId: string): boolean {
    return this.#readsOnly || Date.now() - (this.#touchedAt.get(tokenId) ?? 0) < touchInterval
  }

  /** Records the use of a token, at most once a minute, so that reads do not each cause a write. */
  async #touch(tokenId: string): Promise<void> {
    if (this.#isTouched(tokenId)) return
    if (this.#touchedAt.size > 10_000) this.#touchedAt.clear()
    this.#touchedAt.set(tokenId, Date.now())
    await this.#write(touchToken, [tokenId, this.#idleHours]).catch((error: unknown) => {
      // Reads work while nothing can be written.
      if (!faultOf(error)) throw error
    })
  }
}

const positionOf = ({ position }: Pick<ReadViewer, 'position'>): LogPosition =>
  (position === undefined ? undefined : parsePosition(position)) ?? 0n

async function readViewers(
  run: RunStatement,
  statement: string,
  hashes: readonly string[],
): Promise<(ReadViewer | null)[]> {
  const rows = await run<ReadViewer & { readonly hash: string }>(statement, [[...new Set(hashes)]])
  const byHash = new Map(rows.map(({ hash, ...viewer }) => [hash, viewer]))
  return hashes.map((hash) => byHash.get(hash) ?? null)
}

async function readVersions(
  run: RunStatement,
  statement: string,
  all: readonly (readonly string[])[],
): Promise<CurrentVersion[]> {
  const rows = await run<{ subject: string; version: string; position?: string | null }>(statement, [
    [...new Set(all.flat())],
  ])
  const bySubject = new Map(rows.map((row) => [row.subject, row]))
  return all.map((subjects) => {
    const known = subjects.flatMap((subject) => bySubject.get(subject) ?? [])
    return {
      version: String(known.reduce((sum, { version }) => sum + BigInt(version), 0n)),
      position: known.reduce(
        (found, { position }) => latest(found, positionOf({ position: position ?? '' })),
        0n,
      ),
    }
  })
}

/** A viewer, with what tells whether its token still has it. */
export interface KnownViewer extends Omit<ReadViewer, 'viewer'> {
  readonly viewer: Member
}

/** Returns the viewers that tokens have now, by the ids of the tokens, without those that are not active any longer. */
export async function knownViewersOf(
  run: RunStatement,
  tokenIds: readonly string[],
): Promise<ReadonlyMap<string, KnownViewer>> {
  const rows = await run<ReadViewer & { readonly id: string }>(viewersByTokenId, [tokenIds])
  return new Map(rows.map(({ id, viewer, ...read }) => [id, { ...read, viewer: toViewer(viewer) }]))
}

/** Returns those of the viewers that their tokens still have: whose rights have not changed, and whose time is not over. */
export async function stillCurrent<Known extends KnownViewer>(
  run: RunStatement,
  known: readonly Known[],
): Promise<readonly Known[]> {
  const versions = await readVersions(
    run,
    versionsOfSubjects,
    known.map(({ subjects }) => subjects),
  )
  return known.filter(
    ({ version, endsAt }, index) =>
      version === versions[index]?.version && !(endsAt && endsAt.getTime() <= Date.now()),
  )
}

/** Returns the viewer that a token has now, or null if it is not active any longer. */
export async function viewerOfTokenId(run: RunStatement, tokenId: string): Promise<Member | null> {
  return (await knownViewersOf(run, [tokenId])).get(tokenId)?.viewer ?? null
}

/** Loads users as viewers without a token. Ids of unknown users are skipped. */
export async function viewersOfUsers(run: RunStatement, userIds: readonly string[]): Promise<Member[]> {
  const rows = await run<{ viewer: string }>(viewersByUser, [userIds])
  return rows.map(({ viewer }) => toViewer(viewer))
}

/** Loads a user as a viewer without a token, for commands that the operator of the server runs. */
export async function viewerOfUser(run: RunStatement, userId: string): Promise<Member> {
  const [viewer] = await viewersOfUsers(run, [userId])
  if (!viewer) throw new Error(`there is no user ${userId}`)
  return viewer
}

const readerOfEvents = (
  owner: Pick<Member, 'userId' | 'tokenId' | 'scopes'>,
  memberships: readonly (readonly [id: string, role: Role | null])[],
): Member => ({
  ...owner,
  kind: 'member',
  memberships: new Map(memberships.map(([id]) => [id, null])),
  onlyEventsOf: new Set(memberships.flatMap(([id, role]) => (role === 'ADMIN' ? [id] : []))),
  deletedOrganizations: new Set(),
  teams: new Map(),
  grants: { spaces: new Map(), collections: new Map(), sites: new Map() },
})

function toViewer(text: string): Member {
  const [tokenId, scopes, userId, [roles, deleted], teams, granted] = JSON.parse(text) as ViewerRow
  const grants = { spaces: new Map<string, Role>(), collections: new Map(), sites: new Map() }
  const grant = (target: Map<string, Role>, id: string | null, role: Role) => {
    if (id) target.set(id, highestRole(target.get(id), role) ?? role)
  }
  for (const [spaceId, collectionId, siteId, role] of granted) {
    grant(grants.spaces, spaceId, role)
    grant(grants.collections, collectionId, role)
    grant(grants.sites, siteId, role)
  }
  const memberships = Object.entries(roles).filter(([id]) => scopesIncludeOrganization(scopes, id))
  if (readsOnlyEvents(scopes)) return readerOfEvents({ userId, tokenId, scopes }, memberships)
  return {
    kind: 'member',
    userId,
    tokenId,
    scopes,
    memberships: new Map(memberships),
    onlyEventsOf: null,
    deletedOrganizations: new Set(deleted.filter((id) => scopesIncludeOrganization(scopes, id))),
    teams: new Map(teams.map(([id, organizationId, role]) => [id, { organizationId, role }])),
    grants,
  }
}
