import type { ConnectedDatabase } from '../../src/database/client.ts'
import { withPatientConnection } from '../../src/database/sessions.ts'
import { keepAllLinks } from '../../src/modules/links/jobs.ts'

/** How much of everything the organization has. */
export interface Size {
  readonly spaces: number
  readonly pagesPerSpace: number
  /** Two of the spaces have more pages. */
  readonly pagesOfLargeSpaces: number
  readonly collections: number
  /** The spaces of the collection that all rows are about. */
  readonly spacesOfCollection: number
  readonly members: number
  readonly teams: number
  readonly teamsOfMember: number
  readonly grantsOfMember: number
  readonly sites: number
  readonly auditEvents: number
  /** The sizes of the space that all rows are about. */
  readonly space: {
    readonly pages: number
    readonly files: number
    readonly comments: number
    readonly changeRequests: number
    readonly grants: number
  }
  /** The sizes of the site that all rows are about. */
  readonly site: { readonly sections: number; readonly redirects: number }
  /** The members of the team that all rows are about. */
  readonly membersOfTeam: number
  readonly repliesOfComment: number
  /** Of invitations, of entries of the glossary, of jobs and of specifications. */
  readonly others: number
}

export const none: Size = {
  spaces: 0,
  pagesPerSpace: 0,
  pagesOfLargeSpaces: 0,
  collections: 0,
  spacesOfCollection: 0,
  members: 0,
  teams: 0,
  teamsOfMember: 0,
  grantsOfMember: 0,
  sites: 0,
  auditEvents: 0,
  space: { pages: 0, files: 0, comments: 0, changeRequests: 0, grants: 0 },
  site: { sections: 0, redirects: 0 },
  membersOfTeam: 0,
  repliesOfComment: 0,
  others: 0,
}

/** An organization of 5,000 pages. */
export const usual: Size = {
  spaces: 60,
  pagesPerSpace: 80,
  pagesOfLargeSpaces: 80,
  collections: 10,
  spacesOfCollection: 20,
  members: 60,
  teams: 10,
  teamsOfMember: 3,
  grantsOfMember: 10,
  sites: 10,
  auditEvents: 1_000,
  space: { pages: 200, files: 60, comments: 200, changeRequests: 60, grants: 20 },
  site: { sections: 5, redirects: 60 },
  membersOfTeam: 20,
  repliesOfComment: 60,
  others: 60,
}

/** One of 50,000 pages. */
export const grown: Size = {
  spaces: 575,
  pagesPerSpace: 80,
  pagesOfLargeSpaces: 1_000,
  collections: 60,
  spacesOfCollection: 100,
  members: 600,
  teams: 50,
  teamsOfMember: 10,
  grantsOfMember: 60,
  sites: 60,
  auditEvents: 10_000,
  space: { pages: 2_000, files: 500, comments: 2_000, changeRequests: 300, grants: 60 },
  site: { sections: 15, redirects: 200 },
  membersOfTeam: 200,
  repliesOfComment: 120,
  others: 300,
}

/** One of 10,000 spaces and 54,000 pages. */
export const skewed: Size = {
  spaces: 10_000,
  pagesPerSpace: 4,
  pagesOfLargeSpaces: 2_000,
  collections: 1_000,
  spacesOfCollection: 1_000,
  members: 10_000,
  teams: 500,
  teamsOfMember: 50,
  grantsOfMember: 1_000,
  sites: 1_000,
  auditEvents: 200_000,
  space: { pages: 9_999, files: 5_000, comments: 20_000, changeRequests: 2_000, grants: 500 },
  site: { sections: 50, redirects: 1_000 },
  membersOfTeam: 2_000,
  repliesOfComment: 500,
  others: 2_000,
}

/** One of a million pages. */
export const million: Size = { ...skewed, pagesPerSpace: 100 }

/** A smaller one that is as skewed, for `npm test`. */
export const shortSkewed: Size = {
  spaces: 1_500,
  pagesPerSpace: 1,
  pagesOfLargeSpaces: 300,
  collections: 300,
  spacesOfCollection: 300,
  members: 1_500,
  teams: 100,
  teamsOfMember: 50,
  grantsOfMember: 1_000,
  sites: 200,
  auditEvents: 10_000,
  space: { pages: 1_500, files: 600, comments: 2_500, changeRequests: 600, grants: 300 },
  site: { sections: 20, redirects: 300 },
  membersOfTeam: 400,
  repliesOfComment: 300,
  others: 400,
}

/** The ids of what the rows of the REST table are about. */
export type Ids = Readonly<
  Record<
    | 'organizationId'
    | 'spaceId'
    | 'pageId'
    | 'collectionId'
    | 'siteId'
    | 'siteSectionId'
    | 'teamId'
    | 'userId'
    | 'commentId'
    | 'fileId'
    | 'specSlug',
    string
  >
>

/** The number from which the spaces of other organizations are counted. */
const firstSmall = 1_000_000

/**
 * Fills the organization of a world from one size to another, by SQL. Ids are numbers, and what is written at one size is
 * still there at the next.
 */
export async function growOrganization(
  database: ConnectedDatabase,
  ids: Ids,
  from: Size,
  to: Size,
): Promise<void> {
  await write(database, [...statementsToGrow(ids, from, to), ...counts])
}

/** Adds organizations of one space and three pages, so that what an organization has is very little on average. */
export async function addSmallOrganizations(database: ConnectedDatabase, count: number): Promise<void> {
  await write(database, [...smallOrganizations(count), ...counts])
}

async function write(database: ConnectedDatabase, statements: readonly string[]): Promise<void> {
  await withPatientConnection(database.pool, async (client) => {
    await client.query('BEGIN')
    // As a replica, the server neither checks references nor runs triggers.
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(
      `CREATE FUNCTION pg_temp.id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
       AS $$ SELECT prefix || lpad(n::text, 26, '0') $$`,
    )
    for (const statement of statements) await client.query(statement)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    await keepAllLinks(database)
    await client.query('VACUUM (ANALYZE)')
  })
}

/** The id of the object with a number. */
export const idOf = (prefix: string, number: number): string => prefix + String(number).padStart(26, '0')

const id = (prefix: string, number: string) => `pg_temp.id('${prefix}', ${number})`
const some = (number: string, size: number) => `(${number}) % ${Math.max(1, size)} + 1`
const minutesAgo = (number: string) => `now() - (${number}) * interval '1 minute'`
const positionOf = (number: string) => `lpad((${number})::text, 8, '0') || 'V'`

function statementsToGrow(ids: Ids, from: Size, to: Size): string[] {
  const { organizationId, spaceId, pageId, collectionId, siteId, siteSectionId, teamId, userId } = ids
  const between = (first: number, last: number, name = 'n') =>
    `generate_series(${first + 1}::bigint, ${last}) ${name}`
  const added = (of: (size: Size) => number, name?: string) => between(of(from), of(to), name)
  const spaces = added((size) => size.spaces)
  const user = (number: string) => id('usr', some(number, to.members))
  const space = (number: string) => id('spc', some(number, to.spaces))
  const inCollection = from.spaces + to.spacesOfCollection - from.spacesOfCollection
  const parent = `CASE WHEN n <= ${inCollection} THEN '${collectionId}'
    WHEN n % 2 = 0 THEN ${id('col', some('n', to.collections))} END`
  const branch = `(SELECT id FROM "Branch" WHERE "spaceId" = '${spaceId}' AND kind = 'MAIN')`
  const revision = `(SELECT "revisionId" FROM "Space" WHERE id = '${spaceId}')`
  // Pages and change requests of the space of all rows have the numbers of a space after the last.
  const own = 900_000
  const spacesWithPages = `${spaces} CROSS JOIN LATERAL generate_series(1::bigint,
    CASE WHEN n IN (${from.spaces + 1}, ${from.spaces + 2}) THEN ${to.pagesOfLargeSpaces} ELSE ${to.pagesPerSpace} END) p`
  const ownPages = added(({ space }) => space.pages, 'p')
  const grant = (holder: 'userId' | 'teamId', target: 'spaceId' | 'collectionId' | 'siteId', rows: string) =>
    `INSERT INTO "ContentPermission" (id, "${holder}", "${target}", role)
     SELECT ${id('per', `(SELECT count(*) FROM "ContentPermission") + row_number() OVER ()`)}, holder, target,
       (ARRAY['READ', 'EDIT', 'COMMENT', 'ADMIN']::"Role"[])[1 + (row_number() OVER ()) % 4]
     FROM (${rows}) rows(holder, target) ON CONFLICT DO NOTHING`
  const grantedUsers = added(({ space }) => space.grants)
  const grantedTeams = between(Math.min(from.teams, 50), Math.min(to.teams, 50))
  const isDeleted = `n % 50 = 9 AND n > ${inCollection}`
  return [
    `INSERT INTO "Collection" (id, "organizationId", title, position, ancestors, "createdAt", "updatedAt")
     SELECT ${id('col', 'n')}, '${organizationId}', 'Collection ' || n, 'b' || ${positionOf('n')}, '{}', ${minutesAgo('n')}, ${minutesAgo('n')}
     FROM ${added((size) => size.collections)}`,
    `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", "parentId", ancestors,
       "defaultLevel", "effectiveLevel", "createdAt", "updatedAt", "deletedAt")
     SELECT ${id('spc', 'n')}, '${organizationId}', 'Space ' || n, '📄', 'c' || ${positionOf('n')}, ${id('rev', 'n')},
       parent, array_remove(ARRAY[parent], NULL), level, level, ${minutesAgo('n * 7')}, ${minutesAgo('n * 7919 % 100000')},
       CASE WHEN ${isDeleted} THEN now() END
     FROM ${spaces}, LATERAL (SELECT ${parent}, CASE WHEN n % 10 < 3 THEN NULL ELSE 'INHERIT' END::"DefaultLevel") l(parent, level)`,
    ...contentOfSpaces(spaces),
    ...pages(spacesWithPages, {
      space: id('spc', 'n'),
      branch: id('brn', 'n'),
      number: 'n * 10000 + p',
      first: 'n * 10000 + 1',
      pageId,
      spaceId,
      linking: 'p % 40 = 1',
    }),
    ...pages(`(SELECT ${own}::bigint AS n) o, ${ownPages}`, {
      space: `'${spaceId}'`,
      branch,
      number: 'n * 10000 + p',
      first: 'n * 10000 + 1',
      pageId,
      spaceId,
      linking: 'true',
    }),
    `UPDATE "Branch" SET "keepsLinks" = false WHERE "spaceId" = '${spaceId}' AND kind = 'MAIN'`,
    `INSERT INTO "FileVersion" (id, "branchId", "fileId", sequence, name, "contentType", "blobHash", "createdAt")
     SELECT ${id('flv', 'n')}, ${branch}, ${id('fil', 'n')}, 1, 'file-' || n || '.txt', 'text/plain',
       (SELECT "blobHash" FROM "FileVersion" WHERE "fileId" = '${ids.fileId}' LIMIT 1), now()
     FROM ${added(({ space }) => space.files)}`,
    `INSERT INTO "User" (id, "displayName", email)
     SELECT ${id('usr', 'n')}, 'Person ' || n, 'person-' || n || '@example.com' FROM ${added((size) => size.members)}`,
    `INSERT INTO "Member" (id, "organizationId", "userId", role, "joinedAt", "lastSeenAt")
     SELECT ${id('mem', 'n')}, '${organizationId}', ${id('usr', 'n')},
       (ARRAY['READ', 'EDIT', 'READ', 'COMMENT', 'READ', 'REVIEW', 'READ', 'CREATE', 'READ', NULL]::"Role"[])[1 + n % 10],
       ${minutesAgo('n')}, ${minutesAgo('n * 7919 % 100000')}
     FROM ${added((size) => size.members)}`,
    `INSERT INTO "Team" (id, "organizationId", title)
     SELECT ${id('tea', 'n')}, '${organizationId}', 'Team ' || n FROM ${added((size) => size.teams)}`,
    `INSERT INTO "TeamMember" ("teamId", "userId", role)
     SELECT ${id('tea', 'n')}, ${user('n * 20 + m')}, CASE m WHEN 1 THEN 'OWNER' ELSE 'MEMBER' END::"TeamRole"
     FROM ${added((size) => size.teams)}, generate_series(1, 20) m
     UNION ALL SELECT ${id('tea', 'n')}, '${userId}', 'MEMBER' FROM ${added((size) => size.teamsOfMember)}
     UNION ALL SELECT '${teamId}', ${id('usr', 'n')}, 'MEMBER' FROM ${added((size) => size.membersOfTeam)}
     ON CONFLICT DO NOTHING`,
    grant(
      'userId',
      'spaceId',
      `SELECT '${userId}', ${id('spc', 'n')} FROM ${added((size) => size.grantsOfMember)}`,
    ),
    grant(
      'teamId',
      'spaceId',
      `SELECT ${id('tea', 'n')}, ${space('n * 20 + g')} FROM ${added((size) => size.teams)}, generate_series(1, 20) g`,
    ),
    grant(
      'userId',
      'spaceId',
      `SELECT ${id('usr', 'n')}, ${space('n * 2 + g')} FROM ${added((size) => size.members)}, generate_series(1, 2) g`,
    ),
    grant('userId', 'spaceId', `SELECT ${id('usr', 'n')}, '${spaceId}' FROM ${grantedUsers}`),
    grant('userId', 'collectionId', `SELECT ${id('usr', 'n')}, '${collectionId}' FROM ${grantedUsers}`),
    grant('userId', 'siteId', `SELECT ${id('usr', 'n')}, '${siteId}' FROM ${grantedUsers}`),
    grant('teamId', 'spaceId', `SELECT ${id('tea', 'n')}, '${spaceId}' FROM ${grantedTeams}`),
    grant('teamId', 'collectionId', `SELECT ${id('tea', 'n')}, '${collectionId}' FROM ${grantedTeams}`),
    grant('teamId', 'siteId', `SELECT ${id('tea', 'n')}, '${siteId}' FROM ${grantedTeams}`),
    `INSERT INTO "Site" (id, "organizationId", title, "createdAt", "updatedAt")
     SELECT ${id('sit', 'n')}, '${organizationId}', 'Site ' || n, ${minutesAgo('n')}, ${minutesAgo('n * 7919 % 100000')}
     FROM ${added((size) => size.sites)}`,
    `INSERT INTO "SiteSection" (id, "siteId", title, path, position, "isDefault")
     SELECT ${id('sec', 'n')}, ${id('sit', 'n')}, 'Section', 'section', 'a', true FROM ${added((size) => size.sites)}
     UNION ALL
     SELECT ${id('sec', `${own} + n`)}, '${siteId}', 'Section ' || n, 'section-of-many-' || n, 'b' || ${positionOf('n')}, false
     FROM ${added(({ site }) => site.sections)}`,
    `INSERT INTO "SiteSpace" (id, "siteId", "sectionId", "spaceId", path, position, "isDefault")
     SELECT ${id('ssp', 'n * 100 + v')}, ${id('sit', 'n')}, ${id('sec', 'n')}, ${space('n * 2 + v')}, 'variant-' || v, 'a' || v, v = 1
     FROM ${added((size) => size.sites)}, generate_series(1, 2) v
     UNION ALL
     SELECT ${id('ssp', `(${own} + n) * 100 + v`)}, '${siteId}', ${id('sec', `${own} + n`)}, ${space('n * 10 + v')}, 'variant-' || v,
       'a' || lpad(v::text, 2, '0'), v = 1
     FROM ${added(({ site }) => site.sections)}, generate_series(1, 10) v
     UNION ALL
     SELECT ${id('ssp', `(${own} + n) * 100 + 11`)}, '${siteId}', '${siteSectionId}', ${space('n * 3')}, 'more-' || n,
       'b' || ${positionOf('n')}, false
     FROM ${added(({ site }) => site.sections)}`,
    `INSERT INTO "SiteRedirect" (id, "siteId", source, "sectionId")
     SELECT ${id('red', 'n')}, '${siteId}', '/old-' || n, '${siteSectionId}' FROM ${added(({ site }) => site.redirects)}`,
    ...changeRequests(spaces, {
      number: 'n',
      space: id('spc', 'n'),
      branch: id('brn', 'n'),
      revision: id('rev', 'n'),
      own: '1',
      user,
    }),
    ...changeRequests(
      added(({ space }) => space.changeRequests),
      {
        number: `${own} + n`,
        space: `'${spaceId}'`,
        branch,
        revision,
        own: '10 + n',
        user,
      },
    ),
    `INSERT INTO "RequestedReviewer" (id, "changeRequestId", "userId", "revisionId")
     SELECT ${id('rqr', 'n')}, ${id('chr', 'n')}, CASE WHEN n % 40 = 5 THEN '${userId}' ELSE ${user('n * 3')} END, ${id('rev', 'n + 10000000')}
     FROM ${spaces}`,
    `INSERT INTO "Comment" (id, "spaceId", "revisionId", "pageId", markdown, status, "postedById", "postedAt", "resolvedAt")
     SELECT ${id('com', `${own * 100} + n`)}, '${spaceId}', ${revision}, CASE WHEN n % 40 = 0 THEN '${pageId}' END, 'Comment ' || n,
       CASE WHEN n % 4 = 1 THEN 'RESOLVED' ELSE 'OPEN' END::"CommentStatus", ${user('n')}, ${minutesAgo('n')},
       CASE WHEN n % 4 = 1 THEN now() END
     FROM ${added(({ space }) => space.comments)}
     UNION ALL
     SELECT ${id('com', 'n')}, ${id('spc', 'n')}, ${id('rev', 'n')}, NULL, 'Comment', 'OPEN', ${user('n')}, ${minutesAgo('n')}, NULL
     FROM ${spaces}`,
    `INSERT INTO "CommentReply" (id, "commentId", markdown, "postedById", "postedAt")
     SELECT ${id('rep', 'n')}, '${ids.commentId}', 'Reply ' || n, ${user('n')}, ${minutesAgo('n')}
     FROM ${added((size) => size.repliesOfComment)}`,
    `INSERT INTO "AuditEvent" (id, "organizationId", "occurredAt", action, "userId", "userLabel", source, "requestId", "targetType", "targetId")
     SELECT '00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), '${organizationId}', ${minutesAgo('300000 - n')}, 'updateSpace',
       ${user('n')}, 'Person', 'API', 'request-' || n, 'Space', ${space('n')}
     FROM ${added((size) => size.auditEvents)}`,
    `INSERT INTO "EmailInvite" (id, "organizationId", email, role, "secretHash", "expiresAt")
     SELECT ${id('ein', 'n')}, '${organizationId}', 'invited-' || n || '@example.com', 'READ', 'secret-' || n, now() + interval '1 day'
     FROM ${added((size) => size.others)}`,
    `INSERT INTO "LinkInvite" (id, "organizationId", role, "createdById")
     SELECT ${id('inv', 'n')}, '${organizationId}', 'READ', ${user('n')} FROM ${added((size) => size.others)}`,
    `INSERT INTO "GlossaryEntry" (id, "organizationId", translations)
     SELECT ${id('glo', 'n')}, '${organizationId}', jsonb_build_object('en', 'word ' || n) FROM ${added((size) => size.others)}`,
    `INSERT INTO "ShareLink" (id, "siteId", name, key)
     SELECT ${id('shl', 'n')}, '${siteId}', 'Link ' || n, 'key-' || n FROM ${added((size) => size.others)}`,
    `INSERT INTO "Job" (id, "organizationId", "spaceId", kind, status, "requestedById", input, "completedAt")
     SELECT ${id('job', 'n')}, '${organizationId}', ${space('n')}, 'IMPORT', 'COMPLETED', ${user('n')}, input, now()
     FROM ${added((size) => size.others)}, (SELECT input FROM "Job" WHERE "organizationId" = '${organizationId}' AND kind = 'IMPORT' LIMIT 1) j`,
    `INSERT INTO "OpenAPISpec" SELECT (jsonb_populate_record(s, jsonb_build_object(
       'id', ${id('oas', 'n')}, 'slug', 'spec-' || n, 'lastVersionId', NULL))).*
     FROM "OpenAPISpec" s, ${added((size) => size.others)}
     WHERE s."organizationId" = '${organizationId}' AND s.slug = '${ids.specSlug}'`,
  ]
}

/** The first revision of each space, of which `spaces` gives the numbers. */
const contentOfSpaces = (spaces: string): string[] => [
  `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence", "keepsLinks")
   SELECT ${id('brn', 'n')}, ${id('spc', 'n')}, 'MAIN', 1, false FROM ${spaces}`,
  `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, type, parents)
   SELECT ${id('rev', 'n')}, ${id('spc', 'n')}, ${id('brn', 'n')}, 1, 'EDITS', '{}' FROM ${spaces}`,
]

interface PagesOf {
  readonly space: string
  readonly branch: string
  readonly number: string
  /** The number of the first page of the space, to which all others link. */
  readonly first: string
  /** The page to which the first page of each space links, and its space. */
  readonly pageId: string | null
  readonly spaceId: string | null
  /** Which pages link to it. */
  readonly linking: string
}

/** Pages with a body, its links and its words. `all` gives the numbers n of spaces and p of pages. */
function pages(all: string, { space, branch, number, first, pageId, spaceId, linking }: PagesOf): string[] {
  return [
    `INSERT INTO "Document" (id, markdown, anchors)
     SELECT ${id('doc', number)}, 'Page ' || p || ' of space ' || n || ' with [a site](https://example.com/' || p || ') and [the first](/pages/'
       || ${id('pag', first)} || ').' || CASE WHEN ${linking} THEN ' See [it](/spaces/${spaceId}/pages/${pageId}).' ELSE '' END, '{}'
     FROM ${all}`,
    `INSERT INTO "DocumentLink" ("documentId", ordinal, relation, kind, "targetId", "spaceId", url)
     SELECT ${id('doc', number)}, 0, 'REFERENCE'::"LinkRelation", 'URL'::"LinkKind", NULL, NULL, 'https://example.com/' || p FROM ${all}
     UNION ALL SELECT ${id('doc', number)}, 1, 'REFERENCE', 'PAGE', ${id('pag', first)}, NULL, NULL FROM ${all}
     UNION ALL SELECT ${id('doc', number)}, 2, 'REFERENCE', 'PAGE', '${pageId}', '${spaceId}', NULL FROM ${all} WHERE ${linking}`,
    `INSERT INTO "PageVersion" (id, "branchId", "pageId", sequence, type, "parentId", position, title, slug, "documentId", "createdAt", "updatedAt")
     SELECT ${id('pgv', number)}, ${branch}, ${id('pag', number)}, 1, 'DOCUMENT',
       CASE WHEN p > 20 THEN ${id('pag', `${first} + p % 20`)} END,
       'z' || ${positionOf('p')}, 'Page ' || p, 'page-' || p, ${id('doc', number)}, now(), now()
     FROM ${all}`,
    `INSERT INTO "SearchPage" ("spaceId", "pageId", title, vector)
     SELECT ${space}, ${id('pag', number)}, 'Page rare' || p,
       (format('page:1A ^page:1A #page:1A rare%1$s:2A ^rare%1$s:2A #rare%1$s:2A constant:3', p)
         || CASE WHEN n % 1000 = 1 AND p = 1 THEN ' world:4' ELSE '' END)::tsvector
     FROM ${all}`,
    `INSERT INTO "SearchSection" ("spaceId", "pageId", ordinal, title, body)
     SELECT ${space}, ${id('pag', number)}, 0, 'Page rare' || p, 'constant words' FROM ${all}`,
  ]
}

interface RequestsOf {
  readonly number: string
  readonly space: string
  readonly branch: string
  readonly revision: string
  /** The number within the space. */
  readonly own: string
  readonly user: (number: string) => string
}

/** A change request for each number n, of which most are drafts or open. */
const changeRequests = (
  all: string,
  { number, space, branch, revision, own, user }: RequestsOf,
): string[] => [
  `INSERT INTO "Branch" (id, "spaceId", kind, "headSequence", "baseBranchId", "baseSequence")
   SELECT ${id('brn', `${number} + 10000000`)}, ${space}, 'CHANGE_REQUEST', 1, ${branch}, 1 FROM ${all}`,
  `INSERT INTO "Revision" (id, "spaceId", "branchId", sequence, "baseBranchId", "baseSequence", type, parents)
   SELECT ${id('rev', `${number} + 10000000`)}, ${space}, ${id('brn', `${number} + 10000000`)}, 1, ${branch}, 1, 'EDITS', ARRAY[${revision}]
   FROM ${all}`,
  `INSERT INTO "ChangeRequest" (id, "spaceId", "organizationId", number, status, subject, "createdById", "branchId", "revisionId",
     "revisionInitialId", "createdAt", "updatedAt")
   SELECT ${id('chr', number)}, s.id, s."organizationId", ${own}, (ARRAY['OPEN', 'DRAFT', 'ARCHIVED']::"ChangeRequestStatus"[])[1 + n % 3],
     'Proposal ' || n, ${user('n')}, ${id('brn', `${number} + 10000000`)}, ${id('rev', `${number} + 10000000`)}, ${revision},
     ${minutesAgo('n')}, ${minutesAgo('n * 7919 % 100000')}
   FROM ${all} JOIN "Space" s ON s.id = ${space}`,
]

function smallOrganizations(count: number): string[] {
  const all = `generate_series(${firstSmall + 1}::bigint, ${firstSmall + count}) n`
  const withPages = `${all}, generate_series(1::bigint, 3) p`
  return [
    `INSERT INTO "Organization" (id, title, "emailDomains") SELECT ${id('org', 'n')}, 'Small ' || n, '{}' FROM ${all}`,
    `INSERT INTO "User" (id, "displayName", email) SELECT ${id('usr', 'n')}, 'Owner ' || n, 'owner-' || n || '@example.com' FROM ${all}`,
    `INSERT INTO "Member" (id, "organizationId", "userId", role) SELECT ${id('mem', 'n')}, ${id('org', 'n')}, ${id('usr', 'n')}, 'ADMIN' FROM ${all}`,
    `INSERT INTO "Team" (id, "organizationId", title) SELECT ${id('tea', 'n')}, ${id('org', 'n')}, 'Team' FROM ${all}`,
    `INSERT INTO "TeamMember" ("teamId", "userId") SELECT ${id('tea', 'n')}, ${id('usr', 'n')} FROM ${all}`,
    `INSERT INTO "Collection" (id, "organizationId", title, position, ancestors)
     SELECT ${id('col', 'n')}, ${id('org', 'n')}, 'Collection', 'aV', '{}' FROM ${all}`,
    `INSERT INTO "Space" (id, "organizationId", title, emoji, position, "revisionId", ancestors)
     SELECT ${id('spc', 'n')}, ${id('org', 'n')}, 'Space', '📄', 'bV', ${id('rev', 'n')}, '{}' FROM ${all}`,
    ...contentOfSpaces(all),
    ...pages(withPages, {
      space: id('spc', 'n'),
      branch: id('brn', 'n'),
      number: 'n * 10000 + p',
      first: 'n * 10000 + 1',
      pageId: null,
      spaceId: null,
      linking: 'false',
    }),
    `INSERT INTO "ContentPermission" (id, "userId", "spaceId", role) SELECT ${id('per', 'n')}, ${id('usr', 'n')}, ${id('spc', 'n')}, 'ADMIN' FROM ${all}`,
    `INSERT INTO "Site" (id, "organizationId", title) SELECT ${id('sit', 'n')}, ${id('org', 'n')}, 'Site' FROM ${all}`,
    `INSERT INTO "SiteSection" (id, "siteId", title, path, position, "isDefault")
     SELECT ${id('sec', 'n')}, ${id('sit', 'n')}, 'Section', 'section', 'aV', true FROM ${all}`,
    `INSERT INTO "SiteSpace" (id, "siteId", "sectionId", "spaceId", path, position, "isDefault")
     SELECT ${id('ssp', 'n * 100')}, ${id('sit', 'n')}, ${id('sec', 'n')}, ${id('spc', 'n')}, 'docs', 'aV', true FROM ${all}`,
    ...changeRequests(all, {
      number: 'n',
      space: id('spc', 'n'),
      branch: id('brn', 'n'),
      revision: id('rev', 'n'),
      own: '1',
      user: (number) => id('usr', number),
    }),
    `INSERT INTO "Comment" (id, "spaceId", "revisionId", markdown, "postedById")
     SELECT ${id('com', 'n')}, ${id('spc', 'n')}, ${id('rev', 'n')}, 'Comment', ${id('usr', 'n')} FROM ${all}`,
    `INSERT INTO "AuditEvent" (id, "organizationId", "occurredAt", action, "userId", source, "requestId", "targetType", "targetId")
     SELECT '00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), ${id('org', 'n')}, now(), 'createSpace', ${id('usr', 'n')}, 'API',
       'request', 'Space', ${id('spc', 'n')} FROM ${all}`,
  ]
}

/** The counts that triggers would maintain row by row. */
const counts = [
  `UPDATE "Space" SET "openComments" = number
   FROM (SELECT "spaceId", count(*) AS number FROM "Comment" WHERE status = 'OPEN' AND "changeRequestId" IS NULL GROUP BY 1) counted
   WHERE id = "spaceId" AND "openComments" <> number`,
  `UPDATE "Space" SET "changeRequestsTotal" = number, "changeRequestsOpen" = open, "changeRequestsDraft" = draft
   FROM (SELECT "spaceId", count(*) AS number, count(*) FILTER (WHERE status = 'OPEN') AS open,
           count(*) FILTER (WHERE status = 'DRAFT') AS draft
         FROM "ChangeRequest" GROUP BY 1) counted
   WHERE id = "spaceId" AND "changeRequestsTotal" <> number`,
  `UPDATE "Site" SET "siteSpaceCount" = number
   FROM (SELECT "siteId", count(*) AS number FROM "SiteSpace" JOIN "Space" s ON s.id = "spaceId" AND s."deletedAt" IS NULL GROUP BY 1) counted
   WHERE id = "siteId" AND "siteSpaceCount" <> number`,
  `UPDATE "Comment" c SET "replyCount" = number
   FROM (SELECT "commentId", count(*) AS number FROM "CommentReply" GROUP BY 1) counted
   WHERE c.id = "commentId" AND "replyCount" <> number`,
  `INSERT INTO "SearchedSpace" ("spaceId", "organizationId", pages)
   SELECT s.id, s."organizationId", number
   FROM (SELECT "spaceId", count(*) AS number FROM "SearchPage" GROUP BY 1) counted JOIN "Space" s ON s.id = "spaceId"
   ON CONFLICT ("spaceId") DO UPDATE SET pages = excluded.pages`,
]
